import type { ReactNode } from 'react';
import { type RichBlock, type RichText, richTextToPlainText } from '#domain/rich-text.ts';
import { changesOf, wordChanges } from '#domain/word-changes.ts';
import { RichTextView } from '#web/features/homes/announcements/rich-text-view.tsx';
import styles from './minutes.module.css';

export function ChangedNotes({ before, after }: { readonly before: RichText; readonly after: RichText }) {
  // The text does not change while shown, so indexes can be keys.
  return <div className={styles.changed}>{pieces(before, after).map((piece, nth) => shown(piece, nth))}</div>;
}

type Piece =
  | { readonly kind: 'same'; readonly block: RichBlock }
  | { readonly kind: 'changed'; readonly out: string; readonly in: string };

function pieces(before: RichText, after: RichText): readonly Piece[] {
  const blocks = new Map([...before.content, ...after.content].map((block) => [JSON.stringify(block), block]));
  const keysOf = (text: RichText): readonly string[] => text.content.map((block) => JSON.stringify(block));
  const found: Piece[] = [];
  for (const { kind, item } of changesOf(keysOf(before), keysOf(after))) {
    const block = blocks.get(item);
    if (block === undefined) continue;
    if (kind === 'same') {
      found.push({ kind, block });
      continue;
    }
    const words = richTextToPlainText({ type: 'doc', content: [block] });
    const last = found.at(-1);
    const open = last?.kind === 'changed' ? last : { kind: 'changed' as const, out: '', in: '' };
    if (last?.kind === 'changed') found.pop();
    const joined = (text: string): string => (text === '' ? words : `${text}\n${words}`);
    found.push(kind === 'out' ? { ...open, out: joined(open.out) } : { ...open, in: joined(open.in) });
  }
  return found;
}

function shown(piece: Piece, key: number): ReactNode {
  if (piece.kind === 'same') return <RichTextView key={key} text={{ type: 'doc', content: [piece.block] }} />;
  return (
    <p key={key} className={styles['changed-words']}>
      {wordChanges(piece.out, piece.in).map(({ kind, text }, nth) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        if (kind === 'same') return <span key={nth}>{text}</span>;
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        return kind === 'in' ? <ins key={nth}>{text}</ins> : <del key={nth}>{text}</del>;
      })}
    </p>
  );
}
