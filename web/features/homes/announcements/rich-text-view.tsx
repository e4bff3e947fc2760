import { Fragment, type ReactNode } from 'react';
import type { RichBlock, RichInline, RichListItem, RichMark, RichText } from '#domain/rich-text.ts';
import styles from './rich-text.module.css';

/** Renders each node as a React element, so that text is never inserted as HTML. */
export function RichTextView({ text }: { readonly text: RichText }) {
  return <div className={styles.text}>{blocks(text.content)}</div>;
}

/** Indexes can be keys, because the text does not change while it is shown. */
const numbered = <Item,>(items: readonly Item[], render: (item: Item) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  items.map((item, nth) => <Fragment key={nth}>{render(item)}</Fragment>);

const blocks = (content: readonly RichBlock[]): ReactNode => numbered(content, block);

function block(node: RichBlock): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{inlines(node.content)}</p>;
    case 'heading':
      // Headings are below the announcement's title, which is an h2.
      return node.attrs.level === 2 ? <h3>{inlines(node.content)}</h3> : <h4>{inlines(node.content)}</h4>;
    case 'blockquote':
      return <blockquote>{blocks(node.content)}</blockquote>;
    case 'bulletList':
      return <ul>{numbered(node.content, listItem)}</ul>;
    case 'orderedList':
      return <ol start={node.attrs.start}>{numbered(node.content, listItem)}</ol>;
  }
}

const listItem = (item: RichListItem): ReactNode => <li>{blocks(item.content)}</li>;

const inlines = (content: readonly RichInline[] = []): ReactNode => numbered(content, inline);

function inline(node: RichInline): ReactNode {
  if (node.type === 'hardBreak') return <br />;
  let inside: ReactNode = node.text;
  for (const mark of node.marks ?? []) inside = marked(mark, inside);
  return inside;
}

function marked(mark: RichMark, inside: ReactNode): ReactNode {
  if (mark.type === 'bold') return <strong>{inside}</strong>;
  if (mark.type === 'italic') return <em>{inside}</em>;
  return (
    <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  );
}
