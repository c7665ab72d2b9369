import { titleOf } from '#app/announcements/announcement.ts';
import type { AnnouncementContent, AnnouncementPhase, ListedAnnouncement } from '#app/announcements/announcement.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { SYSTEM_NAMES } from '#app/games/stores.ts';
import drawing from '#content/art/announcements-empty.svg';
import { EmptyState } from '#lib/ui/empty-state.tsx';

export const ANNOUNCEMENTS_PATH = '/admin/game-announcements';

/** With the names of its games. */
interface NamedAnnouncement extends ListedAnnouncement {
  readonly gameNames: readonly string[];
}

export const PHASE_NAMES = {
  live: 'admin.announcements.live',
  scheduled: 'admin.announcements.scheduled',
  ended: 'admin.announcements.ended',
  draft: 'admin.announcements.drafts',
  stopped: 'admin.announcements.stopped',
} as const satisfies Readonly<Record<AnnouncementPhase, TextKey>>;

const SHARED: ListKind<NamedAnnouncement> = {
  toKey: ({ announcementId }) => announcementId,
  columns: [
    { id: 'title', header: 'admin.announcements.name', cell: (row) => <AnnouncementLink row={row} /> },
    { id: 'games', header: 'admin.announcements.games', cell: (row) => <Games row={row} /> },
    { id: 'platforms', header: 'admin.announcements.platforms', cell: (row) => <Platforms row={row} /> },
    { id: 'versions', header: 'admin.announcements.versions', cell: (row) => <Versions row={row} /> },
    {
      id: 'starts',
      header: 'admin.announcements.starts',
      cell: ({ content }) => <WallTime of={content} at={content.starts} />,
    },
    {
      id: 'ends',
      header: 'admin.announcements.ends',
      cell: ({ content }) => <WallTime of={content} at={content.ends} />,
    },
    { id: 'priority', header: 'admin.announcements.priority', cell: (row) => row.content.priority, isNumber: true },
    { id: 'share', header: 'admin.announcements.share', cell: (row) => <Share row={row} />, isNumber: true },
    { id: 'sent', header: 'admin.announcements.sent', cell: ({ sent }) => <Count value={sent} />, isNumber: true },
    {
      id: 'acknowledged',
      header: 'admin.announcements.seen',
      cell: ({ acknowledged }) => <Count value={acknowledged} />,
      isNumber: true,
    },
  ],
  empty: 'admin.announcements.noneStopped',
  filter: { query: 'state', title: 'admin.announcements.states', choices: PHASE_NAMES },
  pages: {
    title: 'admin.announcements.pages',
    cursor: 'after',
    next: 'admin.announcements.more',
    first: 'admin.announcements.newest',
  },
};

export const ANNOUNCEMENTS: Readonly<Record<AnnouncementPhase, ListKind<NamedAnnouncement>>> = {
  live: { ...SHARED, empty: NoAnnouncements },
  scheduled: { ...SHARED, empty: 'admin.announcements.noneScheduled' },
  ended: { ...SHARED, empty: 'admin.announcements.noneEnded' },
  draft: { ...SHARED, empty: 'admin.announcements.noDrafts' },
  stopped: SHARED,
};

/** Of one game. */
export const FOUND_ANNOUNCEMENTS: ListKind<NamedAnnouncement> = { ...SHARED, empty: 'admin.announcements.noneFound' };

interface AnnouncementCellProps {
  readonly row: NamedAnnouncement;
}

function AnnouncementLink({ row }: AnnouncementCellProps) {
  const title = titleOf(row.content);
  return (
    <SiteLink
      to={`${ANNOUNCEMENTS_PATH}/${row.announcementId}`}
      prefetch="intent"
      className="xl:line-clamp-1 xl:min-w-72 font-extrabold wrap-anywhere text-link underline"
    >
      <span lang="en" title={title}>
        {title}
      </span>
    </SiteLink>
  );
}

function Games({ row: { gameNames } }: AnnouncementCellProps) {
  const { text, formatList } = useText();
  return gameNames.length === 0 ? text('admin.announcements.allGames') : <OneLine>{formatList(gameNames)}</OneLine>;
}

function Platforms({ row: { content } }: AnnouncementCellProps) {
  const { text, formatList } = useText();
  const names = content.platforms.map((platform) => SYSTEM_NAMES[platform]);
  return names.length === 0 ? text('admin.announcements.allPlatforms') : <OneLine>{formatList(names)}</OneLine>;
}

function OneLine({ children }: { readonly children: string }) {
  return (
    <span className="xl:line-clamp-1" title={children}>
      {children}
    </span>
  );
}

function Versions({ row: { content } }: AnnouncementCellProps) {
  const { text } = useText();
  if (content.versions === '') return text('admin.announcements.allVersions');
  return (
    <code lang="zxx" className="xl:line-clamp-1 text-sm" title={content.versions}>
      {content.versions}
    </code>
  );
}

interface WallTimeProps {
  readonly of: AnnouncementContent;
  readonly at: string | null;
}

/** Its day; with the time as it was typed for whoever points at it. */
function WallTime({ of, at }: WallTimeProps) {
  const { text, formatDate } = useText();
  if (at === null) return text('admin.announcements.noTime');
  const [date, timeZone] = [new Date(`${at}Z`), 'UTC'];
  const zone = of.zone ?? text('admin.announcements.clockOfPlayers');
  return (
    <span
      className="whitespace-nowrap"
      title={`${formatDate(date, { dateStyle: 'medium', timeStyle: 'short', timeZone })}, ${zone}`}
    >
      {formatDate(date, { dateStyle: 'medium', timeZone })}
    </span>
  );
}

function Share({ row: { content } }: AnnouncementCellProps) {
  const { formatNumber } = useText();
  return formatNumber(content.share / 100, { style: 'percent', maximumFractionDigits: 2 });
}

export function Count({ value }: { readonly value: number }) {
  return useText().formatNumber(value);
}

function NoAnnouncements() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2>{text('admin.announcements.none')}</h2>
      <p className="max-w-prose">{text('admin.announcements.noneHow')}</p>
    </EmptyState>
  );
}
