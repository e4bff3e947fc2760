import { escapeHtml } from '#domain/text.ts';
import { inertText, linkAddress, moreText } from './block-text.ts';
import {
  agendaLinesMax,
  type MailAgendaLine,
  type MailBlock,
  type MailButton,
  type MailText,
  runsOf,
} from './blocks.ts';
import { type BoardColors, light } from './colors.ts';

/** Each list starts with a font that Windows includes, because Outlook ignores the other fonts. */
export const bookFace = "Georgia, 'Times New Roman', serif";
export const uiFace = "'Segoe UI', -apple-system, BlinkMacSystemFont, Roboto, Helvetica, Arial, sans-serif";

export const gutter = '32px';

export const flow = 'word-break:break-word;overflow-wrap:anywhere;text-align:start';

export const linkStyle = (board: BoardColors) => `color:${board.ink};text-decoration:underline`;

export function blockLayout(block: MailBlock, slots: Slots, board: BoardColors): string {
  const rich = (text: Parameters<Slots['rich']>[0]) => slots.rich(text, linkStyle(board));

  switch (block.kind) {
    case 'paragraph':
      return textSection(`<p dir="auto" style="margin:0;${flow}">${rich(block.text)}</p>`);
    case 'heading':
      return textSection(
        `<h2 dir="auto" class="d-ink" style="margin:8px 0 0;font-family:${bookFace};font-size:21px;line-height:1.3;font-weight:600;color:${light.ink};${flow}">${slots.text(block.text)}</h2>`,
      );
    case 'list': {
      const [tag, start] = block.start === null ? ['ul', ''] : ['ol', ` start="${block.start}"`];
      const items = block.items.map((item) => `<li dir="auto" style="margin:0 0 4px;${flow}">${rich(item)}</li>`);
      return textSection(`<${tag}${start} style="margin:0;padding:0 0 0 22px">${items.join('')}</${tag}>`);
    }
    case 'facts':
      return tableSection(
        block.rows.map(
          ({ label, value }, index) =>
            `<tr><th scope="row" align="left" valign="top" width="92" class="d-ink-3 d-line" style="${cell(index)};width:92px;font-weight:400;color:${light.ink3}">${slots.text(label)}</th>` +
            `<td valign="top" dir="auto" class="d-ink d-line" style="${cell(index)};color:${light.ink}">${rich(value)}</td></tr>`,
        ),
      );
    case 'buttons':
      return buttonSections(block.label, block.buttons, slots, board);
    case 'agenda':
      return agendaSection(block.lines, slots, board);
    case 'note':
      return tableSection([
        `<tr><td dir="auto" class="d-deep d-ink-2" style="padding:12px 16px;background-color:${light.paperDeep};border-radius:8px;font-size:14px;line-height:1.5;color:${light.ink2};${flow}">${rich(block.text)}</td></tr>`,
      ]);
    case 'quote':
      return tableSection([
        `<tr><td dir="auto" class="d-ink" style="padding:6px 20px 0;font-family:${bookFace};font-size:17px;line-height:1.5;font-style:italic;color:${light.ink};${flow}">${slots.text(block.text)}</td></tr>`,
      ]);
  }
}

export function section(content: string): string {
  return `<mj-section padding="8px ${gutter}" css-class="d-gutter"><mj-column>${content}</mj-column></mj-section>`;
}

function textSection(markup: string): string {
  return section(`<mj-text css-class="d-ink-2" color="${light.ink2}">${markup}</mj-text>`);
}

function tableSection(rows: readonly string[]): string {
  return section(`<mj-table table-layout="fixed" role="presentation">${rows.join('')}</mj-table>`);
}

function cell(index: number): string {
  const line = index === 0 ? '0 none' : `1px solid ${light.line}`;
  return `padding:9px 12px 9px 0;border-top:${line};font-size:15px;line-height:1.45;${flow}`;
}

/** All buttons have the same width, so that no reply looks preferred. */
function buttonSections(label: string | null, all: readonly MailButton[], slots: Slots, board: BoardColors): string {
  const buttons = all.flatMap((button) => {
    const address = linkAddress(button.href);
    return address === null ? [] : [{ ...button, address }];
  });
  const perRow = buttons.length === 4 ? 2 : 3;
  const rows = Array.from({ length: Math.ceil(buttons.length / perRow) }, (_, row) =>
    buttons.slice(row * perRow, (row + 1) * perRow),
  );
  const question =
    label === null
      ? ''
      : textSection(
          `<p dir="auto" class="d-ink" style="margin:0;font-family:${bookFace};font-size:17px;font-weight:600;color:${light.ink};${flow}">${slots.text(label)}</p>`,
        );
  const sections = rows.map((row, index) => {
    const columns = row.map((button) => {
      const look =
        button.tone === 'primary'
          ? `css-class="d-fill" background-color="${board.fill}" color="${board.onFill}" border="1px solid ${board.edge}"`
          : `css-class="d-plain" background-color="${light.surface}" color="${light.ink}" border="1px solid #8b8475"`;
      const width = buttons.length === 1 ? 'align="left" inner-padding="11px 22px"' : 'width="100%"';
      return `<mj-column padding="0 4px"><mj-button ${look} ${width} href="${slots.address(button.address)}">${slots.text(button.label)}</mj-button></mj-column>`;
    });
    const below = index === rows.length - 1 ? '12px' : '0';
    return `<mj-section padding="2px 28px ${below}" css-class="d-gutter-4">${columns.join('')}</mj-section>`;
  });
  return question + sections.join('');
}

function agendaSection(lines: readonly MailAgendaLine[], slots: Slots, board: BoardColors): string {
  const shown = lines.slice(0, agendaLinesMax);
  const withTimes = shown.some(({ time }) => time !== null);
  const withMinutes = shown.some(({ minutes }) => minutes !== null);
  const meta = `font-size:13px;line-height:24px;color:${light.ink3};white-space:nowrap`;

  const rows = shown.map(({ time, number, title, presenter, minutes }, index) => {
    const edge = `padding:9px 8px 9px 0;border-top:${index === 0 ? '0 none' : `1px solid ${light.line}`}`;
    const titleMarkup = `<span class="d-ink" style="font-family:${bookFace};font-size:17px;line-height:24px;font-weight:600;color:${light.ink}">${slots.text(title)}</span>`;
    const presenterMarkup =
      presenter === null
        ? ''
        : `<br><span class="d-ink-2" style="font-family:${bookFace};font-size:15px;font-style:italic;color:${light.ink2}">${slots.text(presenter)}</span>`;
    return [
      '<tr>',
      withTimes
        ? `<td valign="top" width="70" class="d-ink-3 d-line" style="${edge};width:70px;${meta}">${slots.text(time ?? '')}</td>`
        : '',
      `<td valign="top" width="30" class="d-board-ink d-line" style="${edge};width:30px;font-family:${bookFace};font-size:17px;line-height:24px;color:${board.ink}">${slots.text(number)}</td>`,
      `<td valign="top" dir="auto" class="d-line" style="${edge};${flow}">${titleMarkup}${presenterMarkup}</td>`,
      withMinutes
        ? `<td valign="top" width="52" align="right" class="d-ink-3 d-line" style="${edge};padding-right:0;width:52px;${meta}">${slots.text(minutes === null ? '' : `${minutes} min`)}</td>`
        : '',
      '</tr>',
    ].join('');
  });
  const more = moreText(lines.length).map((text) => textSection(`<p style="margin:0">${slots.text(text)}</p>`));
  return tableSection(rows) + more.join('');
}

/** Input never reaches the MJML compiler: tokens in the layout are replaced by escaped values after compiling. */
export type Slots = Readonly<{
  /** Line breaks become <br>. */
  text(value: string): string;
  rich(value: MailText, linkStyle: string): string;
  /** `href` must have been checked by `linkAddress`. */
  address(href: string): string;
  fill(layout: string): string;
}>;

export function createSlots(): Slots {
  const values: string[] = [];
  const put = (html: string) => `@@${values.push(html) - 1}@@`;

  return {
    text: (value) => put(textMarkup(value)),
    rich: (value, linkStyle) =>
      put(
        runsOf(value)
          .map((run) => runMarkup(run, linkStyle))
          .join(''),
      ),
    address: (href) => put(escapeHtml(href)),
    fill: (layout) =>
      layout.replace(/@@(\d+)@@/g, (token, index) => {
        const value = values[Number(index)];
        if (value === undefined) throw new Error(`The mail layout names an unknown slot ${token}`);
        return value;
      }),
  };
}

function runMarkup(run: ReturnType<typeof runsOf>[number], linkStyle: string): string {
  const words = textMarkup(run.text);
  const weighted = run.weight === 'strong' ? `<strong>${words}</strong>` : words;
  const styled = run.style === 'emphasis' ? `<em>${weighted}</em>` : weighted;
  const href = run.href === undefined ? null : linkAddress(run.href);
  return href === null ? styled : `<a href="${escapeHtml(href)}" class="d-link" style="${linkStyle}">${styled}</a>`;
}

const textMarkup = (text: string) => escapeHtml(inertText(text)).replace(/\n/g, '<br>');
