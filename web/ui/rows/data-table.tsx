import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, memo, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import styles from './table.module.css';

export interface DataColumn<Row> {
  readonly id: string;
  readonly header: ReactNode;
  /** Only assistive technology sees the header, such as above a column of buttons. */
  readonly headerHidden?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** Shown below the column, such as a sum. */
  readonly foot?: ReactNode;
  readonly sortable?: boolean | undefined;
  /** Whether this column names the row. Defaults to the first column. */
  readonly isRowHeader?: boolean | undefined;
  readonly align?: 'end' | undefined;
  /** Makes the column as narrow as its content. */
  readonly fit?: boolean | undefined;
  /** Hidden on small screens. */
  readonly wideOnly?: boolean | undefined;
}

export interface DataSort {
  readonly column: string;
  readonly isDescending: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  /** Pass a stable list, so that unchanged rows are not rerendered. */
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly sort?: DataSort | undefined;
  readonly onSort?: ((sort: DataSort) => void) | undefined;
  /** False for a narrow table that needs no scrollable region. */
  readonly scrolls?: boolean | undefined;
  /** 52, 64 or 76 px per row. */
  readonly height?: 'default' | 'two' | 'tall' | undefined;
  /** Shown below an expanded row, across all columns. */
  readonly detailOf?: ((row: Row) => ReactNode) | undefined;
  /** Replaces the table if it has no rows. */
  readonly empty?: ReactNode;
}

/** A table for reading, without selection. If it is too wide, the table scrolls instead of the page. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, sort, onSort, height = 'default', scrolls = true, detailOf, empty } = props;
  if (rows.length === 0 && empty !== undefined) return empty;
  const table = (
    <table aria-label={label} className={clsx(styles.table, height !== 'default' && styles[`table-${height}`])}>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHeader key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            <DataRow row={row} columns={columns} />
            <Detail span={columns.length}>{detailOf?.(row)}</Detail>
          </Fragment>
        ))}
      </tbody>
      <Foot columns={columns} />
    </table>
  );
  if (!scrolls) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={styles['table-wrap']} aria-label={label} tabIndex={0}>
      {table}
    </section>
  );
}

interface ColumnHeaderProps<Row> extends Pick<DataTableProps<Row>, 'sort' | 'onSort'> {
  readonly column: DataColumn<Row>;
}

function ColumnHeader<Row>({ column, sort, onSort }: ColumnHeaderProps<Row>) {
  const { id, header, headerHidden, sortable } = column;
  const isSorted = sort?.column === id;
  const isDescending = isSorted && sort.isDescending;
  return (
    <th
      scope="col"
      className={layoutOf(column)}
      {...(isSorted ? { 'aria-sort': isDescending ? 'descending' : 'ascending' } : {})}
    >
      {sortable ? (
        <Button
          className={styles.sort ?? ''}
          onPress={() => onSort?.({ column: id, isDescending: isSorted && !isDescending })}
        >
          {header}
          {isSorted && <Icon of={isDescending ? ArrowDown : ArrowUp} size="s" />}
        </Button>
      ) : (
        <span className={headerHidden ? 'visually-hidden' : undefined}>{header}</span>
      )}
    </th>
  );
}

interface DataRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly DataColumn<Row>[];
}

/** Rerenders only if its row or the columns change. */
const DataRow = memo(function DataRow<Row>({ row, columns }: DataRowProps<Row>) {
  const headerId = (columns.find((column) => column.isRowHeader) ?? columns[0])?.id;
  return (
    <tr>
      {columns.map((column) =>
        column.id === headerId ? (
          <th key={column.id} scope="row" className={layoutOf(column)}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={layoutOf(column)}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}) as <Row>(props: DataRowProps<Row>) => ReactNode;

function Detail({ span, children }: { readonly span: number; readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <tr className={styles.detail}>
      <td colSpan={span}>{children}</td>
    </tr>
  );
}

/** Rendered only if a column has a sum. */
function Foot<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>) {
  if (columns.every(({ foot }) => foot === undefined)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map((column, nth) =>
          nth === 0 ? (
            <th key={column.id} scope="row" className={layoutOf(column)}>
              {column.foot}
            </th>
          ) : (
            <td key={column.id} className={layoutOf(column)}>
              {column.foot}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}

const layoutOf = ({ align, fit, wideOnly }: Pick<DataColumn<never>, 'align' | 'fit' | 'wideOnly'>): string =>
  clsx(align === 'end' && styles.num, fit && styles.fit, wideOnly && 'hide-small');
