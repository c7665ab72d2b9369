import type { ComponentType, ReactNode } from 'react';
import { Form } from 'react-router';

import { withQuery } from '#lib/calls/browser/address.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';
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
  /** A sentence, or what stands in the place of the list. */
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
  readonly previous?: TextKey;
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
  /** The address of the page before, of a list that can go back. */
  readonly previous?: string | undefined;
  readonly isFirst?: boolean;
  /** Of a table. */
  readonly caption?: string;
  /** The rows, of a list that shows them in its own way. */
  readonly children?: ReactNode;
}

/** A page of rows, or what is said when there are none, and the links to its neighbours. */
export function List<Row>({ of, rows, address, next, previous, isFirst = true, caption, children }: ListProps<Row>) {
  const { text } = useText();
  const { cursor, title, next: nextText, previous: previousText, first } = of.pages;
  const start = isFirst || first === undefined ? undefined : { to: address, text: text(first) };
  const back =
    previous === undefined || previousText === undefined ? start : { to: previous, text: text(previousText) };
  return (
    <>
      {children !== undefined && rows.length > 0 ? children : <Rows of={of} rows={rows} caption={caption} />}
      <Pagination
        label={text(title)}
        previous={back}
        next={next === undefined ? undefined : { to: withQuery(address, { [cursor]: next }), text: text(nextText) }}
        link={SiteLink}
      />
    </>
  );
}

function Rows<Row>({ of, rows, caption }: Pick<ListProps<Row>, 'of' | 'rows' | 'caption'>) {
  const { text } = useText();
  const { toKey, columns, Item, empty: Empty } = of;
  if (rows.length === 0 && typeof Empty !== 'string') return <Empty />;
  const empty = typeof Empty === 'string' && text(Empty);
  if (columns !== undefined) {
    const shown = columns.map((column) => Object.assign({}, column, { header: text(column.header) }));
    return <Table caption={caption} columns={shown} rows={rows} toKey={toKey} empty={empty} />;
  }
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  return <ul className="card-list space-y-3">{Item && rows.map((row) => <Item key={toKey(row)} row={row} />)}</ul>;
}

interface ListFilterProps<Row> {
  readonly of: ListKind<Row>;
  readonly path: string;
  readonly chosen: string | undefined;
  readonly look?: 'pills' | 'feeds';
}

interface ListHeaderProps {
  readonly title: ReactNode;
  /** Its search, its filter, and what can be done. */
  readonly children?: ReactNode;
}

/** The top of a screen that is a list: its name and its tools, in one line where they fit. */
export function ListHeader({ title, children }: ListHeaderProps) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <h1 className="py-0.5">{title}</h1>
      {children}
    </header>
  );
}

interface ListSearchProps {
  /** The query that it fills in. */
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly submit: string;
  readonly maxLength: number;
}

/** Searches by a form that works without scripts. */
export function ListSearch({ name, value, label, hint, submit, maxLength }: ListSearchProps) {
  return (
    <search id="search" className="ms-auto min-w-0 grow sm:max-w-3xl">
      <Form method="get" className="flex flex-wrap items-start gap-2">
        <Field
          key={value}
          type="search"
          name={name}
          label={label}
          hint={hint}
          defaultValue={value}
          maxLength={maxLength}
          autoCapitalize="off"
          spellCheck={false}
          className="field-inline min-w-0 grow basis-60"
        />
        <Button type="submit" kind="loud" className="max-md:w-full">
          {submit}
        </Button>
      </Form>
    </search>
  );
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
      <span className="card-about w-full text-sm wrap-anywhere text-muted">{children}</span>
    </li>
  );
}
