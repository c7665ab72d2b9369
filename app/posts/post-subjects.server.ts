import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { OfferedFollow } from '#app/following/follow.ts';
import { offerFollow } from '#app/following/follows.server.ts';
import { offerGameFollow } from '#app/following/game-follows.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { toSubject } from '#app/following/subject.ts';
import type { SubjectWords } from '#app/following/subject.ts';
import { visibleGames } from '#app/games/games.server.ts';
import { tagValues } from '#app/storage/item-tags.ts';
import { UserId, isTag, normalized } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';

import { FEEDS, FEED_TITLES } from './feed-name.ts';
import { feedPath } from './feed.ts';
import type { FeedTerm, PostFeed } from './feed.ts';

const feed: SubjectKind = {
  name: 'posts.feed',
  describe: async ({ locale }, ids) => {
    const text = await getText(locale);
    const known = FEEDS.filter((name) => ids.includes(name));
    return new Map(known.map((name) => [name, { title: text(FEED_TITLES[name]), path: `/${name}` }]));
  },
};

const topic: SubjectKind = {
  name: 'posts.topic',
  describe: async (current, ids) => {
    const text = await getText(current.locale);
    const known = ids.filter((id) => normalized(id) === id && isTag(`topic:${id}`));
    return new Map(
      known.map((id) => [id, { title: text('following.subject.topic', { topic: id }), path: pathToFeed('topic', id) }]),
    );
  },
};

const game: SubjectKind = {
  name: 'posts.game',
  describe: async ({ actor }, ids) => {
    const games = visibleGames(actor).filter(({ slug }) => ids.includes(slug));
    return new Map(games.map(({ slug, name }) => [slug, { title: name, path: pathToFeed('game', slug) }]));
  },
  findGameParts: async ({ actor, locale }, slugs) => {
    const label = (await getText(locale))('following.part.posts');
    const games = visibleGames(actor).filter(({ slug }) => slugs.includes(slug));
    return games.map(({ slug }) => ({ game: slug, id: slug, label, offer: 'always' }));
  },
};

const author: SubjectKind = {
  name: 'posts.author',
  describe: async (current, ids) => {
    const aliases = await findAliases(
      current,
      DEFAULT_CONTEXT,
      ids.filter((id) => UserId.safeParse(id).success),
    );
    return new Map(
      aliases.flatMap(({ userId, alias }): [string, SubjectWords][] =>
        alias === undefined ? [] : [[userId, { title: alias, path: pathToFeed('author', userId) }]],
      ),
    );
  },
};

export const postSubjects: readonly SubjectKind[] = [feed, topic, game, author];

function pathToFeed(kind: FeedTerm['kind'], value: string): string {
  return feedPath({ name: 'blog', segments: [[{ kind, value }]] });
}

export function subjectsOfPost(item: Item): string[] {
  const topics = tagValues(item, 'topic');
  const feeds = FEEDS.filter((name) => (name === 'blog' ? !topics.includes('devchat') : topics.includes(name)));
  return [
    ...feeds.map((name) => toSubject(feed.name, name)),
    ...tagValues(item, 'game').map((slug) => toSubject(game.name, slug)),
    ...item.collaborators.map((userId) => toSubject(author.name, userId)),
    ...topics.map((one) => toSubject(topic.name, one)),
  ];
}

/**
 * The button of a feed: of one topic, game or author, or of the feed itself. Undefined for an author without a name.
 * @param kinds of all nouns, whose subjects are parts of a game
 */
export function offerFeedFollow(
  current: Current,
  kinds: readonly SubjectKind[],
  { name, segments }: PostFeed,
): Promise<OfferedFollow | undefined> {
  const [term, ...others] = segments.flat();
  const isOne = name === 'blog' && term !== undefined && others.length === 0 && term.kind !== 'locale';
  const own = isOne && term.kind === 'game' && visibleGames(current.actor).find(({ slug }) => slug === term.value);
  if (own) return offerGameFollow(current, kinds, own);
  return offerFollow(
    current,
    postSubjects,
    isOne ? toSubject(`posts.${term.kind}`, term.value) : toSubject(feed.name, name),
  );
}
