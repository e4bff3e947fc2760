import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { landingIndex, lineGap } from './reorder.ts';
import styles from './reorderable-list.module.css';

/** What is spoken while a row moves. Positions count from 1. */
export interface ReorderWords {
  readonly handle: (name: string) => string;
  readonly up: (name: string) => string;
  readonly down: (name: string) => string;
  readonly lifted: (name: string) => string;
  readonly moved: (name: string, position: number, count: number) => string;
  readonly dropped: (name: string, position: number) => string;
}

const WORDS: ReorderWords = {
  handle: (name) => `Move ${name}`,
  up: (name) => `Move ${name} up`,
  down: (name) => `Move ${name} down`,
  lifted: (name) => `${name} lifted. Arrow keys move it, Enter drops it, Escape puts it back.`,
  moved: (name, position, count) => `${name} is now ${position} of ${count}`,
  dropped: (name, position) => `${name} dropped at ${position}`,
};

interface ReorderableListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Spoken in announcements and handle names. */
  readonly nameOf: (item: T) => string;
  /** `handle` must be rendered somewhere in the row. */
  readonly renderItem: (item: T, index: number, handle: ReactNode) => ReactNode;
  /** `toIndex` counts in the list without the moved row. */
  readonly onReorder: (fromKey: string, toIndex: number) => void;
  readonly isDisabled?: boolean | undefined;
  readonly words?: ReorderWords | undefined;
}

type Move =
  | {
      readonly by: 'pointer';
      readonly key: string;
      readonly startY: number;
      readonly to: number;
      readonly hasMoved: boolean;
    }
  | { readonly by: 'keys'; readonly key: string; readonly from: number };

const DRAG_THRESHOLD = 4;
const SCROLL_EDGE = 48;

/**
 * A list whose rows change places: drag the handle; or press it (tap, Enter or Space) and use the arrow keys or the
 * two arrow buttons that appear, then press it again. Escape puts the row back.
 */
export function ReorderableList<T>(props: ReorderableListProps<T>) {
  const { label, items, keyOf, nameOf, renderItem, onReorder, isDisabled = false, words = WORDS } = props;
  const [move, setMove] = useState<Move | null>(null);
  const [spoken, setSpoken] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const handles = useRef(new Map<string, HTMLElement>());

  // Moving a row in the document takes the focus from its handle.
  useLayoutEffect(() => {
    if (move?.by === 'keys' && !handles.current.get(move.key)?.parentElement?.contains(document.activeElement)) {
      handles.current.get(move.key)?.focus();
    }
  });

  const indexOf = (key: string) => items.findIndex((item) => keyOf(item) === key);
  const nameAt = (index: number) => {
    const item = items[index];
    return item === undefined ? '' : nameOf(item);
  };

  const step = (key: string, to: number) => {
    if (to < 0 || to >= items.length || to === indexOf(key)) return;
    setSpoken(words.moved(nameAt(indexOf(key)), to + 1, items.length));
    onReorder(key, to);
  };
  const toggle = (key: string) => {
    const index = indexOf(key);
    const isLifted = move?.by === 'keys' && move.key === key;
    setMove(isLifted ? null : { by: 'keys', key, from: index });
    setSpoken(isLifted ? words.dropped(nameAt(index), index + 1) : words.lifted(nameAt(index)));
  };

  const onKeyDown = (event: KeyboardEvent, key: string) => {
    if (event.key === 'Enter' || event.key === ' ') toggle(key);
    else if (move?.by !== 'keys' || move.key !== key) return;
    else if (event.key === 'ArrowUp') step(key, indexOf(key) - 1);
    else if (event.key === 'ArrowDown') step(key, indexOf(key) + 1);
    else if (event.key === 'Escape') {
      step(key, move.from);
      setMove(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (move?.by !== 'pointer' || !list.current) return;
    if (!move.hasMoved && Math.abs(event.clientY - move.startY) < DRAG_THRESHOLD) return;
    if (event.clientY < SCROLL_EDGE) window.scrollBy(0, -8);
    if (event.clientY > window.innerHeight - SCROLL_EDGE) window.scrollBy(0, 8);
    const rows = [...list.current.querySelectorAll(':scope > [data-row]')].map((row) => row.getBoundingClientRect());
    const middles = rows.map((box) => box.top + box.height / 2);
    setMove({ ...move, hasMoved: true, to: landingIndex(middles, indexOf(move.key), event.clientY) });
  };
  const onPointerUp = () => {
    if (move?.by !== 'pointer') return;
    if (!move.hasMoved) return toggle(move.key);
    const from = indexOf(move.key);
    setMove(null);
    if (move.to !== from) {
      setSpoken(words.dropped(nameAt(from), move.to + 1));
      onReorder(move.key, move.to);
    }
  };

  const gap = move?.by === 'pointer' && move.hasMoved ? lineGap(indexOf(move.key), move.to) : null;
  return (
    <>
      <ol className={styles.reorder} ref={list} aria-label={label}>
        {items.map((item, index) => {
          const key = keyOf(item);
          const isLifted = move?.key === key && (move.by === 'keys' || move.hasMoved);
          const withArrows = isLifted && move.by === 'keys';
          const handle = (
            <span className={styles['handle-slot']} data-ui="handle">
              <button
                type="button"
                className={styles.handle}
                ref={(element) => {
                  if (element) handles.current.set(key, element);
                  else handles.current.delete(key);
                }}
                aria-label={words.handle(nameOf(item))}
                aria-pressed={withArrows}
                disabled={isDisabled}
                onKeyDown={(event) => onKeyDown(event, key)}
                onPointerDown={(event) => {
                  if (event.button !== 0 || isDisabled) return;
                  event.currentTarget.setPointerCapture(event.pointerId);
                  if (withArrows) return toggle(key);
                  setMove({ by: 'pointer', key, startY: event.clientY, to: index, hasMoved: false });
                }}
                onPointerMove={onPointerMove}
                onPointerUp={onPointerUp}
                onPointerCancel={() => setMove(null)}
                onBlur={(event) => {
                  const next = event.relatedTarget;
                  if (next && !event.currentTarget.parentElement?.contains(next)) setMove(null);
                }}
              >
                <Icon of={GripVertical} />
              </button>
              {withArrows && (
                <>
                  <button
                    type="button"
                    className={styles.arrow}
                    aria-label={words.up(nameOf(item))}
                    disabled={index === 0}
                    onClick={() => step(key, index - 1)}
                  >
                    <Icon of={ArrowUp} size="s" />
                  </button>
                  <button
                    type="button"
                    className={styles.arrow}
                    aria-label={words.down(nameOf(item))}
                    disabled={index === items.length - 1}
                    onClick={() => step(key, index + 1)}
                  >
                    <Icon of={ArrowDown} size="s" />
                  </button>
                </>
              )}
            </span>
          );
          return (
            <li
              key={key}
              data-row=""
              className={styles['reorder-row']}
              {...(isLifted ? { 'data-dragging': '' } : {})}
              {...(gap === index ? { 'data-line': 'before' } : {})}
              {...(gap === items.length && index === items.length - 1 ? { 'data-line': 'after' } : {})}
            >
              {gap === index && <DropLine />}
              {renderItem(item, index, handle)}
              {gap === items.length && index === items.length - 1 && <DropLine after />}
            </li>
          );
        })}
      </ol>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  );
}

/** Where something dragged will be put. */
export function DropLine({ after = false }: { readonly after?: boolean | undefined }) {
  return (
    <span
      className={after ? `${styles['drop-line']} ${styles['drop-line-after']}` : styles['drop-line']}
      aria-hidden="true"
    />
  );
}
