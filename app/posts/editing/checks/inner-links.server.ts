import type { Current } from '#app/current/current.server.ts';
import { pathWithoutLocale } from '#app/current/locale.ts';
import { hasScreen } from '#app/current/page/screens.server.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { getGame, visibleGames } from '#app/games/games.server.ts';
import type { Item } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import { studio } from '#content/studio.ts';
import type { ArticleOutline } from '#lib/markdown/article.ts';
import { Problem } from '#lib/problem.ts';
import { splitDocument } from '#lib/syndication/feed-format.ts';

import { POSTS_CRATE } from '../../cache-topics.ts';
import { FEEDS } from '../../feed-name.ts';
import { parseFeed } from '../../feed.ts';
import { POST_ITEMS } from '../../posts.server.ts';
import { findPathByOldName } from '../../posts.server.ts';
import { renderPost } from '../../reading/rendered-post.server.ts';
import type { CheckedLink, LinkState } from './post-rules.ts';

/** Of one text. Nobody links more, and whoever does is not kept waiting: those after them count as found. */
const MAX_LINKS = 200;
/** Each is one more question to the database. */
const MAX_OLD_NAMES = 16;
const MAX_POSTS = 16;

interface LinkedText {
  /** The end of its address; empty while it has none. */
  readonly slug: string;
  readonly links: ArticleOutline['links'];
  readonly ids: ReadonlySet<string>;
}

/** What stands behind each link to this site; no other site is ever asked. */
export async function checkInnerLinks(current: Current, { slug, links, ids }: LinkedText): Promise<CheckedLink[]> {
  const own = `/post/${encodeURIComponent(slug || 'draft')}`;
  const inner = links.slice(0, MAX_LINKS).flatMap((link) => {
    const url = URL.parse(link.href, `${current.config.publicUrl}${own}`);
    return url === null || isOurs(current, url) ? [{ ...link, url }] : [];
  });
  const names = inner.flatMap(({ url }) => (url === null ? [] : (postNameIn(url) ?? [])));
  const posts = await findLinkedPosts(
    current,
    [...new Set(names)].filter((name) => name !== slug),
  );
  const states = inner.map(async ({ href, line, url }): Promise<CheckedLink> => {
    if (url === null) return { href, line, state: 'missing' };
    const isOwn = url.pathname === own || href.startsWith('#');
    if (isOwn) return { href, line, state: hasAnchor(ids, url) ? 'found' : 'no such heading' };
    const name = postNameIn(url);
    return {
      href,
      line,
      state: name === undefined ? pageState(url.pathname) : await posts.findState(name, url),
    };
  });
  return Promise.all(states);
}

function isOurs({ config }: Current, url: URL): boolean {
  return ownOrigins(config.publicUrl).has(url.origin) || url.origin === studio.origin;
}

function hasAnchor(ids: ReadonlySet<string>, { hash }: URL): boolean {
  return hash.length <= 1 || ids.has(decoded(hash.slice(1)) ?? '');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function postNameIn({ pathname }: URL): string | undefined {
  const [, name] = /^\/post\/([^/]+)\/?$/.exec(pathWithoutLocale(pathname)) ?? [];
  const text = name && decoded(name);
  return text !== undefined && text.length <= 128 && !/[,\0]/.test(text) ? text : undefined;
}

const READER = { role: 'public' } as const;
const EDITOR = { role: 'staff' } as const;

function pageState(pathname: string): LinkState {
  const path = pathWithoutLocale(pathname);
  if (/^\/(?:api|media|assets)\//.test(path)) return 'found';
  const [, area = '', slug = '', rest] = /^\/([^/]+)(?:\/([^/]+)(?:\/([^/]+))?)?/.exec(path) ?? [];
  if (FEEDS.some((feed) => feed === area)) {
    const feed = splitDocument(path)?.feedPath ?? path;
    return parseFeed(feed, new Set(visibleGames(READER).map((game) => game.slug))) ? 'found' : 'missing';
  }
  if (!hasScreen(path)) return 'missing';
  if (area === 'admin' || area === 'editor' || area === 'dev') return 'hidden';
  if (area === 'games' && slug !== '') return seen((role) => hasGamePage(role, decoded(slug) ?? '', rest));
  if (area === 'changelogs') return changelogState(slug);
  return 'found';
}

type Viewer = Parameters<typeof getGame>[0];

/** @param look refuses what the viewer may not see */
function seen(look: (viewer: Viewer) => unknown): LinkState {
  return maySee(READER, look) ? 'found' : maySee(EDITOR, look) ? 'hidden' : 'missing';
}

function maySee(viewer: Viewer, look: (viewer: Viewer) => unknown): boolean {
  try {
    return look(viewer) !== false;
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return false;
    throw error;
  }
}

function hasGamePage(viewer: Viewer, slug: string, page: string | undefined): boolean {
  // A page of its own, such as that of all levels, is no game's.
  if (page === 'void') return true;
  const game = getGame(viewer, slug);
  if (page === 'presskit') return game.presskit !== undefined;
  return page === 'patchnotes' ? game.hasPatchnotes : true;
}

/** Of the studio's own programs, by their files. */
const OWN_CHANGELOGS = import.meta.glob<string>('#content/changelogs/*.json', { import: 'name', eager: true });

/** Those of games have the rights of the game. */
function changelogState(app: string): LinkState {
  if (Object.hasOwn(OWN_CHANGELOGS, `/content/changelogs/${app}.json`)) return 'found';
  return seen((viewer) => getGame(viewer, app).hasPatchnotes);
}

async function findLinkedPosts(current: Current, names: readonly string[]) {
  const posts = await findNamed(current, names);
  let [oldNames, read] = [0, 0];
  const findState = async (name: string, url: URL): Promise<LinkState> => {
    const post = posts.get(name);
    if (post?.tags.includes('hidden')) return 'hidden';
    if (post !== undefined) {
      if (url.hash.length <= 1 || (read += 1) > MAX_POSTS) return 'found';
      return (await hasHeading(current, post, url)) ? 'found' : 'no such heading';
    }
    if ((oldNames += 1) > MAX_OLD_NAMES) return 'found';
    return (await findPathByOldName(current, name)) === undefined ? 'missing' : 'found';
  };
  return { findState };
}

/** By their names, and by their ids as far as they have none. */
async function findNamed(current: Current, names: readonly string[]): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  for (let at = 0; at < names.length; at += PAGE) {
    const { items } = await POST_ITEMS.page(current, { names: names.slice(at, at + PAGE), limit: PAGE });
    for (const item of items) found.set(item.name ?? item.itemId, item);
  }
  return found;
}

const PAGE = 100;

async function hasHeading(current: Current, post: Item, { hash }: URL): Promise<boolean> {
  const { headings, html } = await renderPost(current, await getItemBody(current, POSTS_CRATE, post.itemId));
  const id = decoded(hash.slice(1)) ?? '';
  return headings.some((heading) => heading.id === id) || html.includes(`id="${id.replaceAll('"', '&#x22;')}"`);
}
