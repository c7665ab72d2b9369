import type { TextKey } from '#app/current/locale.ts';
import alias from '#content/art/account-alias.svg';
import crown from '#content/art/badge-crown.svg';
import heart from '#content/art/badge-heart.svg';
import rocket from '#content/art/badge-rocket.svg';
import star from '#content/art/badge-star.svg';
import contactEmpty from '#content/art/contact-empty.svg';
import contact from '#content/art/contact.svg';
import bookmarksEmpty from '#content/art/cookie-jar.svg';
import votesEmpty from '#content/art/counting-ducks.svg';
import followsEmpty from '#content/art/feed-empty.svg';
import feedbagEmpty from '#content/art/feedbag-empty.svg';
import feedbag from '#content/art/feedbag.svg';
import likesEmpty from '#content/art/heart-with-wheelbarrow.svg';
import notifications from '#content/art/notifications-empty.svg';
import levelsEmpty from '#content/art/planet-by-hand.svg';
import questionsEmpty from '#content/art/podcast-nothing.svg';
import questions from '#content/art/podcast-questions.svg';
import playlistsEmpty from '#content/art/three-islands.svg';

/** One of somebody's own, as a row of its list. */
export interface Thing {
  readonly key: string;
  readonly to: string;
  readonly title: string;
  /** Of the title, where it is not that of the page. */
  readonly lang?: string | undefined;
  readonly picture?: string | undefined;
  /** In words, such as what became of it. */
  readonly badge?: string | undefined;
  readonly facts: readonly string[];
  /** When it was made, or last moved. */
  readonly at?: string | undefined;
}

interface ThingKindWords {
  readonly title: TextKey;
  readonly about: TextKey;
  readonly picture: string;
  /** In the place of an empty list, and where it leads on to. */
  readonly empty: TextKey;
  readonly drawing: string;
  readonly on: TextKey;
  readonly onPath: string;
  /** Where they are changed, if not on their own pages. */
  readonly manage?: { readonly text: TextKey; readonly path: string };
}

export const THING_KINDS = {
  levels: {
    title: 'things.levels.title',
    about: 'things.levels.about',
    picture: rocket,
    empty: 'things.levels.empty',
    drawing: levelsEmpty,
    on: 'things.levels.on',
    onPath: '/games/levelhead',
  },
  playlists: {
    title: 'things.playlists.title',
    about: 'things.playlists.about',
    picture: crown,
    empty: 'things.playlists.empty',
    drawing: playlistsEmpty,
    on: 'things.playlists.on',
    onPath: '/games/levelhead/playlists',
    manage: { text: 'things.playlists.manage', path: '/games/levelhead/playlists' },
  },
  bookmarks: {
    title: 'things.bookmarks.title',
    about: 'things.bookmarks.about',
    picture: star,
    empty: 'things.bookmarks.empty',
    drawing: bookmarksEmpty,
    on: 'things.bookmarks.on',
    onPath: '/games/levelhead/tower',
  },
  likes: {
    title: 'things.likes.title',
    about: 'things.likes.about',
    picture: heart,
    empty: 'things.likes.empty',
    drawing: likesEmpty,
    on: 'things.likes.on',
    onPath: '/games/levelhead/marketing',
    manage: { text: 'things.likes.manage', path: '/account/settings' },
  },
  messages: {
    title: 'things.messages.title',
    about: 'things.messages.about',
    picture: contact,
    empty: 'things.messages.empty',
    drawing: contactEmpty,
    on: 'things.messages.on',
    onPath: '/contact',
  },
  feedback: {
    title: 'things.feedback.title',
    about: 'things.feedback.about',
    picture: feedbag,
    empty: 'things.feedback.empty',
    drawing: feedbagEmpty,
    on: 'things.feedback.on',
    onPath: '/feedbag',
  },
  votes: {
    title: 'things.votes.title',
    about: 'things.votes.about',
    picture: alias,
    empty: 'things.votes.empty',
    drawing: votesEmpty,
    on: 'things.votes.on',
    onPath: '/feedbag',
  },
  questions: {
    title: 'things.questions.title',
    about: 'things.questions.about',
    picture: questions,
    empty: 'things.questions.empty',
    drawing: questionsEmpty,
    on: 'things.questions.on',
    onPath: '/podcast/questions/new',
  },
  follows: {
    title: 'things.follows.title',
    about: 'things.follows.about',
    picture: notifications,
    empty: 'things.follows.empty',
    drawing: followsEmpty,
    on: 'things.follows.on',
    onPath: '/games',
    manage: { text: 'things.follows.manage', path: '/alerts' },
  },
} as const satisfies Record<string, ThingKindWords>;

export type ThingKind = keyof typeof THING_KINDS;

export const THINGS_PATH = '/account/things';

/** No more are counted. */
export const MAX_COUNTED = 99;
