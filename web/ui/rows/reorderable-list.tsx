import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './reorderable-list.module.css';

/** What is spoken while a row moves. Positions count from 1. */
export interface ReorderTexts {
  readonly handle: (name: string) => string;
  readonly up: (name: string) => string;
  readonly down: (name: string) => string;
  readonly lifted: (name: string) => string;
  readonly moved: (name: string, position: number, count: number) => string;
  readonly dropped: (name: string, position: number) => string;
}

/** What a handle tells its list. The object stays the same, so that rows are drawn again only for their own sake. */
export interface ReorderControl {
  readonly handles: RefObject<Map<string, HTMLElement>>;
  readonly keyDown: (event: KeyboardEvent, key: string) => void;
  readonly pointerDown: (event: PointerEvent<HTMLElement>, key: string) => void;
  readonly pointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly pointerUp: () => void;
  /** Puts down the row of that key, and no other. */
  readonly cancel: (key: string) => void;
  readonly up: (key: string) => void;
  readonly down: (key: string) => void;
}

export interface ReorderRowProps<T> {
  readonly item: T;
  readonly index: number;
  readonly rowKey: string;
  readonly name: string;
  readonly words: ReorderTexts;
  readonly isDisabled: boolean;
  readonly isLifted: boolean;
  /** Lifted by the keyboard or a tap. */
  readonly withArrows: boolean;
  readonly canUp: boolean;
  readonly canDown: boolean;
  readonly line: 'before' | 'after' | null;
  readonly control: ReorderControl;
  readonly renderItem: (item: T, index: number, handle: ReactNode) => ReactNode;
}

function Row<T>(props: ReorderRowProps<T>) {
  const { item, index, isLifted, line, renderItem } = props;
  return (
    <li
      data-row=""
      className={styles['reorder-row']}
      {...(isLifted ? { 'data-dragging': '' } : {})}
      {...(line === null ? {} : { 'data-line': line })}
    >
      {line === 'before' && <DropLine />}
      {renderItem(item, index, <Handle {...props} />)}
      {line === 'after' && <DropLine after />}
    </li>
  );
}

/** Drawn again only when something of its own changes. */
export const ReorderRow = memo(Row) as typeof Row;

function Handle<T>(props: ReorderRowProps<T>) {
  const { rowKey, name, words, isDisabled, withArrows, canUp, canDown, control } = props;
  return (
    <span className={styles['handle-slot']} data-ui="handle">
      <button
        type="button"
        className={styles.handle}
        ref={(element) => {
          if (element) control.handles.current.set(rowKey, element);
          else control.handles.current.delete(rowKey);
        }}
        aria-label={words.handle(name)}
        aria-pressed={withArrows}
        disabled={isDisabled}
        onKeyDown={(event) => control.keyDown(event, rowKey)}
        onPointerDown={(event) => control.pointerDown(event, rowKey)}
        onPointerMove={control.pointerMove}
        onPointerUp={control.pointerUp}
        onPointerCancel={() => control.cancel(rowKey)}
        onBlur={(event) => {
          const next = event.relatedTarget;
          if (next && !event.currentTarget.parentElement?.contains(next)) control.cancel(rowKey);
        }}
      >
        <Icon of={GripVertical} />
      </button>
      {withArrows && (
        <>
          <button
            type="button"
            className={styles.arrow}
            aria-label={words.up(name)}
            disabled={!canUp}
            onClick={() => control.up(rowKey)}
          >
            <Icon of={ArrowUp} size="s" />
          </button>
          <button
            type="button"
            className={styles.arrow}
            aria-label={words.down(name)}
            disabled={!canDown}
            onClick={() => control.down(rowKey)}
          >
            <Icon of={ArrowDown} size="s" />
          </button>
        </>
      )}
    </span>
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

/**
 * Where a dragged row would land: the index it takes after it is taken out, with the rows that go along (`span` counts
 * itself). `middles` are the vertical middles of all rows in order, `y` the pointer, all in one frame of pixels.
 */
export function landingIndex(middles: readonly number[], from: number, y: number, span = 1): number {
  return middles.filter((middle, index) => (index < from || index >= from + span) && middle < y).length;
}

/** The gap before which the line is drawn, 0 to the number of rows; null where the row would stay. */
export function lineGap(from: number, to: number, span = 1): number | null {
  if (from === to) return null;
  return to > from ? to + span : to;
}

/** The list with one row moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

const WORDS: ReorderTexts = {
  handle: (name) => `Move ${name}`,
  up: (name) => `Move ${name} up`,
  down: (name) => `Move ${name} down`,
  lifted: (name) => `${name} lifted. Arrow keys move it, Enter drops it, Escape puts it back.`,
  moved: (name, position, count) => `${name} is now ${position} of ${count}`,
  dropped: (name, position) => `${name} dropped at ${position}`,
};

/** Rows that stand on levels: a row takes along those below it, and goes in and out. */
export interface ReorderOutline {
  /** How many rows move with the one at `index`, itself included. */
  readonly spanOf: (index: number) => number;
  /** Where one step puts the row, as an index of the list without what moves; null at the end. */
  readonly stepTo: (index: number, by: -1 | 1) => number | null;
  /** One level in or out: right and left arrow, or a drag sideways. Answers what is to be spoken. */
  readonly onShift: (key: string, by: -1 | 1) => string;
  /** What Escape puts back: called when a row is lifted, answers how to undo everything since. */
  readonly onLift: () => () => void;
}

interface ReorderableListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Spoken in announcements and handle names. */
  readonly nameOf: (item: T) => string;
  /** `handle` must be rendered somewhere in the row. A function that stays the same keeps unchanged rows as they are. */
  readonly renderItem: (item: T, index: number, handle: ReactNode) => ReactNode;
  /** `toIndex` counts in the list without the rows that move. */
  readonly onReorder: (fromKey: string, toIndex: number) => void;
  readonly outline?: ReorderOutline | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly words?: ReorderTexts | undefined;
}

type Move =
  | {
      readonly by: 'pointer';
      readonly key: string;
      readonly startX: number;
      readonly startY: number;
      /** Levels that the pointer has gone sideways. */
      readonly levels: number;
      readonly to: number;
      readonly hasMoved: boolean;
    }
  | { readonly by: 'keys'; readonly key: string; readonly putBack: () => void };

const DRAG_THRESHOLD = 4;
const SCROLL_EDGE = 48;
/** Pixels sideways that count as one level. */
const LEVEL_WIDTH = 32;

/**
 * A list whose rows change places: drag the handle; or press it (tap, Enter or Space) and use the arrow keys or the
 * two arrow buttons that appear, then press it again. Escape puts the row back.
 */
export function ReorderableList<T>(props: ReorderableListProps<T>) {
  const { label, items, keyOf, nameOf, renderItem, isDisabled = false, words = WORDS, outline } = props;
  const [move, setMove] = useState<Move | null>(null);
  const [spoken, setSpoken] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const handles = useRef(new Map<string, HTMLElement>());
  const reorder = useRef(props.onReorder);
  reorder.current = props.onReorder;

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
  const spanOf = (index: number) => outline?.spanOf(index) ?? 1;
  const stepTo = (index: number, by: -1 | 1): number | null => {
    if (outline) return outline.stepTo(index, by);
    const to = index + by;
    return to < 0 || to >= items.length ? null : to;
  };

  const step = (key: string, by: -1 | 1) => {
    const to = stepTo(indexOf(key), by);
    if (to === null) return;
    setSpoken(words.moved(nameAt(indexOf(key)), to + 1, items.length));
    props.onReorder(key, to);
  };
  const toggle = (key: string) => {
    const index = indexOf(key);
    const isLifted = move?.by === 'keys' && move.key === key;
    const lift = (): Move => ({ by: 'keys', key, putBack: outline?.onLift() ?? (() => reorder.current(key, index)) });
    setMove(isLifted ? null : lift());
    setSpoken(isLifted ? words.dropped(nameAt(index), index + 1) : words.lifted(nameAt(index)));
  };

  // Rows keep what they were given first; it leads to what the list does now.
  const acts: Omit<ReorderControl, 'handles'> = {
    up: (key) => step(key, -1),
    down: (key) => step(key, 1),
    cancel(key) {
      if (move?.key === key) setMove(null);
    },
    keyDown(event: KeyboardEvent, key: string) {
      const shift = { ArrowRight: 1, ArrowLeft: -1 } as const;
      if (event.key === 'Enter' || event.key === ' ') toggle(key);
      else if (move?.by !== 'keys' || move.key !== key) return;
      else if (event.key === 'ArrowUp') step(key, -1);
      else if (event.key === 'ArrowDown') step(key, 1);
      else if (outline && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
        setSpoken(outline.onShift(key, shift[event.key]));
      } else if (event.key === 'Escape') {
        move.putBack();
        setSpoken(`${nameAt(indexOf(key))} put back`);
        setMove(null);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
    pointerDown(event: PointerEvent<HTMLElement>, key: string) {
      if (event.button !== 0 || isDisabled) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (move?.by === 'keys' && move.key === key) return toggle(key);
      const at = { startX: event.clientX, startY: event.clientY, levels: 0 };
      setMove({ by: 'pointer', key, ...at, to: indexOf(key), hasMoved: false });
    },
    pointerMove(event: PointerEvent<HTMLElement>) {
      if (move?.by !== 'pointer' || !list.current) return;
      const sideways = event.clientX - move.startX;
      const isStill = Math.abs(event.clientY - move.startY) < DRAG_THRESHOLD && Math.abs(sideways) < LEVEL_WIDTH;
      if (!move.hasMoved && isStill) return;
      if (event.clientY < SCROLL_EDGE) window.scrollBy(0, -8);
      if (event.clientY > window.innerHeight - SCROLL_EDGE) window.scrollBy(0, 8);
      const rows = [...list.current.querySelectorAll(':scope > [data-row]')].map((row) => row.getBoundingClientRect());
      const middles = rows.map((box) => box.top + box.height / 2);
      const from = indexOf(move.key);
      const levels = outline ? Math.trunc(sideways / LEVEL_WIDTH) : 0;
      setMove({ ...move, levels, hasMoved: true, to: landingIndex(middles, from, event.clientY, spanOf(from)) });
    },
    pointerUp() {
      if (move?.by !== 'pointer') return;
      if (!move.hasMoved) return toggle(move.key);
      const from = indexOf(move.key);
      setMove(null);
      if (move.to !== from) {
        setSpoken(words.dropped(nameAt(from), move.to + 1));
        props.onReorder(move.key, move.to);
      }
      for (let level = 0; level < Math.abs(move.levels); level += 1) {
        setSpoken(outline?.onShift(move.key, move.levels > 0 ? 1 : -1) ?? '');
      }
    },
  };
  const latest = useRef(acts);
  latest.current = acts;
  const control = useRef<ReorderControl>({
    handles,
    up: (key) => latest.current.up(key),
    down: (key) => latest.current.down(key),
    cancel: (key) => latest.current.cancel(key),
    keyDown: (event, key) => latest.current.keyDown(event, key),
    pointerDown: (event, key) => latest.current.pointerDown(event, key),
    pointerMove: (event) => latest.current.pointerMove(event),
    pointerUp: () => latest.current.pointerUp(),
  });

  const from = move === null ? -1 : indexOf(move.key);
  const gap = move?.by === 'pointer' && move.hasMoved ? lineGap(from, move.to, spanOf(from)) : null;
  return (
    <>
      <ol className={styles.reorder} ref={list} aria-label={label}>
        {items.map((item, index) => {
          const key = keyOf(item);
          const isLifted = move?.key === key && (move.by === 'keys' || move.hasMoved);
          const withArrows = isLifted && move.by === 'keys';
          const isLast = index === items.length - 1;
          return (
            <ReorderRow
              key={key}
              rowKey={key}
              item={item}
              index={index}
              name={nameOf(item)}
              words={words}
              isDisabled={isDisabled}
              isLifted={isLifted}
              withArrows={withArrows}
              canUp={withArrows && stepTo(index, -1) !== null}
              canDown={withArrows && stepTo(index, 1) !== null}
              line={gap === index ? 'before' : gap === items.length && isLast ? 'after' : null}
              control={control.current}
              renderItem={renderItem}
            />
          );
        })}
      </ol>
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
    </>
  );
}
