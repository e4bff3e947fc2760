import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { Icon } from '#web/ui/icon.tsx';
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
  readonly words: ReorderWords;
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
