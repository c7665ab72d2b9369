import { countOwnSubmissions, findOwnSubmissions } from '#app/contact/own-submissions.server.ts';
import { OWN_STATE_NAMES } from '#app/contact/submission.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { countOwnEntries, findOwnEntries } from '#app/feedbag/entries/own-entries.server.ts';
import { entryPath, isOfFeedbag } from '#app/feedbag/entry.ts';
import type { EntryCard } from '#app/feedbag/entry.ts';
import { countOwnFollows, findOwnFollows } from '#app/following/follows.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { levelIconUrl } from '#app/levelhead/art/art-url.ts';
import type { LevelCard } from '#app/levelhead/level-card.ts';
import { findLanguage } from '#app/levelhead/level-cards.tsx';
import { findLikedLevels } from '#app/levelhead/liked-levels.server.ts';
import { countOwnLevels, countOwnSet, findBookmarkedLevels, findOwnLevels } from '#app/levelhead/own-levels.server.ts';
import { findOwnPlaylists } from '#app/levelhead/playlists/own-playlists.server.ts';
import { QUESTIONS_PROJECT } from '#app/podcast/questions/question.ts';
import { withFacts } from '#app/podcast/questions/questions.server.ts';
import type { Text } from '#lib/locale/messages.ts';

import { MAX_COUNTED, THING_KINDS } from './thing.ts';
import type { Thing, ThingKind } from './thing.ts';

interface ThingPage {
  readonly things: readonly Thing[];
  /** The cursor of the page that follows. */
  readonly next: string | undefined;
}

interface OwnThings {
  find(current: Current, after: string | undefined, subjects: readonly SubjectKind[]): Promise<ThingPage>;
  /** No more than so many. */
  count(current: Current, most: number): Promise<number>;
}

const PAGE = 20;

/** A page of what the actor has of a kind, the latest first but for follows and playlists. @throws Problem 401, and what its noun refuses */
export function findThings(
  current: Current,
  kind: ThingKind,
  after: string | undefined,
  subjects: readonly SubjectKind[],
): Promise<ThingPage> {
  requireUser(current);
  return OWN_THINGS[kind].find(current, after, subjects);
}

/** How many there are of each kind, one more than `MAX_COUNTED` at most. @throws Problem 401 */
export async function countThings(current: Current): Promise<Record<ThingKind, number>> {
  requireUser(current);
  const counts = Object.keys(THING_KINDS).map(async (name) => {
    const count = await OWN_THINGS[name as ThingKind].count(current, MAX_COUNTED + 1);
    return [name, Math.min(count, MAX_COUNTED + 1)] as const;
  });
  return Object.fromEntries(await Promise.all(counts)) as Record<ThingKind, number>;
}

const FEEDBACK = { by: 'writing', isProject: isOfFeedbag } as const;
const VOTES = { by: 'vote', isProject: () => true } as const;
const QUESTIONS = { by: 'writing', isProject: (projectId: string) => projectId === QUESTIONS_PROJECT } as const;

const OWN_THINGS: Record<ThingKind, OwnThings> = {
  levels: {
    find: async (current, after) => {
      const [{ levels, next }, text] = await Promise.all([
        findOwnLevels(current, after, PAGE),
        getText(current.locale),
      ]);
      const toThing = levelThing(text);
      const unlisted = text('arcade.level.unlisted');
      const things = levels.map((level) =>
        Object.assign(toThing(level), { badge: level.isUnlisted ? unlisted : undefined }),
      );
      return { things, next };
    },
    count: countOwnLevels,
  },
  playlists: {
    find: async (current) => {
      const [playlists, text] = await Promise.all([findOwnPlaylists(current), getText(current.locale)]);
      const things = playlists.map(({ playlistId, name, levelIds }) => ({
        key: playlistId,
        to: `/games/levelhead/playlists/${playlistId}`,
        title: name,
        facts: [text('arcade.playlists.count', { count: levelIds.length })],
      }));
      return { things, next: undefined };
    },
    count: async (current) => (await findOwnPlaylists(current)).length,
  },
  bookmarks: {
    find: async (current, after) => showLevels(current, await findBookmarkedLevels(current, after, PAGE)),
    count: (current) => countOwnSet(current, 'bookmarks'),
  },
  likes: {
    find: async (current, after) => {
      const own = { isOwn: true, limit: PAGE };
      return showLevels(current, await findLikedLevels(current, requireUser(current), after, own));
    },
    count: (current) => countOwnSet(current, 'likes'),
  },
  messages: {
    find: async (current, after) => {
      const [{ submissions, next }, text] = await Promise.all([
        findOwnSubmissions(current, after, PAGE),
        getText(current.locale),
      ]);
      const things = submissions.map(({ subjectId, title, state, lastAt }) => ({
        key: subjectId,
        to: `/contact/submissions/${subjectId}`,
        title,
        badge: text(OWN_STATE_NAMES[state]),
        facts: [],
        at: lastAt,
      }));
      return { things, next };
    },
    count: countOwnSubmissions,
  },
  feedback: {
    find: async (current, after) => showEntries(current, await findOwnEntries(current, FEEDBACK, after, PAGE)),
    count: (current, most) => countOwnEntries(current, FEEDBACK, most),
  },
  votes: {
    find: async (current, after) => showEntries(current, await findOwnEntries(current, VOTES, after, PAGE)),
    count: (current, most) => countOwnEntries(current, VOTES, most),
  },
  questions: {
    find: async (current, after) => {
      const { entries, next } = await findOwnEntries(current, QUESTIONS, after, PAGE);
      return showEntries(current, { entries: await withFacts(current, entries), next });
    },
    count: (current, most) => countOwnEntries(current, QUESTIONS, most),
  },
  follows: {
    find: async (current, after, subjects) => {
      const { follows, next } = await findOwnFollows(current, subjects, { after, limit: PAGE });
      return {
        things: follows.map(({ subject, title, path }) => ({ key: subject, to: path, title, facts: [] })),
        next,
      };
    },
    count: async (current) => (await countOwnFollows(current)) + (await countOwnSet(current, 'following')),
  },
};

interface LevelList {
  readonly levels: readonly LevelCard[];
  readonly next: string | undefined;
}

async function showLevels(current: Current, { levels, next }: LevelList): Promise<ThingPage> {
  const text = await getText(current.locale);
  const toThing = levelThing(text);
  const by = (level: LevelCard) => text('things.level.by', { name: level.creator.name ?? text('arcade.player.gone') });
  const things = levels.map((level) => {
    const thing = toThing(level);
    return { ...thing, facts: [by(level), ...thing.facts] };
  });
  return { things, next };
}

function levelThing(text: Text<TextKey>) {
  return ({ levelId, title, locale, content, createdAt, likes, players }: LevelCard): Thing => ({
    key: levelId,
    to: `/games/levelhead/levels/${levelId}`,
    title,
    lang: findLanguage(locale),
    picture: levelIconUrl(levelId, content),
    facts: [text('things.level.likes', { count: likes }), text('things.level.players', { count: players })],
    at: createdAt,
  });
}

interface EntryList {
  readonly entries: readonly EntryCard[];
  readonly next: string | undefined;
}

const STANDINGS = { pending: 'feedbag.entry.pending', hidden: 'feedbag.entry.hidden' } as const;

async function showEntries(current: Current, { entries, next }: EntryList): Promise<ThingPage> {
  const text = await getText(current.locale);
  const things = entries.map((entry) => ({
    key: entry.subjectId,
    to: entryPath(entry),
    title: entry.title,
    badge: entry.standing === 'shown' ? entry.look.name : text(STANDINGS[entry.standing]),
    facts: [
      text('things.entry.votes', { count: entry.votes }),
      text('feedbag.entry.comments', { count: entry.comments }),
    ],
    at: entry.createdAt,
  }));
  return { things, next };
}
