import { useText } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { CrateExtent, ListedCrate } from '#app/storage/crates/crate-list.ts';
import drawing from '#content/art/crates-empty.svg';
import { formatSize } from '#lib/locale/format-size.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';

const SORT_NAMES = {
  name: 'admin.crates.byName',
  id: 'admin.crates.byId',
  changed: 'admin.crates.byChange',
  size: 'admin.crates.bySize',
} as const;

export const CRATES = {
  toKey: ({ crateId }) => crateId,
  columns: [
    { id: 'name', header: 'admin.crates.crate', cell: (crate) => <CrateLink crate={crate} /> },
    { id: 'items', header: 'admin.crates.items', cell: ({ extent }) => <ItemCount extent={extent} />, isNumber: true },
    { id: 'bytes', header: 'admin.crates.bytes', cell: ({ extent }) => <ByteCount extent={extent} />, isNumber: true },
    { id: 'quota', header: 'admin.crates.quota', cell: ({ filled }) => <Filled filled={filled} />, isNumber: true },
    { id: 'changed', header: 'admin.crates.changed', cell: ({ changedAt }) => <LocalTime at={changedAt} isDay /> },
  ],
  empty: CratesAbsent,
  filter: { query: 'sort', title: 'admin.crates.sorts', choices: SORT_NAMES },
  pages: { title: 'admin.crates.pages', cursor: 'after', next: 'admin.crates.more' },
} as const satisfies ListKind<ListedCrate>;

/** Who rules no crates is led to their items. */
export function cratesFor(of: { readonly mayRule: boolean; readonly isSearch: boolean }): ListKind<ListedCrate> {
  const [name, ...columns] = CRATES.columns;
  const items = { ...name, cell: (crate: ListedCrate) => <CrateLink crate={crate} page="/items" /> };
  const { empty } = of.mayRule ? CRATES : ({ empty: 'admin.crates.noneOpen' } as const);
  return {
    ...CRATES,
    columns: [of.mayRule ? name : items, ...columns],
    empty: of.isSearch ? 'admin.crates.notFound' : empty,
  };
}

function CratesAbsent() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2>{text('admin.crates.none')}</h2>
      <p className="max-w-prose">{text('admin.crates.whatIsOne')}</p>
      <p>
        <a href="#new-crate" className="inline-block py-0.5 font-bold text-link underline">
          {text('admin.crates.first')}
        </a>
      </p>
    </EmptyState>
  );
}

function CrateLink({ crate: { crateId, name }, page = '' }: { crate: ListedCrate; page?: string }) {
  return (
    <div className="xl:line-clamp-1 wrap-anywhere">
      <SiteLink
        to={`/admin/crates/${crateId}${page}`}
        prefetch="intent"
        className="font-extrabold text-link underline xl:whitespace-nowrap"
      >
        <span lang="zxx" title={name}>
          {name}
        </span>
      </SiteLink>
      {name !== crateId && (
        <span lang="zxx" title={crateId} className="font-mono text-sm">
          {` ${crateId}`}
        </span>
      )}
    </div>
  );
}

export function ItemCount({ extent: { items, day } }: { extent: CrateExtent }) {
  const { formatNumber } = useText();
  return <Measured count={formatNumber(items)} day={day} />;
}

export function ByteCount({ extent: { bytes, day } }: { extent: CrateExtent }) {
  const { formatNumber } = useText();
  return <Measured count={formatSize(bytes, formatNumber)} day={day} />;
}

/** Large crates are measured now and then. */
function Measured({ count, day }: { count: string; day: CrateExtent['day'] }) {
  const { text } = useText();
  const words =
    day === undefined ? count : text(day === null ? 'admin.crates.moreThan' : 'admin.crates.about', { count });
  return <span className="whitespace-nowrap">{words}</span>;
}

function Filled({ filled }: Pick<ListedCrate, 'filled'>) {
  const { text, formatNumber } = useText();
  if (filled === null) return <span className="text-muted">{text('admin.crates.noQuota')}</span>;
  return formatNumber(filled, { style: 'percent' });
}
