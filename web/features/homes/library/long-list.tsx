import { type ComponentProps, type CSSProperties, Fragment, type ReactNode, useCallback, useState } from 'react';
import { whenNear } from '#web/ui/when-near.ts';
import styles from './section.module.css';

/** Rows far from the screen render only their names, so that the browser's search can still find them. */
export function LongList({ children }: { readonly children: ReactNode }) {
  // biome-ignore lint/a11y/useSemanticElements: in a ul nothing could stand between it and its rows
  return <div role="list">{children}</div>;
}

const stretchLength = 25;
const near = '1500px';

export function stretchesOf<R>(rows: readonly R[], before: number) {
  const count = Math.ceil(rows.length / stretchLength);
  return Array.from({ length: count }, (_, nth) => {
    const from = nth * stretchLength;
    return { nth, rows: rows.slice(from, from + stretchLength), before: before + from };
  });
}

export interface ShownRow {
  readonly position: number;
  readonly isWhole: boolean;
}

interface StretchProps<R> {
  readonly rows: readonly R[];
  readonly before: number;
  readonly keyOf: (row: R) => string;
  readonly children: (row: R, shown: ShownRow) => ReactNode;
}

export function Stretch<R>({ rows, before, keyOf, children }: StretchProps<R>) {
  const [wasNear, setWasNear] = useState(before < 2 * stretchLength);
  const watch = useCallback((element: HTMLDivElement) => whenNear(element, near, () => setWasNear(true)), []);
  return (
    <div
      ref={wasNear ? null : watch}
      role="none"
      className={styles.stretch}
      style={{ '--rows': rows.length } as CSSProperties}
    >
      {rows.map((row, nth) => (
        <Fragment key={keyOf(row)}>{children(row, { position: before + nth + 1, isWhole: wasNear })}</Fragment>
      ))}
    </div>
  );
}

interface LongRowProps extends ComponentProps<'div'> {
  readonly position: number;
  readonly total: number;
}

export function LongRow({ position, total, ...rest }: LongRowProps) {
  // biome-ignore lint/a11y/useSemanticElements: as its list
  return <div {...rest} role="listitem" aria-posinset={position} aria-setsize={total} className={styles.row} />;
}

export function isSameStretch<P extends { readonly rows: readonly unknown[] }>(then: P, now: P): boolean {
  const { rows: before, ...others } = then;
  const { rows, ...othersNow } = now;
  const areSame = before.length === rows.length && before.every((row, nth) => row === rows[nth]);
  return areSame && isSame(others, othersNow);
}

export function isSame(one: object, other: object): boolean {
  const entries = Object.entries(one);
  const now = other as Record<string, unknown>;
  return entries.length === Object.keys(other).length && entries.every(([key, value]) => Object.is(value, now[key]));
}
