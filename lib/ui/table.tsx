import { useId } from 'react';
import type { ComponentType, ReactNode } from 'react';

import { Mark } from './mark.tsx';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** Where the rows are sorted by it, for a table whose order has an address. */
  sortTo?: string | undefined;
  /** Aligned to the end of the column, so that digits line up. */
  isNumber?: boolean;
}

export interface TableSort {
  column: string;
  descending: boolean;
}

interface TableProps<Row> {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  toKey: (row: Row) => string;
  /** The current order; the caller sorts the rows. */
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort) => void;
  /** For `sortTo`. */
  link?: SortLink;
  empty?: ReactNode;
  /** A few short columns, which a phone has room for. */
  isNarrow?: boolean;
}

type SortLink = ComponentType<{ to: string; children: ReactNode }>;

/** Scrolls by itself where it is too wide, by keyboard too; on a phone each row is a card, unless its headers sort or it is narrow. */
export function Table<Row>({ caption, columns, rows, toKey, sort, onSort, link, empty, isNarrow }: TableProps<Row>) {
  const captionId = useId();
  const isCards = onSort === undefined && isNarrow !== true;
  return (
    <section aria-labelledby={captionId} className="table-frame" {...BY_KEYBOARD}>
      <table className={`table ${isCards ? 'table-cards' : ''}`}>
        <caption id={captionId}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.id} column={column} sort={sort} onSort={onSort} link={link} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={toKey(row)}>
              {columns.map(({ id, header, cell, isNumber }) => (
                <td key={id} className={isNumber ? 'is-number' : undefined}>
                  {isCards ? (
                    <>
                      <span className="table-name" aria-hidden="true">
                        {header}
                      </span>
                      <div>{cell(row)}</div>
                    </>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && empty && (
            <tr>
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** Not every browser lets arrows scroll what cannot be focused. */
const BY_KEYBOARD = { tabIndex: 0 } as const;

function Header<Row>({ column, sort, onSort, link: Link }: TableHeaderProps<Row>) {
  const { id, header, isNumber, isSortable, sortTo } = column;
  const direction = sort?.column === id && (sort.descending ? 'descending' : 'ascending');
  return (
    <th scope="col" aria-sort={direction || undefined} className={isNumber ? 'is-number' : undefined}>
      {isSortable && onSort ? (
        <button type="button" onClick={() => onSort({ column: id, descending: direction === 'ascending' })}>
          <span>{header}</span>
          <Mark name={direction || 'unsorted'} />
        </button>
      ) : Link && sortTo !== undefined ? (
        <Link to={sortTo}>
          <span>{header}</span>
          <Mark name={direction || 'unsorted'} />
        </Link>
      ) : (
        header
      )}
    </th>
  );
}

interface TableHeaderProps<Row> {
  column: Column<Row>;
  sort: TableSort | undefined;
  onSort: ((sort: TableSort) => void) | undefined;
  link: SortLink | undefined;
}
