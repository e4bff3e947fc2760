import { blockLayout, bookFace, createSlots, flow, gutter, type Slots, section, uiFace } from './block-layout.ts';
import { blockText, linkAddress, plainText, singleLine } from './block-text.ts';
import type { MailBlock, MailText } from './blocks.ts';
import { type BoardColors, boardColors, dark, defaultBoardColor, light } from './colors.ts';
import { compileLayout } from './mjml.ts';

export type MailBoard = Readonly<{
  title: string;
  primaryColor: string;
  logoUrl: string | null;
  initial: string;
  baseUrl: string;
}>;

export type MailContent = Readonly<{
  appName: string;
  /** This is null for mail without a board, such as a password reset. */
  board: MailBoard | null;
  preheader: string;
  heading: string;
  blocks: readonly MailBlock[];
  footer: readonly MailText[];
}>;

const preheaderCharactersMax = 150;

export async function renderMail(content: MailContent): Promise<{ readonly html: string; readonly text: string }> {
  const slots = createSlots();
  const layout = mailLayout(content, slots);
  return { html: slots.fill(await compileLayout(layout)), text: mailText(content) };
}

function mailText({ appName, board, heading, blocks, footer }: MailContent): string {
  const title = singleLine(heading, 500);
  return [
    singleLine(board?.title ?? appName, 200),
    `${title}\n${'='.repeat(Math.min([...title].length, 60))}`,
    ...blocks.map(blockText),
    ['-'.repeat(40), ...[...footer, signature(appName, board)].map(plainText)].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function signature(appName: string, board: MailBoard | null): MailText {
  const address = board === null ? null : linkAddress(board.baseUrl);
  return address === null ? appName : [`${appName}, `, { text: address, href: address }];
}

function mailLayout({ appName, board, preheader, heading, blocks, footer }: MailContent, slots: Slots): string {
  const colors = boardColors(board?.primaryColor ?? defaultBoardColor);
  const footerLines = [...footer, signature(appName, board)].map(
    (line) =>
      `<p dir="auto" style="margin:0 0 6px;${flow}">${slots.rich(line, `color:${light.ink3};text-decoration:underline`)}</p>`,
  );
  return `<mjml lang="en" dir="ltr">
  <mj-head>
    <mj-title>${slots.text(singleLine(heading, 250))}</mj-title>
    <mj-preview>${slots.text(singleLine(preheader, preheaderCharactersMax))}</mj-preview>
    <mj-breakpoint width="480px" />
    <mj-attributes>
      <mj-all font-family="${uiFace}" />
      <mj-text padding="0" font-size="16px" line-height="1.55" />
      <mj-table padding="0" font-size="15px" line-height="1.45" />
      <mj-button font-size="15px" font-weight="600" line-height="20px" border-radius="8px" inner-padding="11px 12px" padding="4px 0" />
    </mj-attributes>
    <mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
    <mj-style>${darkStyle(colors.dark)}</mj-style>
  </mj-head>
  <mj-body width="600px" background-color="${light.paper}" css-class="d-paper">
    <mj-section padding="12px 0" />
    <mj-wrapper padding="20px 0 24px" background-color="${light.surface}" border="1px solid ${light.lineStrong}" border-radius="10px" css-class="d-card">
      ${headLayout(appName, board, colors.light, slots)}
      ${section(`<mj-divider css-class="d-rule" border-width="1px" border-color="${light.line}" padding="0" />`)}
      ${section(
        `<mj-text css-class="d-ink" color="${light.ink}" padding="4px 0"><h1 dir="auto" style="margin:0;font-family:${bookFace};font-size:28px;line-height:1.2;font-weight:500;color:inherit;${flow}">${slots.text(singleLine(heading, 500))}</h1></mj-text>`,
      )}
      ${blocks.map((block) => blockLayout(block, slots, colors.light)).join('\n')}
    </mj-wrapper>
    <mj-section padding="16px ${gutter} 24px" css-class="d-gutter"><mj-column>
      <mj-text css-class="d-ink-3 d-foot" color="${light.ink3}" font-size="13px" line-height="1.5">${footerLines.join('')}</mj-text>
    </mj-column></mj-section>
  </mj-body>
</mjml>`;
}

function headLayout(appName: string, board: MailBoard | null, colors: BoardColors, slots: Slots): string {
  const title = board?.title ?? appName;
  const home = board === null ? null : linkAddress(board.baseUrl);
  const logo = board === null || board.logoUrl === null ? null : pictureAddress(board.logoUrl, board.baseUrl);
  const name = slots.text(singleLine(title, 200));
  const nameMarkup =
    home === null
      ? name
      : `<a href="${slots.address(home)}" class="d-ink" style="color:${light.ink};text-decoration:none">${name}</a>`;
  const initial = slots.text(singleLine(board?.initial ?? [...appName][0] ?? '', 4));
  const mark =
    logo === null
      ? `<td width="40" height="40" align="center" valign="middle" class="d-mark" style="width:40px;height:40px;border-radius:6px;background-color:${colors.fill};color:${colors.onFill};font-family:${bookFace};font-size:22px;line-height:40px;font-weight:600">${initial}</td>`
      : // No alt text, because the board's name is next to the logo.
        `<td height="40" valign="middle" style="height:40px"><img src="${slots.address(logo)}" alt="" height="40" class="d-logo" style="display:block;height:40px;width:auto;max-width:160px;object-fit:contain;border:0"></td>`;
  return section(
    `<mj-table width="auto" role="presentation"><tr>${mark}<td valign="middle" dir="auto" class="d-ink" style="padding:0 0 0 14px;font-family:${bookFace};font-size:17px;line-height:1.3;font-weight:600;color:${light.ink};${flow}">${nameMarkup}</td></tr></mj-table>`,
  );
}

function pictureAddress(logoUrl: string, baseUrl: string): string | null {
  const url = URL.parse(logoUrl, baseUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Mail programs without support for <style> show the light theme's inline colours. */
function darkStyle(board: BoardColors): string {
  return `
    a { color: inherit; }
    @media (max-width: 479px) {
      .d-gutter > table > tbody > tr > td { padding-left: 20px !important; padding-right: 20px !important; }
      .d-gutter-4 > table > tbody > tr > td { padding-left: 16px !important; padding-right: 16px !important; }
    }
    @media (prefers-color-scheme: dark) {
      body, .d-paper, .d-paper > div { background-color: ${dark.paper} !important; }
      .d-card, .d-card > table, .d-card > table > tbody > tr > td { background: ${dark.surface} !important; border-color: ${dark.lineStrong} !important; }
      .d-deep { background-color: ${dark.paperDeep} !important; }
      .d-ink, .d-ink > div { color: ${dark.ink} !important; }
      .d-ink-2, .d-ink-2 > div { color: ${dark.ink2} !important; }
      .d-ink-3, .d-ink-3 > div, .d-foot a { color: ${dark.ink3} !important; }
      .d-line, .d-rule > p { border-color: ${dark.line} !important; }
      .d-board-ink, .d-link { color: ${board.ink} !important; }
      .d-mark { background-color: ${board.fill} !important; color: ${board.onFill} !important; }
      .d-fill td { background: ${board.fill} !important; border-color: ${board.edge} !important; }
      .d-fill a { background: ${board.fill} !important; color: ${board.onFill} !important; }
      .d-plain td { background: ${dark.paperDeep} !important; border-color: #857d70 !important; }
      .d-plain a { background: ${dark.paperDeep} !important; color: ${dark.ink} !important; }
      .d-logo { background-color: #ffffff !important; padding: 4px !important; border-radius: 6px !important; }
    }`;
}
