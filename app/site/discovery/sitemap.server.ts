import { sitemapChangelogs } from '#app/changelogs/changelogs.server.ts';
import { TOPICS } from '#app/contact/topic.ts';
import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { alternates } from '#app/current/locale.ts';
import { sitemapFeedbag } from '#app/feedbag/entries/find-entries.server.ts';
import { sitemapGames } from '#app/games/games.server.ts';
import { sitemapLevels } from '#app/levelhead/levels.server.ts';
import { sitemapPlayers } from '#app/levelhead/players.server.ts';
import { sitemapEpisodes } from '#app/podcast/episodes.server.ts';
import { POLICIES, versionInForce } from '#app/policies/policy.ts';
import { sitemapPosts } from '#app/posts/posts.server.ts';
import { sitemapAnswers } from '#app/support/answer-items.server.ts';
import { sitemapTelegrams } from '#app/telegrams/archive/archive.server.ts';
import { GROUP_NAMES } from '#content/api-docs/call-groups.ts';
import { Batcher } from '#lib/batcher.ts';
import { sitemapIndexXml, sitemapXml } from '#lib/sitemap/sitemap.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

type Contribution = (current: Current) => Iterable<SitemapEntry> | AsyncIterable<SitemapEntry>;

const CONTRIBUTIONS: Contribution[] = [
  () =>
    ['/', '/about', '/rumpus-ce', '/api/docs/community-edition', '/telegrams', '/contact'].map((path) => ({ path })),
  () => GROUP_NAMES.map((group) => ({ path: `/api/docs/community-edition/${group}` })),
  () => Object.keys(TOPICS).map((topic) => ({ path: `/contact/topics/${topic}` })),
  () => POLICIES.map((policy) => ({ path: `/${policy}`, lastmod: new Date(versionInForce(policy)) })),
  sitemapGames,
  sitemapChangelogs,
  sitemapPosts,
  sitemapAnswers,
  sitemapEpisodes,
  sitemapTelegrams,
  sitemapFeedbag,
  sitemapLevels,
  sitemapPlayers,
];

/** Addresses of one part; the protocol allows 50,000, which search engines read slowly. */
const MAX_ADDRESSES = 10_000;
/** Every page has an address in each complete locale and a bare one. */
export const PART_PAGES = Math.floor(MAX_ADDRESSES / alternates('/', '').length);

/** The index of the sitemap, `/sitemap.xml`, or a part of it; undefined when the path is neither. */
export async function sitemapAt(current: Current, path: string): Promise<string | undefined> {
  const part = /^\/sitemap\/(\d{1,6})\.xml$/.exec(path)?.[1];
  if (path !== '/sitemap.xml' && part === undefined) return undefined;
  const { publicUrl } = current.config;
  const pages = await current.db.state.get(createWalks).run('', current);
  const parts = Array.from({ length: Math.ceil(pages.length / PART_PAGES) }, (_, at) =>
    pages.slice(at * PART_PAGES, (at + 1) * PART_PAGES),
  );
  if (part === undefined) {
    return sitemapIndexXml(
      parts.map((pages, at) => ({ url: `${publicUrl}/sitemap/${at + 1}.xml`, lastmod: latest(pages) })),
    );
  }
  const requested = parts[Number(part) - 1];
  return (
    requested &&
    sitemapXml(
      requested.map(({ path, lastmod, image }) => ({
        alternates: alternates(path, publicUrl),
        lastmod,
        image: image && `${publicUrl}${image}`,
      })),
    )
  );
}

/** Those who ask before a walk begins share it: one that is on its way may have passed what is hidden by now. */
const createWalks = () =>
  new Batcher<Current, SitemapEntry[]>(async (visits) => {
    const [first] = visits;
    const pages = first === undefined ? [] : await walk(first);
    return visits.map(() => pages);
  }, Infinity);

/** The pages that a visitor may see, whoever the actor is. */
async function walk(current: Current): Promise<SitemapEntry[]> {
  const visitor = asVisitor(current);
  const pages: SitemapEntry[] = [];
  for (const contribution of CONTRIBUTIONS) {
    for await (const entry of contribution(visitor)) pages.push(entry);
  }
  return pages;
}

function latest(pages: readonly SitemapEntry[]): Date | undefined {
  const times = pages.flatMap(({ lastmod }) => (lastmod === undefined ? [] : [lastmod.getTime()]));
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}
