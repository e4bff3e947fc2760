import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { memo, type ReactNode, useRef } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './reorderable-list.module.css';
import { type DragPoint, type HandleProps, useHandleDrag } from './use-handle-drag.ts';

export interface ReorderOutline {
  readonly spanOf: (index: number) => number;
  /** Returns the target of one step, as an index in the list without the moving rows. Returns null at the end. */
  readonly stepTo: (index: number, by: -1 | 1) => number | null;
  readonly onShift: (key: string, by: -1 | 1) => string;
  /** Returns a function that undoes all steps since the row was lifted by keyboard. */
  readonly onLift: () => () => void;
}

interface ReorderableListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly nameOf: (item: T) => string;
  /** Must render `handle` in the row. Pass a stable function, so that unchanged rows do not render again. */
  readonly renderItem: (item: T, index: number, handle: ReactNode) => ReactNode;
  /** `toIndex` is an index in the list without the moving rows. */
  readonly onReorder: (fromKey: string, toIndex: number) => void;
  readonly outline?: ReorderOutline | undefined;
}

interface Target {
  readonly to: number;
  readonly levels: number;
  readonly undo: () => void;
}

/** Pixels of sideways movement per level. */
const levelWidth = 32;

export function ReorderableList<T>(props: ReorderableListProps<T>) {
  const { label, items, keyOf, nameOf, renderItem } = props;
  const list = useRef<HTMLOListElement>(null);
  const { drag, spanOf, indexOf, stepTo } = useReorder(props, list);
  const { lift, spoken, handleProps, stepBy } = drag;
  const latestStep = useRef(stepBy);
  latestStep.current = stepBy;
  const onStep = useRef((by: -1 | 1) => latestStep.current(by < 0 ? 'ArrowUp' : 'ArrowDown'));

  const from = lift === null ? -1 : indexOf(lift.key);
  const gap = lift?.by === 'pointer' && lift.target !== null ? lineGap(from, lift.target.to, spanOf(from)) : null;
  const arrowsOf = (index: number) => {
    const [up, down] = [stepTo(index, -1) !== null, stepTo(index, 1) !== null];
    return up && down ? 'both' : up ? 'up' : down ? 'down' : 'none';
  };
  return (
    <>
      <ol className={styles.reorder} ref={list} aria-label={label}>
        {items.map((item, index) => {
          const key = keyOf(item);
          const isLifted = lift?.key === key;
          const isLast = index === items.length - 1;
          return (
            <ReorderRow
              key={key}
              rowKey={key}
              item={item}
              index={index}
              name={nameOf(item)}
              isLifted={isLifted}
              arrows={isLifted && lift.by === 'keys' ? arrowsOf(index) : null}
              line={gap === index ? 'before' : gap === items.length && isLast ? 'after' : null}
              handleProps={handleProps}
              onStep={onStep.current}
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

function useReorder<T>(props: ReorderableListProps<T>, list: { readonly current: HTMLOListElement | null }) {
  const { items, keyOf, outline } = props;
  const reorder = useRef(props.onReorder);
  reorder.current = props.onReorder;
  const indexOf = (key: string): number => items.findIndex((item) => keyOf(item) === key);
  const nameOf = (key: string): string => {
    const item = items[indexOf(key)];
    return item === undefined ? '' : props.nameOf(item);
  };
  const spanOf = (index: number): number => outline?.spanOf(index) ?? 1;
  const stepTo = (index: number, by: -1 | 1): number | null => {
    if (outline) return outline.stepTo(index, by);
    const to = index + by;
    return to < 0 || to >= items.length ? null : to;
  };
  const drag = useHandleDrag<string, Target>({
    nameOf,
    pressLifts: true,
    targetAt(key, { y, dx }: DragPoint) {
      if (list.current === null) return null;
      const rows = [...list.current.querySelectorAll(':scope > [data-row]')].map((row) => row.getBoundingClientRect());
      const middles = rows.map((box) => box.top + box.height / 2);
      const from = indexOf(key);
      const levels = outline ? Math.trunc(dx / levelWidth) : 0;
      return { to: landingIndex(middles, from, y, spanOf(from)), levels, undo: () => undefined };
    },
    currentTarget(key) {
      const to = indexOf(key);
      return { to, levels: 0, undo: outline?.onLift() ?? (() => reorder.current(key, to)) };
    },
    step(key, target, arrow) {
      if (arrow === 'ArrowLeft' || arrow === 'ArrowRight') {
        return outline ? { target, spoken: outline.onShift(key, arrow === 'ArrowRight' ? 1 : -1) } : null;
      }
      const to = stepTo(indexOf(key), arrow === 'ArrowUp' ? -1 : 1);
      if (to === null) return { target, spoken: '' };
      props.onReorder(key, to);
      return { target, spoken: `${nameOf(key)} is now ${to + 1} of ${items.length}` };
    },
    drop(key, target, by) {
      const from = indexOf(key);
      if (by === 'keys' || target === null) return `${nameOf(key)} dropped at position ${from + 1}`;
      if (target.to !== from) props.onReorder(key, target.to);
      let spoken = target.to === from ? '' : `${nameOf(key)} dropped at position ${target.to + 1}`;
      for (let level = 0; level < Math.abs(target.levels); level += 1) {
        spoken = outline?.onShift(key, target.levels > 0 ? 1 : -1) ?? spoken;
      }
      return spoken;
    },
    putBack(key, target) {
      target?.undo();
      return `${nameOf(key)} put back`;
    },
  });
  return { drag, spanOf, indexOf, stepTo };
}

interface ReorderRowProps<T> {
  readonly item: T;
  readonly index: number;
  readonly rowKey: string;
  readonly name: string;
  readonly isLifted: boolean;
  readonly arrows: 'none' | 'up' | 'down' | 'both' | null;
  readonly line: 'before' | 'after' | null;
  readonly handleProps: (key: string) => HandleProps;
  readonly onStep: (by: -1 | 1) => void;
  readonly renderItem: (item: T, index: number, handle: ReactNode) => ReactNode;
}

const ReorderRow = memo(function ReorderRow<T>(props: ReorderRowProps<T>) {
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
}) as <T>(props: ReorderRowProps<T>) => ReactNode;

const steps = [
  { way: 'up', icon: ArrowUp, by: -1 },
  { way: 'down', icon: ArrowDown, by: 1 },
] as const;

function Handle<T>({ rowKey, name, arrows, handleProps, onStep }: ReorderRowProps<T>) {
  return (
    <span className={styles['handle-slot']} data-ui="handle">
      <button
        type="button"
        className={styles.handle}
        aria-label={`Move ${name}`}
        aria-pressed={arrows !== null}
        {...handleProps(rowKey)}
      >
        <Icon of={GripVertical} />
      </button>
      {arrows !== null &&
        steps.map(({ way, icon, by }) => (
          <button
            key={way}
            type="button"
            className={styles.arrow}
            aria-label={`Move ${name} ${way}`}
            disabled={arrows !== 'both' && arrows !== way}
            onClick={() => onStep(by)}
          >
            <Icon of={icon} size="s" />
          </button>
        ))}
    </span>
  );
}

export function DropLine({ after = false }: { readonly after?: boolean | undefined }) {
  return (
    <span
      className={after ? `${styles['drop-line']} ${styles['drop-line-after']}` : styles['drop-line']}
      aria-hidden="true"
    />
  );
}

/** Returns an index in the list without the moving rows. `middles` are the vertical centres of all rows. */
export function landingIndex(middles: readonly number[], from: number, y: number, span = 1): number {
  return middles.filter((middle, index) => (index < from || index >= from + span) && middle < y).length;
}

/** Returns the gap for the drop line, from 0 to the number of rows. Returns null if the row would not move. */
export function lineGap(from: number, to: number, span = 1): number | null {
  if (from === to) return null;
  return to > from ? to + span : to;
}

export function withItemMoved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
