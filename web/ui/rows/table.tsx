import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Table as AriaTable,
  Cell,
  Column,
  Row,
  type SortDescriptor,
  TableBody,
  TableHeader,
} from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import styles from './table.module.css';

export interface TableColumn {
  readonly id: string;
  readonly name: string;
  /** The name is for assistive technology only: a column of buttons. */
  readonly nameHidden?: boolean | undefined;
  readonly sortable?: boolean | undefined;
  readonly isRowHeader?: boolean | undefined;
  readonly align?: 'end' | undefined;
  /** As narrow as its content. */
  readonly fit?: boolean | undefined;
}

export interface TableRow {
  readonly id: string | number;
  readonly href?: string | undefined;
  readonly onAction?: (() => void) | undefined;
  /** One per column. */
  readonly cells: readonly ReactNode[];
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly sort?: SortDescriptor | undefined;
  readonly onSort?: ((sort: SortDescriptor) => void) | undefined;
  /** 52, 64 or 76 px a row. */
  readonly height?: 'default' | 'two' | 'tall' | undefined;
  readonly empty?: ReactNode;
}

function alignment(column: TableColumn | undefined): string {
  return clsx(column?.align === 'end' && styles.num, column?.fit && styles.fit);
}

export function Table({ label, columns, rows, sort, onSort, height = 'default', empty }: TableProps) {
  return (
    <div className={styles['table-wrap']}>
      <AriaTable
        aria-label={label}
        className={clsx(styles.table, height !== 'default' && styles[`table-${height}`])}
        {...(sort ? { sortDescriptor: sort } : {})}
        {...(onSort ? { onSortChange: onSort } : {})}
      >
        <TableHeader>
          {columns.map((column) => (
            <Column
              key={column.id}
              id={column.id}
              isRowHeader={column.isRowHeader ?? false}
              allowsSorting={column.sortable ?? false}
              className={alignment(column)}
            >
              {({ sortDirection }) => (
                <span className={column.nameHidden ? 'visually-hidden' : styles.sort}>
                  {column.name}
                  {sortDirection && <Icon of={sortDirection === 'ascending' ? ArrowUp : ArrowDown} />}
                </span>
              )}
            </Column>
          ))}
        </TableHeader>
        <TableBody renderEmptyState={() => empty}>
          {rows.map((row) => (
            <Row
              key={row.id}
              id={row.id}
              {...(row.href === undefined ? {} : { href: row.href })}
              {...(row.onAction ? { onAction: row.onAction } : {})}
            >
              {row.cells.map((cell, index) => (
                <Cell key={columns[index]?.id ?? index} className={alignment(columns[index])}>
                  {cell}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </AriaTable>
    </div>
  );
}

/** A plain table wider than its column scrolls here, never the page. */
export function TableWrap({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={styles['table-wrap']} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
