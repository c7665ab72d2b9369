import { STORES, SYSTEM_NAMES } from '#app/games/stores.ts';
import { games } from '#content/games.ts';
import { PLATFORMS } from '#content/platforms.ts';
import { show } from '#content/podcast.ts';
import { studio, stages } from '#content/studio.ts';
import { team } from '#content/team.ts';

import { CAST } from './cast.ts';
import { textsIn } from './page-texts.ts';
import type { RenderedText } from './page-texts.ts';
import { SEEDED_POST } from './screen-world.ts';

/**
 * The texts of a page in the pseudo-locale that have no key: each is in plain letters, which no name, address or date is.
 * @param names of players and their levels
 */
export const textsWithoutKey = (html: string, names: readonly string[]): RenderedText[] =>
  textsIn(html).filter(({ text }) => LATIN.test(withoutPlain(text, names)));

/** What may stand on a page in plain letters although no element around it says that it is in English. */
const PLAIN = {
  names: [
    studio.name,
    show.title,
    'Community Edition API',
    ...games.map(({ name }) => name),
    ...team.map(({ name }) => name),
  ],
  people: Object.values(CAST).flatMap(({ alias, userId }) => [alias, userId]),
  stages: Object.values(stages).map(({ name }) => name),
  // They have names of their own, which no locale translates.
  stores: Object.values(STORES).flatMap(({ name, subscription = name }) => [name, subscription]),
  systems: [...Object.values(SYSTEM_NAMES), ...PLATFORMS],
  apps: ['Apple Podcasts', 'Spotify', 'Overcast', 'Pocket Casts'],
  formats: ['RSS', 'Atom', 'JSON Feed'],
  networks: ['Bluesky', 'Reddit'],
  languages: ['English'],
  topics: ['no-such-topic'],
  crates: ['posts'],
  // The head of a page cannot say that one sentence of it is in another language.
  heads: [studio.description, SEEDED_POST.title, SEEDED_POST.blurb, ...games.map(({ tagline }) => tagline)],
  subreddits: games.map(({ slug }) => slug),
  addresses: ['https://', 'a.example', studio.pressEmail],
};
const PLAIN_TEXTS = Object.values(PLAIN)
  .flat()
  .toSorted((one, other) => other.length - one.length);

const PLAIN_SHAPES = [
  // Browsers have no such language, so dates and lists are said by the rules of English.
  /\b\d{1,2}:\d{2}\s[AP]M\b/gu,
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g,
  /\b(?:[A-Z][a-z]{2}|\p{Lu}\p{Ll}+) \d{1,2}, \d{4}\b/gu,
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/g,
  /\b(?:now|\d+ (?:second|minute)s? ago)\b/,
  /,? and /g,
  // Players without a name of their own.
  /\b[A-Z][a-z]+ [A-Z][a-z]+ #\d{5}\b/g,
  // File names, sums of files, addresses, ids.
  /\b[a-z0-9-]+\.(?:png|svg)\b/g,
  /\b[0-9a-f]{64}\b/g,
  /http:\/\/localhost:8080\/\S*/g,
  /\S+@rumpus\.example\b/g,
  /@[a-z0-9-]+/g,
  // What a saved reply fills in.
  /\{\{[a-z]+\}\}/g,
  // The number of the request on an error page, and the role that the page of the demo cast names.
  /\b[0-9a-f]{10}-[0-9a-z]+\b/g,
  /\bauthenticated\b/g,
];

const LATIN = /[a-z]/i;
const withoutPlain = (text: string, names: readonly string[]) => {
  // Most texts have none of it to look for.
  if (!LATIN.test(text)) return text;
  const unnamed = [...names, ...PLAIN_TEXTS].reduce((rest, plain) => rest.replaceAll(plain, ''), text);
  return PLAIN_SHAPES.reduce((rest, shape) => rest.replace(shape, ''), unnamed);
};
