import { type CSSProperties, useId, useState } from 'react';
import type { ReportBuckets } from '#contract/reports.ts';
import { formatLongDay, formatShortDay } from '#domain/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { DataTable } from '#web/ui/rows/data-table.tsx';
import { TableWrap } from '#web/ui/rows/table.tsx';
import styles from './reports.module.css';

interface ChartColumn {
  readonly key: string;
  readonly label: string;
  readonly under?: string | null;
  readonly fullLabel?: string;
  readonly value: number;
}

interface ColumnChartProps {
  readonly caption: string;
  readonly headers: readonly [column: string, value: string];
  readonly columns: readonly ChartColumn[];
}

export function ColumnChart({ caption, headers, columns }: ColumnChartProps) {
  const tableId = useId();
  const [isTable, setTable] = useState(false);
  const top = Math.max(1, ...columns.map(({ value }) => value));
  const all = columns.map(({ label, fullLabel = label, value }) => `${fullLabel}: ${value}`).join('; ');
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
        <DataTable
          label={caption}
          scrolls={false}
          rows={columns}
          keyOf={({ key }) => key}
          columns={[
            { id: 'column', header: headers[0], cell: ({ label, fullLabel = label }) => fullLabel },
            { id: 'value', header: headers[1], align: 'end', cell: ({ value }) => value },
          ]}
        />
      </div>
    </figure>
  );
}

const formatDayOf = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });

export function timeColumns({ unit, counts }: ReportBuckets): readonly ChartColumn[] {
  return counts.map(({ start, count: value }, nth) => {
    const year = start.slice(0, 4);
    if (unit === 'year') return { key: start, label: year, value };
    const isFirstOfYear = counts[nth - 1]?.start.slice(0, 4) !== year;
    return { key: start, ...labelsOf(start, unit), under: isFirstOfYear ? year : null, value };
  });
}

function labelsOf(day: string, unit: 'week' | 'month'): Pick<ChartColumn, 'label' | 'fullLabel'> {
  if (unit === 'month') {
    return {
      label: formatDayOf(day, { month: 'short' }),
      fullLabel: formatDayOf(day, { month: 'long', year: 'numeric' }),
    };
  }
  return {
    label: formatShortDay(day),
    fullLabel: `Week of ${formatLongDay(day)}`,
  };
}

export const unitLabels: Readonly<Record<ReportBuckets['unit'], string>> = {
  week: 'Week',
  month: 'Month',
  year: 'Year',
};
