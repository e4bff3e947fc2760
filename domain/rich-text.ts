/** The server stores only the nodes and marks that this file defines, so renderers need no other cases. */
export type RichMark =
  | { readonly type: 'bold' }
  | { readonly type: 'italic' }
  | { readonly type: 'link'; readonly attrs: { readonly href: string } };

export type RichInline =
  | { readonly type: 'text'; readonly text: string; readonly marks?: readonly RichMark[] }
  | { readonly type: 'hardBreak' };

export interface RichListItem {
  readonly type: 'listItem';
  readonly content: readonly RichBlock[];
}

export type RichBlock =
  | { readonly type: 'paragraph'; readonly content?: readonly RichInline[] }
  /** Starts at level 2, because the page title is level 1. */
  | { readonly type: 'heading'; readonly attrs: { readonly level: 2 | 3 }; readonly content?: readonly RichInline[] }
  | { readonly type: 'bulletList'; readonly content: readonly RichListItem[] }
  | {
      readonly type: 'orderedList';
      readonly attrs: { readonly start: number };
      readonly content: readonly RichListItem[];
    }
  | { readonly type: 'blockquote'; readonly content: readonly RichBlock[] };

export interface RichText {
  readonly type: 'doc';
  readonly content: readonly RichBlock[];
}

export const emptyRichText: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

export const richTextCharactersMax = 20_000;
const blocksMax = 2_000;
const depthMax = 8;
/** Deeper content is dropped. */
const nestingMax = 100;
const hrefCharactersMax = 2_000;

export function richLink(text: string): string | null {
  const url = URL.parse(text.trim());
  if (url === null || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return null;
  return url.href.length > hrefCharactersMax ? null : url.href;
}

/** Removes unknown nodes but preserves their text. */
export function cleanRichText(value: unknown): RichText {
  const counter = { left: blocksMax };
  const content = blocksOf(childrenOf(value), 0, counter);
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content };
}

export function richTextFault(value: unknown): 'structure' | 'length' | null {
  const cleaned = cleanRichText(value);
  if (!isSame(value, cleaned)) return 'structure';
  return richTextToPlainText(cleaned).length > richTextCharactersMax ? 'length' : null;
}

export function richTextToPlainText(text: RichText): string {
  return linesOf(text.content).join('\n').trim();
}

export const isEmptyRichText = (text: RichText): boolean => richTextToPlainText(text) === '';

export const inlineToPlainText = (content: readonly RichInline[] | undefined): string =>
  (content ?? []).map((inline) => (inline.type === 'text' ? inline.text : '\n')).join('');

function linesOf(blocks: readonly RichBlock[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'paragraph' || block.type === 'heading') return [inlineToPlainText(block.content)];
    if (block.type === 'blockquote') return linesOf(block.content);
    return block.content.flatMap((item) => linesOf(item.content));
  });
}

interface Raw {
  readonly type?: unknown;
  readonly attrs?: unknown;
  readonly content?: unknown;
  readonly text?: unknown;
  readonly marks?: unknown;
}

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

const childrenOf = (value: unknown): readonly Raw[] =>
  isRaw(value) && Array.isArray(value.content) ? value.content.filter(isRaw) : [];

const attr = (node: Raw, name: string): unknown =>
  isRaw(node.attrs) ? (node.attrs as Readonly<Record<string, unknown>>)[name] : undefined;

function blocksOf(nodes: readonly Raw[], depth: number, counter: { left: number }): readonly RichBlock[] {
  const blocks: RichBlock[] = [];
  let loose: Raw[] = [];
  const settle = (): void => {
    if (loose.length > 0 && counter.left > 0) blocks.push(paragraphOf(loose));
    loose = [];
  };
  for (const node of nodes) {
    if (node.type === 'text' || node.type === 'hardBreak') {
      loose.push(node);
      continue;
    }
    settle();
    if (counter.left <= 0) break;
    counter.left -= 1;
    blocks.push(...blockOf(node, depth, counter));
  }
  settle();
  return blocks;
}

function blockOf(node: Raw, depth: number, counter: { left: number }): readonly RichBlock[] {
  if (node.type === 'paragraph') return [paragraphOf(childrenOf(node))];
  if (node.type === 'heading') {
    const level = Number(attr(node, 'level')) <= 2 ? 2 : 3;
    return [{ type: 'heading', attrs: { level }, ...inlineContent(childrenOf(node)) }];
  }
  if (depth >= nestingMax) return [];
  if (depth >= depthMax)
    return blocksOf(childrenOf(node), depth + 1, counter).filter((each) => each.type === 'paragraph');
  if (node.type === 'bulletList' || node.type === 'orderedList') {
    const content = childrenOf(node).flatMap((item): readonly RichListItem[] => {
      const inside = blocksOf(childrenOf(item), depth + 1, counter);
      return inside.length === 0 ? [] : [{ type: 'listItem', content: inside }];
    });
    if (content.length === 0) return [];
    if (node.type === 'bulletList') return [{ type: 'bulletList', content }];
    const start = Number(attr(node, 'start') ?? 1);
    const isNumber = Number.isInteger(start) && start >= 0 && start < 100_000;
    return [{ type: 'orderedList', attrs: { start: isNumber ? start : 1 }, content }];
  }
  const inside = blocksOf(childrenOf(node), depth + 1, counter);
  if (node.type === 'blockquote') return inside.length === 0 ? [] : [{ type: 'blockquote', content: inside }];
  return inside;
}

const paragraphOf = (nodes: readonly Raw[]): RichBlock => ({ type: 'paragraph', ...inlineContent(nodes) });

function inlineContent(nodes: readonly Raw[]): { readonly content?: readonly RichInline[] } {
  const content = nodes.flatMap((node): readonly RichInline[] => {
    if (node.type === 'hardBreak') return [{ type: 'hardBreak' }];
    if (node.type !== 'text' || typeof node.text !== 'string') return [];
    // PostgreSQL cannot store NUL.
    const text = node.text.replaceAll('\0', '').toWellFormed();
    if (text === '') return [];
    const marks = marksOf(node.marks);
    return [marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks }];
  });
  return content.length === 0 ? {} : { content };
}

function marksOf(value: unknown): readonly RichMark[] {
  const given = Array.isArray(value) ? value.filter(isRaw) : [];
  const link = given.find((mark) => mark.type === 'link');
  const address = link === undefined ? undefined : attr(link, 'href');
  const href = typeof address === 'string' ? richLink(address) : null;
  return [
    ...(given.some((mark) => mark.type === 'bold') ? [{ type: 'bold' } as const] : []),
    ...(given.some((mark) => mark.type === 'italic') ? [{ type: 'italic' } as const] : []),
    ...(href === null ? [] : [{ type: 'link', attrs: { href } } as const]),
  ];
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, nth) => isSame(each, other[nth]));
  }
  if (isRaw(one) && isRaw(other)) {
    const [left, right] = [one, other] as unknown as readonly [Record<string, unknown>, Record<string, unknown>];
    const names = Object.keys(left);
    return names.length === Object.keys(right).length && names.every((name) => isSame(left[name], right[name]));
  }
  return one === other;
}
