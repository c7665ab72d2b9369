import { MAX_GIVEN } from '#app/announcements/announcement.ts';
import { previewAnnouncements } from '#app/announcements/preview.server.ts';
import type { HiddenAnnouncement } from '#app/announcements/preview.server.ts';
import { findZone } from '#app/announcements/schedule.server.ts';
import { localeOrDefault, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { visibleGames } from '#app/games/games.server.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Table } from '#lib/ui/table.tsx';

import { adminHead } from '../admin-head.server.ts';
import { AnnouncementCard } from '../announcements/announcement-card.tsx';
import { ANNOUNCEMENTS_PATH } from '../announcements/announcement-table.tsx';
import { ClientForm } from '../announcements/client-form.tsx';
import type { Route } from './+types/announcement-preview';

const PATH = `${ANNOUNCEMENTS_PATH}/preview`;

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const games = visibleGames(current.actor).map(({ slug, name }) => ({ slug, name }));
  const given = (name: string) => url.searchParams.get(name)?.trim().slice(0, MAX_GIVEN) ?? '';
  const asked = {
    game: given('game') || (games[0]?.slug ?? ''),
    platform: given('platform'),
    version: given('version'),
    locale: localeOrDefault(given('locale')),
    zone: given('zone'),
    installation: given('installation'),
    at: given('at'),
  };
  const head = await adminHead(current, 'admin.announcements.preview', 'admin.announcements.previewAbout');
  return {
    asked,
    games,
    ...(await previewAnnouncements(current, asked, asked.at)),
    isZoneWrong: asked.zone !== '' && findZone(asked.zone) === undefined,
    crumb: head.title,
    head,
  };
});

export default function AnnouncementPreview({ loaderData }: Route.ComponentProps) {
  const { text, richText } = useText();
  const { sent, hidden, at } = loaderData;
  return (
    <div className="space-y-4">
      <header>
        <h1>{text('admin.announcements.preview')}</h1>
        <p className="text-muted">{text('admin.announcements.previewAbout')}</p>
      </header>
      <ClientForm path={PATH} {...loaderData} />
      <Panel
        title={text('admin.announcements.previewShown', { count: sent.length })}
        aside={richText('admin.announcements.previewAt', { at: <LocalTime at={at} /> })}
      >
        {sent.length === 0 && <p className="text-muted">{text('admin.announcements.previewNothing')}</p>}
        <ol className="grid items-start gap-3 md:grid-cols-2">
          {sent.map((shown) => (
            <li key={shown.announcementId} className="space-y-1">
              <AnnouncementCard shown={{ ...shown, locale: localeOrDefault(shown.locale) }} />
              <p className="flex flex-wrap items-center gap-2 text-sm">
                <SiteLink to={`${ANNOUNCEMENTS_PATH}/${shown.announcementId}`} className="py-0.5 text-link underline">
                  {text('admin.announcements.toPage')}
                </SiteLink>
                {shown.state === 'draft' && <Badge>{text('admin.announcements.state', { state: 'draft' })}</Badge>}
              </p>
            </li>
          ))}
        </ol>
      </Panel>
      <HiddenTable hidden={hidden} />
    </div>
  );
}

const WHY_NOT = {
  otherGame: 'admin.announcements.why.otherGame',
  otherPlatform: 'admin.announcements.why.otherPlatform',
  noVersion: 'admin.announcements.why.noVersion',
  otherVersion: 'admin.announcements.why.otherVersion',
  otherLanguage: 'admin.announcements.why.otherLanguage',
  tooEarly: 'admin.announcements.why.tooEarly',
  over: 'admin.announcements.why.over',
  noInstallation: 'admin.announcements.why.noInstallation',
  notInShare: 'admin.announcements.why.notInShare',
  acknowledged: 'admin.announcements.why.acknowledged',
  crowdedOut: 'admin.announcements.why.crowdedOut',
} as const satisfies Readonly<Record<HiddenAnnouncement['why'], TextKey>>;

function HiddenTable({ hidden }: { readonly hidden: readonly HiddenAnnouncement[] }) {
  const { text } = useText();
  return (
    <Table
      caption={text('admin.announcements.hidden')}
      rows={hidden}
      toKey={({ announcementId }) => announcementId}
      empty={text('admin.announcements.nothingHidden')}
      columns={[
        {
          id: 'title',
          header: text('admin.announcements.name'),
          cell: ({ announcementId, title }) => (
            <SiteLink
              to={`${ANNOUNCEMENTS_PATH}/${announcementId}`}
              className="xl:line-clamp-1 font-extrabold wrap-anywhere text-link underline"
            >
              <span lang="en" title={title}>
                {title}
              </span>
            </SiteLink>
          ),
        },
        {
          id: 'state',
          header: text('admin.announcements.stateOf'),
          cell: ({ state }) => text('admin.announcements.state', { state }),
        },
        { id: 'why', header: text('admin.announcements.whyNot'), cell: ({ why }) => text(WHY_NOT[why]) },
      ]}
    />
  );
}
