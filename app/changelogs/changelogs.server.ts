import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';
import { toAudience } from '#app/games/game.ts';
import { getGame, visibleGames } from '#app/games/games.server.ts';
import type { Game } from '#content/game.ts';
import type { Text } from '#lib/locale/messages.ts';
import { Problem } from '#lib/problem.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { SITE_APP } from './changelog.ts';
import type { ChangelogGame } from './changelog.ts';
import { noChangelog } from './problems.ts';
import type { NewRelease } from './release.ts';

export interface Changelog {
  readonly app: string;
  /** Without a locale. */
  readonly path: string;
  readonly name: string;
  /** In English. */
  readonly description?: string | undefined;
  readonly game?: ChangelogGame | undefined;
  /** Of the site's own programs: what ships with them is told on any site, also on one without the crate. */
  readonly own: readonly NewRelease[];
}

interface OwnChangelog {
  readonly name: string;
  readonly description: string;
  readonly releases: readonly NewRelease[];
}

const files = import.meta.glob<OwnChangelog>('#content/changelogs/*.json', { import: 'default', eager: true });

/** @param app `rumpus`, `rumpus-ce`, or the slug of a game @throws Problem 404 also for a game hidden from the actor */
export function getChangelog({ actor }: Pick<Current, 'actor'>, app: string): Changelog {
  const path = `/content/changelogs/${app}.json`;
  const own = Object.hasOwn(files, path) ? files[path] : undefined;
  if (own === undefined) return getGameChangelog(getGame(actor, app));
  const { name, description, releases } = own;
  return { app, name, description, own: releases, path: app === SITE_APP ? '/changelog' : `/changelogs/${app}` };
}

function getGameChangelog(game: Game): Changelog {
  if (!game.hasPatchnotes) throw new Problem(noChangelog);
  const { slug, name, field, operatingSystems: platforms } = game;
  const shown = { slug, name, field, platforms, audience: toAudience(game) };
  return { app: slug, path: `/games/${slug}/patchnotes`, name, game: shown, own: [] };
}

export function writeHeading(text: Text<TextKey>, { name, game }: Changelog): string {
  return game === undefined ? text('changelog.page.title', { name }) : text('changelogs.game.title', { game: name });
}

export function findChangelogs(current: Pick<Current, 'actor'>): Changelog[] {
  const own = Object.keys(files).map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length));
  const games = visibleGames(current.actor).flatMap(({ slug, hasPatchnotes }) => (hasPatchnotes ? slug : []));
  const others = own.filter((app) => app !== SITE_APP);
  return [SITE_APP, ...others, ...games].map((app) => getChangelog(current, app));
}

export function sitemapChangelogs(current: Current): SitemapEntry[] {
  return findChangelogs(current).map(({ path }) => ({ path }));
}
