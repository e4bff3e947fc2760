import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, memo, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import styles from './table.module.css';
import { TableWrap } from './table.tsx';

export interface DataColumn<Row> {
  readonly id: string;
  readonly header: ReactNode;
  readonly headerHidden?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
  readonly foot?: ReactNode;
  readonly sortable?: boolean | undefined;
  readonly isRowHeader?: boolean | undefined;
  readonly align?: 'end' | undefined;
  readonly fit?: boolean | undefined;
  readonly wideOnly?: boolean | undefined;
}

export interface DataSort {
  readonly column: string;
  readonly isDescending: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  /** Pass a stable list, so that unchanged rows do not render again. */
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly sort?: DataSort | undefined;
  readonly onSort?: ((sort: DataSort) => void) | undefined;
  readonly scrolls?: boolean | undefined;
  /** Pixels per row: 52, 64, 76. */
  readonly height?: 'default' | 'two' | 'tall' | undefined;
  readonly detailOf?: ((row: Row) => ReactNode) | undefined;
  readonly empty?: ReactNode;
}

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
  return scrolls ? <TableWrap label={label}>{table}</TableWrap> : table;
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

interface DataRowProps<Row> extends Pick<DataTableProps<Row>, 'columns'> {
  readonly row: Row;
}

const DataRow = memo(function DataRow<Row>({ row, columns }: DataRowProps<Row>) {
  const headerId = (columns.find((column) => column.isRowHeader) ?? columns[0])?.id;
  return <tr>{columns.map((column) => cellOf(column, column.id === headerId, column.cell(row)))}</tr>;
}) as <Row>(props: DataRowProps<Row>) => ReactNode;

function Detail({ span, children }: { readonly span: number; readonly children: ReactNode }) {
  if (!children) return null;
  return (
    <tr className={styles.detail}>
      <td colSpan={span}>{children}</td>
    </tr>
  );
}

function Foot<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>) {
  if (columns.every(({ foot }) => foot === undefined)) return null;
  return (
    <tfoot>
      <tr>{columns.map((column, nth) => cellOf(column, nth === 0, column.foot))}</tr>
    </tfoot>
  );
}

function cellOf(column: DataColumn<never>, isHeader: boolean, content: ReactNode) {
  const Cell = isHeader ? 'th' : 'td';
  return (
    <Cell key={column.id} scope={isHeader ? 'row' : undefined} className={layoutOf(column)}>
      {content}
    </Cell>
  );
}

const layoutOf = ({ align, fit, wideOnly }: Pick<DataColumn<never>, 'align' | 'fit' | 'wideOnly'>): string =>
  clsx(align === 'end' && styles.num, fit && styles.fit, wideOnly && 'hide-small');
