import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { toSubject } from '#app/following/subject.ts';
import type { SubjectWords } from '#app/following/subject.ts';
import { SYSTEM_NAMES } from '#app/games/stores.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind, EventReader } from '#app/notifications/event-kind.server.ts';
import { notifyLater, withdrawLater } from '#app/notifications/events.server.ts';
import { tagValues } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import type { OperatingSystem } from '#content/game.ts';

import { PLATFORMS } from './changelog.ts';
import { findChangelogs } from './changelogs.server.ts';
import type { Changelog } from './changelogs.server.ts';
import { RELEASE_ITEMS, readReleaseFacts } from './releases.server.ts';

const changelogSubject: SubjectKind = {
  name: 'changelogs.app',
  describe: async (current, apps) =>
    new Map(
      findChangelogs(current)
        .filter(({ app }) => apps.includes(app))
        .map(({ app, name, path }): [string, SubjectWords] => [app, { title: name, path }]),
    ),
  findGameParts: async (current, games) => {
    const label = (await getText(current.locale))('following.part.releases');
    return findChangelogsOf(current, games).map(({ app }) => ({ game: app, id: app, label, offer: 'always' }));
  },
};

function findChangelogsOf(current: Current, games: readonly string[]): Changelog[] {
  return findChangelogs(current).filter(({ app, game }) => game !== undefined && games.includes(app));
}

/** The changelog of a game for one platform, as `app.platform`: who plays there hears of nothing else. */
const platformSubject: SubjectKind = {
  name: 'changelogs.platform',
  describe: async (current, ids) => {
    const changelogs = new Map(findChangelogs(current).map((changelog) => [changelog.app, changelog]));
    return new Map(
      ids.flatMap((id): [string, SubjectWords][] => {
        const [, app = '', platform] = /^([a-z0-9-]+)\.([a-z]+)$/.exec(id) ?? [];
        const changelog = changelogs.get(app);
        const known = PLATFORMS.find((one) => one === platform);
        if (changelog?.game === undefined || known === undefined) return [];
        const title = `${changelog.name} · ${SYSTEM_NAMES[known]}`;
        return [[id, { title, path: `${changelog.path}?platform=${known}` }]];
      }),
    );
  },
  findGameParts: async (current, games) => {
    const text = await getText(current.locale);
    return findChangelogsOf(current, games).flatMap(({ app }) =>
      PLATFORMS.map((platform) => {
        const label = text('following.part.platform', { platform: SYSTEM_NAMES[platform] });
        return { game: app, id: `${app}.${platform}`, label, offer: 'asked' };
      }),
    );
  },
};

export const CHANGELOG_SUBJECTS = [changelogSubject, platformSubject];

export function subjectOfChangelog({ app, game }: Changelog, platform: OperatingSystem | undefined): string {
  const isWhole = platform === undefined || game === undefined;
  return isWhole ? toSubject(changelogSubject.name, app) : toSubject(platformSubject.name, `${app}.${platform}`);
}

interface PublishedRelease {
  readonly itemId: string;
}

/** Of releases that stand in the list of everyone who may see the game. */
export const publishedRelease: EventKind<PublishedRelease> = {
  id: 'changelogs.published',
  title: 'notify.releases.title',
  about: 'notify.releases.about',
  least: 'authenticated',
  mail: 'daily',
  sample: { itemId: '01890000-0000-7000-8000-000000000000' },
  show: async (current, reader, events) => {
    const itemIds = [...new Set(events.map(({ details }) => details.itemId))];
    const { items } = await RELEASE_ITEMS.page(current, { itemIds });
    const found = new Map(items.map((item) => [item.itemId, item]));
    const changelogs = new Map(changelogsFor(current, reader).map((changelog) => [changelog.app, changelog]));
    return describeEvents(events, ({ itemId }) => {
      const item = found.get(itemId);
      const facts = item && readReleaseFacts(item);
      const changelog = item && changelogs.get(readApp(item));
      if (facts === undefined || changelog === undefined) return undefined;
      if (facts.isUnlisted || !isAtLeast(reader.role, facts.role)) return undefined;
      const values = { name: changelog.name, version: facts.version };
      return { text: 'notify.releases.published', values, path: changelog.path };
    });
  },
};

function changelogsFor(current: Current, { role }: EventReader): Changelog[] {
  return findChangelogs({ actor: { ...current.actor, role } });
}

function readApp(item: Item): string {
  return tagValues(item, 'app')[0] ?? '';
}

/** In the transaction that has shown the release. Who follows the changelog, or a platform that it is for, is told once. */
export async function notifyOfRelease(current: Current, item: Item): Promise<void> {
  const app = readApp(item);
  const { platforms = [] } = readReleaseFacts(item) ?? {};
  const concerned = platforms.length === 0 ? PLATFORMS : platforms;
  await notifyLater(current, publishedRelease, {
    key: item.itemId,
    details: { itemId: item.itemId },
    causedBy: current.actor.userId,
    subjects: [
      toSubject(changelogSubject.name, app),
      ...concerned.map((platform) => toSubject(platformSubject.name, `${app}.${platform}`)),
    ],
  });
}

export function withdrawReleaseEvents(current: Current, { itemId }: Item): Promise<void> {
  return withdrawLater(current, publishedRelease, [itemId]);
}
