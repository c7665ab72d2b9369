import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import drawing from '#content/art/library-of-bits.svg';
import { withQuery } from '#lib/calls/browser/address.ts';
import { formatSize } from '#lib/locale/format-size.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';
import { Table } from '#lib/ui/table.tsx';
import type { Column } from '#lib/ui/table.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';
import type { ColumnId, ItemRecord } from './item-columns.ts';

const PAGES = {
  title: 'admin.items.pages',
  cursor: 'after',
  next: 'admin.items.next',
  previous: 'admin.items.previous',
  first: 'admin.items.first',
} as const;

/** The items of a crate; its rows are an `ItemTable`, because its columns are chosen. */
export const ITEMS: ListKind<ItemRecord> = { toKey: ({ itemId }) => itemId, empty: NoItems, pages: PAGES };
export const FOUND_ITEMS: ListKind<ItemRecord> = { ...ITEMS, empty: 'admin.items.nothing' };
export const TRASHED_ITEMS: ListKind<ItemRecord> = { ...ITEMS, empty: 'admin.items.trashEmpty' };

const COLUMN_NAMES = {
  name: 'admin.items.name',
  tags: 'admin.items.tags',
  collaborators: 'admin.items.collaborators',
  createdAt: 'admin.items.createdAt',
  updatedAt: 'admin.items.updatedAt',
  bytes: 'admin.items.bytes',
  mimetype: 'admin.items.mimetype',
  rev: 'admin.items.rev',
  deletedAt: 'admin.items.deletedAt',
  deletedBy: 'admin.items.deletedBy',
} as const satisfies Readonly<Record<ColumnId, TextKey>>;

interface ItemTableProps {
  readonly crateId: string;
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly ItemRecord[];
  /** Of the list without its cursor. */
  readonly address: string;
  readonly sort: { readonly by: string; readonly ascending: boolean };
  /** What the search can sort by, by the columns of the same ids. */
  readonly sortable: readonly string[];
  /** Before the chosen columns. */
  readonly before?: readonly Column<ItemRecord>[];
  /** Behind them. */
  readonly after?: readonly Column<ItemRecord>[];
}

/** One line for each item. */
export function ItemTable(props: ItemTableProps) {
  const { crateId, caption, columns, rows, sort, sortable, before = NONE, after = NONE } = props;
  const nameColumn = useColumnNames();
  const chosen = columns.map((id): Column<ItemRecord> => {
    const isStat = id.startsWith('stats.');
    return {
      id,
      header: nameColumn(id),
      cell: (item) => <Cell id={id} item={item} crateId={crateId} isTrash={item.deletion !== undefined} />,
      sortTo: sortable.includes(id) ? sortAddress(props, id) : undefined,
      isNumber: isStat || id === 'bytes' || id === 'rev',
    };
  });
  return (
    <div className="one-line-rows">
      <Table
        caption={caption}
        columns={[...before, ...chosen, ...after]}
        rows={rows}
        toKey={ITEMS.toKey}
        sort={{ column: sort.by, descending: !sort.ascending }}
        link={SortLink}
      />
    </div>
  );
}

const NONE: readonly Column<ItemRecord>[] = [];

/** By its id: those of stats and of `map` have the name of these. */
export function useColumnNames(): (id: string) => string {
  const { text } = useText();
  return (id) => {
    if (id.startsWith('stats.')) return id.slice('stats.'.length);
    if (id.startsWith('map.')) return id;
    return text(COLUMN_NAMES[id as ColumnId]);
  };
}

function SortLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <SiteLink to={to} preventScrollReset>
      {children}
    </SiteLink>
  );
}

/** The other way round by what it is sorted by already; names begin with A, all else with the most and the latest. */
function sortAddress({ address, sort }: Pick<ItemTableProps, 'address' | 'sort'>, id: string): string {
  const ascending = sort.by === id ? !sort.ascending : id === 'name';
  return withQuery(address, { sort: `${ascending ? '-' : ''}${id}` });
}

interface CellProps {
  readonly id: string;
  readonly item: ItemRecord;
  readonly crateId: string;
  readonly isTrash: boolean;
}

function Cell({ id, item, crateId, isTrash }: CellProps) {
  const { formatNumber } = useText();
  if (Object.hasOwn(item.values, id)) return <Value value={item.values[id] ?? null} />;
  switch (id) {
    case 'name':
      return <ItemLink crateId={crateId} item={item} isTrash={isTrash} />;
    case 'tags':
      return <Tags tags={item.tags} />;
    case 'collaborators':
      return <People people={item.people} more={item.morePeople} />;
    case 'createdAt':
    case 'updatedAt':
      return <LocalTime at={item[id]} />;
    case 'bytes':
      return formatSize(item.bytes, formatNumber);
    case 'mimetype':
      return <Line>{item.mimetype}</Line>;
    case 'rev':
      return String(item.rev);
    case 'deletedAt':
      return item.deletion && <LocalTime at={item.deletion.at} />;
    case 'deletedBy':
      return item.deletion?.by && <People people={[item.deletion.by]} more={0} />;
    default:
      return null;
  }
}

function ItemLink({ crateId, item: { itemId, name }, isTrash }: Omit<CellProps, 'id'>) {
  const shown = <Line isId={name === null}>{name ?? itemId}</Line>;
  if (isTrash) return shown;
  return (
    <SiteLink
      to={`/admin/crates/${crateId}/items/${itemId}`}
      prefetch="intent"
      className="font-bold text-link underline"
    >
      {shown}
    </SiteLink>
  );
}

/** What was written elsewhere stands on one line, and as a whole in its title. */
function Line({ children, isId = false }: { readonly children: string; readonly isId?: boolean }) {
  return (
    <span
      lang="zxx"
      title={children}
      className={`block max-w-72 truncate max-sm:whitespace-normal ${isId ? 'font-mono text-xs leading-[1.5rem]' : ''}`}
    >
      {children}
    </span>
  );
}

function Tags({ tags }: Pick<ItemRecord, 'tags'>) {
  if (tags.length === 0) return null;
  return <Line>{tags.join(', ')}</Line>;
}

function People({ people, more }: { readonly people: readonly NamedPerson[]; readonly more: number }) {
  const { formatNumber } = useText();
  return (
    <span
      title={people.map(({ name }) => name).join(', ')}
      className="block max-w-60 truncate max-sm:whitespace-normal"
    >
      {people.map((person) => (
        <span key={person.userId} className="me-2">
          <PersonLink person={person} />
        </span>
      ))}
      {more > 0 && <span className="text-muted">{`+${formatNumber(more)}`}</span>}
    </span>
  );
}

function Value({ value }: { readonly value: string | number | boolean | null }) {
  const { formatNumber } = useText();
  if (value === null) return null;
  if (typeof value === 'number') return formatNumber(value, { maximumFractionDigits: 6 });
  return <Line>{String(value)}</Line>;
}

function NoItems() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2 className="text-2xl">{text('admin.items.emptyTitle')}</h2>
      <p>{text('admin.items.empty')}</p>
      <p>
        <SiteLink to="/api/docs" className="font-bold text-link underline">
          {text('admin.items.emptyDocs')}
        </SiteLink>
      </p>
    </EmptyState>
  );
}
