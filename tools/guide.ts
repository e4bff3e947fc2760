import { Marked, type Tokens } from 'marked';

export interface GuideChapter {
  /** The file's name without `.md`, which is also the last part of its address. */
  readonly name: string;
  readonly title: string;
  readonly headings: readonly { readonly id: string; readonly title: string }[];
  /** In place of a picture's address it contains `{picture:FILE}`. */
  readonly html: string;
  readonly pictures: readonly string[];
}

/** The id that code hosting sites give a heading, so that links work there too. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Links to `chapter.md#heading` become addresses below /help. Throws if the first line is not the title. */
export function renderChapter(name: string, markdown: string): GuideChapter {
  const headings: { id: string; title: string }[] = [];
  const pictures: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ depth, text, tokens }: Tokens.Heading) {
        const id = anchorOf(text);
        if (depth === 2) headings.push({ id, title: text });
        return `<h${depth} id="${id}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const address = href.replace(/^([a-z-]+)\.md/, '/help/$1');
        return `<a class="link" href="${address}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        pictures.push(href);
        return `<img src="{picture:${href}}" alt="${text.replaceAll('"', '&quot;')}" loading="lazy">`;
      },
    },
  });
  const [, title, body] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  if (title === undefined || body === undefined) throw new Error(`${name}.md does not begin with its title.`);
  return { name, title, html: marked.parse(body, { async: false }), headings, pictures };
}
