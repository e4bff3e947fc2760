import { escapeHtml } from '#domain/escape-html.ts';
import { type MailText, runsOf } from './blocks.ts';
import { inertText, linkAddress } from './inert-text.ts';

/**
 * Places for what a message says. The layout holds numbered tokens; the values, escaped, go in after MJML has run, in
 * one pass. So no text of a person ever reaches the template compiler, and messages of one shape share one compilation.
 */
export type Slots = Readonly<{
  /** A token for plain text; line ends become <br>. */
  text(value: string): string;
  /** A token for runs with links and emphasis. */
  rich(value: MailText, linkStyle: string): string;
  /** A token for an address already checked by linkAddress(). */
  address(href: string): string;
  /** @throws when the layout names a token that nobody made */
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
