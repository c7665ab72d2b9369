import { profileCardSubject } from '#app/account/profile/profiles.server.ts';
import { getChangelog } from '#app/changelogs/changelogs.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, getText, isSelectableLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { isStaff } from '#app/current/role.ts';
import { getEditedDocument } from '#app/editor/kinds/document-kind.server.ts';
import { getGame, maySeeDrawing } from '#app/games/games.server.ts';
import { levelCardSubject, playerCardSubject, playlistCardSubject } from '#app/levelhead/card-subjects.server.ts';
import { cardPicture, drawCard } from '#app/media/cards/draw-card.server.tsx';
import type { Card } from '#app/media/cards/draw-card.server.tsx';
import {
  getGeneratedImage,
  generatedImageKey,
  generatedImageReply,
} from '#app/media/making/generated-images.server.ts';
import type { GeneratedImage } from '#app/media/making/generated-images.server.ts';
import { findSnippet } from '#app/media/making/pictures.server.ts';
import type { Original } from '#app/media/making/pictures.server.ts';
import { CARD_KINDS, CARD_PAGES } from '#app/media/share-card.ts';
import type { CardKind, CardPage } from '#app/media/share-card.ts';
import { isSnippetName } from '#app/media/snippet-name.ts';
import { cardQueue } from '#app/media/work-queue.server.ts';
import { POLICIES, POLICY_NAMES } from '#app/policies/policy.ts';
import { POSTS } from '#app/posts/editing/posts-kind.server.ts';
import { getPost } from '#app/posts/reading/reading.server.ts';
import { studio } from '#content/studio.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { notFound } from '#lib/calls/problems.ts';
import { hasKey } from '#lib/has-key.ts';
import { ENCODER } from '#lib/images/images.server.ts';
import { Problem } from '#lib/problem.ts';

/** Increased when the same card is drawn differently. */
const DRAWING = 1;
/** Revalidated each time; 304 unless a text or picture has changed. */
const CACHING = 'public, no-cache';
const LOGO = 'logo';
const MAX_CHARACTERS = 140;

/** At an address such as `/media/cards/game/crashlands.png`, else undefined. @throws Problem 404 for a hidden page */
export async function findShareCard(
  current: Current,
  request: Request,
  path: string,
  search: string,
): Promise<Reply | undefined> {
  const [, kind, id = ''] = /^\/media\/cards\/([a-z]+)\/([^/]{1,300})\.png$/.exec(path) ?? [];
  const known = CARD_KINDS.find((one) => one === kind);
  if (known === undefined) return undefined;
  const requested = new URLSearchParams(search).get('locale');
  const locale = isSelectableLocale(requested) ? requested : DEFAULT_LOCALE;
  const { picture, ...words } = await subjects[known](current, decoded(id), locale);
  const card = { locale, kicker: words.kicker, title: shortened(words.title) };
  const [original, logo] = await Promise.all([getCardOriginal(current, picture), getCardOriginal(current, LOGO)]);
  const how = { make: () => draw(card, original, logo), lane: cardQueue, signal: request.signal };
  const of = [card.locale, card.kicker, card.title, original.sha256, logo.sha256];
  const made = await getGeneratedImage(current, generatedImageKey('card', ENCODER, DRAWING, ...of), how);
  return generatedImageReply(current, request, made, {
    ...how,
    caching: CACHING,
  });
}

interface CardSubject {
  kicker: string;
  title: string;
  /** The name of a picture, or one that is drawn for the card. */
  picture: string | Original;
}

const subjects: Record<CardKind, (current: Current, id: string, locale: Locale) => Promise<CardSubject>> = {
  site: async (_current, id, locale) => {
    if (id !== 'home') throw new Problem(notFound);
    const text = await getText(locale);
    return { kicker: studio.name, title: text('home.page.title'), picture: studio.shareImage };
  },
  page: async (_current, id, locale) => {
    if (!hasKey(CARD_PAGES, id)) throw new Problem(notFound);
    const text = await getText(locale);
    const title = text(CARD_PAGES[id], { studio: studio.name });
    return { kicker: studio.name, title, picture: PAGE_PICTURES[id] };
  },
  game: async ({ actor }, slug, locale) => {
    const game = getGame(actor, slug);
    const text = await getText(locale);
    return { kicker: text('shell.header.games'), title: game.name, picture: `box-${game.slug}` };
  },
  post: async (current, name, locale) => {
    const { post } = await getPost(current, name, locale);
    const text = await getText(locale);
    return { kicker: text('shell.header.blog'), title: post.title, picture: post.image ?? studio.shareImage };
  },
  draft: async (current, name, locale) => {
    if (!isStaff(current.actor.role)) throw new Problem(notFound);
    const { values } = await getEditedDocument(current, POSTS, name);
    const text = await getText(locale);
    const picture = isSnippetName(values.image) ? values.image : studio.shareImage;
    return { kicker: text('shell.header.blog'), title: values.title, picture };
  },
  policy: async (_current, id, locale) => {
    const policy = POLICIES.find((one) => one === id);
    if (policy === undefined) throw new Problem(notFound);
    const text = await getText(locale);
    return { kicker: studio.name, title: text(POLICY_NAMES[policy]), picture: studio.shareImage };
  },
  changelog: async (current, app, locale) => {
    const { name, game } = getChangelog(current, app);
    const text = await getText(locale);
    const [title, picture] =
      game === undefined
        ? [text('changelog.page.title', { name }), 'changelog']
        : [text('changelogs.game.title', { game: name }), `box-${game.slug}`];
    return { kicker: studio.name, title, picture };
  },
  level: levelCardSubject,
  player: playerCardSubject,
  playlist: playlistCardSubject,
  profile: profileCardSubject,
};

const PAGE_PICTURES: Record<CardPage, string> = {
  about: studio.shareImage,
  games: studio.shareImage,
  telegrams: 'newsletter',
  'rumpus-ce': 'rumpus-ce',
};

/** The picture, or the studio's share image when it is missing or not public. */
async function getCardOriginal(current: Current, name: string | Original): Promise<Original> {
  if (typeof name !== 'string') return name;
  const shown = maySeeDrawing(current.actor, name) ? name : studio.shareImage;
  const found = (await findSnippet(current, shown)) ?? (await findSnippet(current, studio.shareImage));
  if (found === undefined) throw new Error(`content/art has no ${studio.shareImage}.svg`);
  return found;
}

async function draw(card: Card, original: Original, logo: Original): Promise<GeneratedImage> {
  const bytes = await drawCard(card, await cardPicture(original), await cardPicture(logo));
  return { bytes, type: 'image/png' };
}

function shortened(title: string): string {
  const characters = Array.from(title);
  return characters.length <= MAX_CHARACTERS ? title : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new Problem(notFound);
  }
}
