import { useText } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { PERK_KINDS, PERK_LISTS } from '#app/perks/perk.ts';
import type { Perk } from '#app/perks/perk.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

interface ListedPerk extends Perk {
  /** Keys that wait for an admin. */
  readonly quarantined: number;
}

export const PERKS: ListKind<ListedPerk> = {
  toKey: ({ perkId }) => perkId,
  columns: [
    { id: 'name', header: 'admin.perks.perk', cell: (perk) => <PerkLink perk={perk} /> },
    { id: 'id', header: 'admin.perks.id', cell: ({ perkId }) => <code lang="zxx">{perkId}</code> },
    { id: 'kind', header: 'admin.perks.kind', cell: (perk) => <KindName {...perk} /> },
    { id: 'app', header: 'admin.perks.app', cell: ({ appId }) => appId !== null && <code lang="zxx">{appId}</code> },
    { id: 'given', header: 'admin.perks.given', cell: (perk) => <GivenCount {...perk} />, isNumber: true },
    { id: 'held', header: 'admin.perks.held', cell: ({ held }) => <Count value={held} />, isNumber: true },
    { id: 'stock', header: 'admin.perks.stock', cell: (perk) => <ListedStock perk={perk} />, isNumber: true },
    { id: 'ends', header: 'admin.perks.ends', cell: ({ endsAt }) => endsAt !== null && <LocalTime at={endsAt} /> },
  ],
  empty: NoPerks,
  filter: { query: 'list', title: 'admin.perks.lists', choices: PERK_LISTS },
  pages: { title: 'admin.perks.pages', cursor: 'after', next: 'admin.perks.more' },
};

function PerkLink({ perk: { perkId, name } }: { readonly perk: Perk }) {
  return (
    <SiteLink to={`/admin/perks/${perkId}`} prefetch="intent" className="font-extrabold text-link underline">
      {name}
    </SiteLink>
  );
}

export function KindName({ kind }: Pick<Perk, 'kind'>) {
  return useText().text(PERK_KINDS[kind]);
}

export function Count({ value }: { readonly value: number }) {
  return useText().formatNumber(value);
}

/** Of how many there may be. */
export function GivenCount({ given, most }: Pick<Perk, 'given' | 'most'>) {
  const { text, formatNumber } = useText();
  return most === null ? formatNumber(given) : text('admin.perks.givenOf', { given, most });
}

export function Stock({ kind, stock, isLow }: Pick<Perk, 'kind' | 'stock' | 'isLow'>) {
  const { text, formatNumber } = useText();
  if (kind !== 'key') return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span>{formatNumber(stock)}</span>
      {isLow && <Badge tone="danger">{text('admin.perks.low')}</Badge>}
    </span>
  );
}

function ListedStock({ perk: { perkId, quarantined, ...perk } }: { readonly perk: ListedPerk }) {
  const { text } = useText();
  return (
    <>
      {quarantined > 0 && (
        <>
          <SiteLink to={`/admin/perks/${perkId}?view=keys&state=quarantined`} className="text-link underline">
            {text('admin.perks.quarantined', { count: quarantined })}
          </SiteLink>
          <span> · </span>
        </>
      )}
      <Stock {...perk} />
    </>
  );
}

function NoPerks() {
  const { text } = useText();
  return (
    <div className="space-y-2">
      <p>{text('admin.perks.none')}</p>
      <p className="text-muted">{text('admin.perks.noneHow')}</p>
    </div>
  );
}
