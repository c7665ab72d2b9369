import type { ComponentType, ReactNode } from 'react';

import { withQuery } from '#lib/calls/browser/address.ts';
import { Pagination } from '#lib/ui/pagination.tsx';
import { Table } from '#lib/ui/table.tsx';
import type { Column } from '#lib/ui/table.tsx';

import { useText } from '../locale.ts';
import type { TextKey } from '../locale.ts';
import { LinkTabs } from './link-tabs.tsx';
import { SiteLink } from './site-link.tsx';

/** A list of rows in one value. */
export interface ListKind<Row> {
  readonly toKey: (row: Row) => string;
  /** A table by its columns, or items by their component; what has its own way to show rows has neither. */
  readonly columns?: readonly ListColumn<Row>[];
  readonly Item?: ComponentType<{ readonly row: Row }>;
  /** A sentence, or more than that. */
  readonly empty: TextKey | ComponentType;
  /** One of the queries by which the list is asked for, which has few values. */
  readonly filter?: ListFilterKind;
  readonly pages: ListPages;
}

interface ListColumn<Row> extends Omit<Column<Row>, 'header'> {
  readonly header: TextKey;
}

interface ListFilterKind {
  readonly query: string;
  readonly title: TextKey;
  /** By value, in their order. */
  readonly choices: Readonly<Record<string, TextKey>>;
}

interface ListPages {
  readonly title: TextKey;
  /** The query with the cursor. */
  readonly cursor: 'after' | 'before';
  readonly next: TextKey;
  /** Back to the beginning. */
  readonly first?: TextKey;
}

interface ListProps<Row> {
  readonly of: ListKind<Row>;
  readonly rows: readonly Row[];
  /** Of this list as it was asked for, without the cursor. */
  readonly address: string;
  /** The cursor of the page that follows. */
  readonly next: string | undefined;
  readonly isFirst?: boolean;
  /** Of a table. */
  readonly caption?: string;
  /** The rows, of a list that shows them in its own way. */
  readonly children?: ReactNode;
}

/** A page of rows, or what is said when there are none, and the links to its neighbours. */
export function List<Row>({ of, rows, address, next, isFirst = true, caption, children }: ListProps<Row>) {
  const { text } = useText();
  const { cursor, title, next: nextText, first } = of.pages;
  return (
    <>
      {children !== undefined && rows.length > 0 ? children : <Rows of={of} rows={rows} caption={caption} />}
      <Pagination
        label={text(title)}
        previous={isFirst || first === undefined ? undefined : { to: address, text: text(first) }}
        next={next === undefined ? undefined : { to: withQuery(address, { [cursor]: next }), text: text(nextText) }}
        link={SiteLink}
      />
    </>
  );
}

function Rows<Row>({ of, rows, caption }: Pick<ListProps<Row>, 'of' | 'rows' | 'caption'>) {
  const { text } = useText();
  const { toKey, columns, Item, empty: Empty } = of;
  const empty = typeof Empty === 'string' ? text(Empty) : <Empty />;
  if (columns !== undefined) {
    const shown = columns.map((column) => Object.assign({}, column, { header: text(column.header) }));
    return <Table caption={caption} columns={shown} rows={rows} toKey={toKey} empty={empty} />;
  }
  if (rows.length === 0) return typeof Empty === 'string' ? <p className="text-muted">{empty}</p> : empty;
  return <ul className="space-y-3">{Item && rows.map((row) => <Item key={toKey(row)} row={row} />)}</ul>;
}

interface ListFilterProps<Row> {
  readonly of: ListKind<Row>;
  readonly path: string;
  readonly chosen: string | undefined;
  readonly look?: 'pills' | 'feeds';
}

/** A link for each value of the list's filter. */
export function ListFilter<Row>({ of: { filter }, path, chosen, look }: ListFilterProps<Row>) {
  const { text } = useText();
  if (filter === undefined) return null;
  const tabs = Object.entries(filter.choices).map(([value, title]) => {
    return { to: withQuery(path, { [filter.query]: value }), title: text(title), isCurrent: value === chosen };
  });
  return <LinkTabs label={text(filter.title)} tabs={tabs} {...(look && { look })} />;
}

interface ListCardProps {
  readonly to: string;
  readonly title: ReactNode;
  readonly badges?: ReactNode;
  readonly children: ReactNode;
}

/** An item by its name, which leads to it, with a line about it. */
export function ListCard({ to, title, badges, children }: ListCardProps) {
  return (
    <li className="block-card flex flex-wrap items-center gap-x-4 gap-y-1 p-4">
      <SiteLink to={to} className="min-w-0 grow font-bold wrap-anywhere">
        {title}
      </SiteLink>
      {badges}
      <span className="w-full text-sm wrap-anywhere text-muted">{children}</span>
    </li>
  );
}
