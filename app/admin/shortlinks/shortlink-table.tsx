import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { shortlinkPage, shortlinkPath } from '#app/shortlinks/shortlink.ts';
import type { ShortlinkHealth, ShortlinkList, ShortlinkRecord } from '#app/shortlinks/shortlink.ts';
import drawing from '#content/art/leaning-rocket.svg';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';

export const LIST_NAMES = {
  working: 'admin.shortlinks.working',
  ended: 'admin.shortlinks.endedList',
  broken: 'admin.shortlinks.broken',
  deleted: 'admin.shortlinks.deleted',
} as const satisfies Readonly<Record<ShortlinkList, TextKey>>;

const HEALTH_NAMES = {
  unknown: 'admin.shortlinks.health.unknown',
  fine: 'admin.shortlinks.health.fine',
  moved: 'admin.shortlinks.health.moved',
  broken: 'admin.shortlinks.health.broken',
} as const satisfies Readonly<Record<ShortlinkHealth, TextKey>>;

export const SHORTLINKS: ListKind<ShortlinkRecord> = {
  toKey: ({ slug }) => slug,
  columns: [
    { id: 'slug', header: 'admin.shortlinks.link', cell: (link) => <LinkToPage link={link} /> },
    { id: 'target', header: 'admin.shortlinks.target', cell: (link) => <TargetCell link={link} /> },
    { id: 'tags', header: 'admin.shortlinks.tags', cell: ({ tags }) => <TagLinks tags={tags} /> },
    { id: 'visits', header: 'admin.shortlinks.visits', cell: ({ visits }) => <Count value={visits} />, isNumber: true },
    { id: 'visited', header: 'admin.shortlinks.visited', cell: ({ visitedAt }) => <Time at={visitedAt} /> },
    { id: 'health', header: 'admin.shortlinks.healthName', cell: ({ health }) => <HealthBadge health={health} /> },
  ],
  empty: NoShortlinks,
  filter: { query: 'list', title: 'admin.shortlinks.lists', choices: LIST_NAMES },
  pages: { title: 'admin.shortlinks.pages', cursor: 'after', next: 'admin.shortlinks.more' },
};

/** Of a search, and of lists that are better empty. */
export const OTHER_SHORTLINKS: ListKind<ShortlinkRecord> = { ...SHORTLINKS, empty: 'admin.shortlinks.nothing' };

function LinkToPage({ link: { slug, title } }: { readonly link: ShortlinkRecord }) {
  return (
    <SiteLink
      to={shortlinkPage(slug)}
      prefetch="intent"
      className="font-extrabold wrap-anywhere text-link underline xl:line-clamp-1"
    >
      <span lang="zxx" title={title}>
        {shortlinkPath(slug)}
      </span>
    </SiteLink>
  );
}

function TargetCell({ link: { target, title } }: { readonly link: ShortlinkRecord }) {
  const words = title || target.replace(/^https?:\/\//, '');
  return (
    <span lang="zxx" title={target} className="line-clamp-1 wrap-anywhere">
      {words}
    </span>
  );
}

export function TagLinks({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span className="line-clamp-1">
      {tags.map((tag) => (
        <SiteLink key={tag} to={`/admin/shortlinks?tag=${tag}`} className="me-2 text-link underline">
          <span lang="zxx">{tag}</span>
        </SiteLink>
      ))}
    </span>
  );
}

function Count({ value }: { readonly value: number }) {
  return useText().formatNumber(value);
}

function Time({ at }: { readonly at: string | null }) {
  const { text } = useText();
  return (
    <span className="whitespace-nowrap">
      {at === null ? text('admin.shortlinks.never') : <LocalTime at={at} isDay />}
    </span>
  );
}

export function HealthBadge({ health }: { readonly health: ShortlinkHealth }) {
  const { text } = useText();
  const tone = health === 'broken' ? 'danger' : health === 'fine' ? 'success' : 'plain';
  return <Badge tone={tone}>{text(HEALTH_NAMES[health])}</Badge>;
}

function NoShortlinks() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2>{text('admin.shortlinks.none')}</h2>
      <p className="max-w-prose">{text('admin.shortlinks.noneHow')}</p>
    </EmptyState>
  );
}
