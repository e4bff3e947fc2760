import { type CSSProperties, useId, useState } from 'react';
import type { ReportBuckets } from '#contract/reports.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TableWrap } from '#web/ui/rows/table.tsx';
import styles from './reports.module.css';

interface ColumnChartProps {
  readonly caption: string;
  /** What a column stands for, and what is counted: the heads of its table. */
  readonly heads: readonly [column: string, value: string];
  readonly columns: readonly {
    readonly key: string;
    readonly label: string;
    /** Below the label. */
    readonly under?: string | null;
    /** In the table and aloud. */
    readonly words?: string;
    readonly value: number;
  }[];
}

/** How much there was of something, column by column; its numbers stand on it, and in a table for whoever asks. */
export function ColumnChart({ caption, heads, columns }: ColumnChartProps) {
  const tableId = useId();
  const [isTable, setTable] = useState(false);
  const top = Math.max(1, ...columns.map(({ value }) => value));
  const all = columns.map(({ label, words = label, value }) => `${words}: ${value}`).join('; ');
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        {caption}
        <span className={styles['table-toggle']}>
          <Button
            variant="quiet"
            size="s"
            aria-expanded={isTable}
            aria-controls={tableId}
            onPress={() => setTable(!isTable)}
          >
            {isTable ? 'Hide table' : 'Show as table'}
          </Button>
        </span>
      </figcaption>
      <TableWrap label={caption}>
        <div
          className={styles.columns}
          role="img"
          aria-label={`${caption}. ${all}`}
          style={{ '--columns': columns.length } as CSSProperties}
        >
          {columns.map(({ key, label, under, value }) => (
            <div key={key} className={styles.column}>
              <span className={styles.track}>
                <span className={styles.value}>{value}</span>
                <span className={styles.bar} style={{ blockSize: `calc((100% - 1.5rem) * ${value / top})` }} />
              </span>
              <span className={styles.day}>
                {label}
                {under !== undefined && <span>{under ?? '\u00A0'}</span>}
              </span>
            </div>
          ))}
        </div>
      </TableWrap>
      <div id={tableId} hidden={!isTable} className={styles['chart-table']}>
        <table className={styles.table} aria-label={caption}>
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col" className={styles.num}>
                {heads[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ key, label, words = label, value }) => (
              <tr key={key}>
                <th scope="row">{words}</th>
                <td className={styles.num}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const on = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });

/** Weeks, months or years as the columns of a plot; a year stands where it begins. */
export function timeColumns({ unit, counts }: ReportBuckets) {
  return counts.map(({ start, count }, nth) => {
    const isFirstOfYear = nth === 0 || counts[nth - 1]?.start.slice(0, 4) !== start.slice(0, 4);
    const year = start.slice(0, 4);
    const under = isFirstOfYear ? year : null;
    if (unit === 'year') return { key: start, label: year, value: count };
    if (unit === 'month') {
      const words = on(start, { month: 'long', year: 'numeric' });
      return { key: start, label: on(start, { month: 'short' }), under, words, value: count };
    }
    const words = `Week of ${on(start, { month: 'long', day: 'numeric', year: 'numeric' })}`;
    return { key: start, label: on(start, { month: 'short', day: 'numeric' }), under, words, value: count };
  });
}

export const unitLabels: Readonly<Record<ReportBuckets['unit'], string>> = {
  week: 'Week',
  month: 'Month',
  year: 'Year',
};
