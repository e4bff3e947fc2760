import { lexer, type Token, type Tokens } from 'marked';

export type GuideNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: GuideNode[]];

export interface GuideChapter {
  readonly name: string;
  readonly title: string;
  readonly headings: readonly { readonly id: string; readonly title: string }[];
  /** A picture's `src` is its path below `docs/guide`. */
  readonly body: readonly GuideNode[];
}

/** The ids match those of code hosting sites, so that a link to a heading works on those sites and in Dais. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Supports only the Markdown syntax that the guide uses, and throws for any other. */
export function renderChapter(name: string, markdown: string): GuideChapter {
  const [title, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`${name}.md does not begin with its title.`);
  const headings = rest.filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 2);
  return {
    name,
    title: title.text,
    headings: headings.map(({ text }) => ({ id: anchorOf(text), title: text })),
    body: rest.map(nodeOf),
  };
}

const nodesOf = (tokens: readonly Token[] | undefined): readonly GuideNode[] => (tokens ?? []).map(nodeOf);

function nodeOf(token: Token): GuideNode {
  switch (token.type) {
    case 'heading':
      return [`h${token.depth}`, { id: anchorOf(token.text), tabIndex: '-1' }, ...nodesOf(token.tokens)];
    case 'paragraph':
      return ['p', {}, ...nodesOf(token.tokens)];
    case 'list':
      return [token.ordered ? 'ol' : 'ul', {}, ...nodesOf(token.items)];
    case 'list_item':
      return ['li', {}, ...nodesOf(token.tokens)];
    case 'text':
      return token.tokens === undefined ? token.text : ['span', {}, ...nodesOf(token.tokens)];
    case 'strong':
    case 'em':
      return [token.type, {}, ...nodesOf(token.tokens)];
    case 'codespan':
      return ['code', {}, token.text];
    case 'link':
      return [
        'a',
        { className: 'link', href: token.href.replace(/^([a-z-]+)\.md/, '/help/$1') },
        ...nodesOf(token.tokens),
      ];
    case 'image':
      return ['img', { src: token.href, alt: token.text, loading: 'lazy' }];
    default:
      throw new Error(`The guide cannot contain Markdown of the kind ${token.type}.`);
  }
}
