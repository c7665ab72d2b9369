import cast from '#database/seeds/cast.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { readFrontMatter } from '#lib/markdown/front-matter.ts';

import { hasAccounts, setAccount } from './accounts/accounts.server.ts';
import { addVerifiedEmail } from './accounts/emails/emails.server.ts';
import { DEFAULT_CONTEXT } from './aliases/alias.ts';
import { setAlias } from './aliases/aliases.server.ts';
import { NewRelease } from './changelogs/release.ts';
import { createRelease } from './changelogs/releases.server.ts';
import { inTransaction } from './current/current.server.ts';
import type { Current } from './current/current.server.ts';
import { isRole } from './current/role.ts';
import { seedFeedbag } from './feedbag/seed-feedbag.server.ts';
import { DEMO_WORLD, seedWorld } from './levelhead/world/seed-world.server.ts';
import type { WorldSize } from './levelhead/world/world.ts';
import { discardPendingEvents } from './notifications/events.server.ts';
import { seedEpisodes, seedQuestions } from './podcast/seed-episodes.server.ts';
import { Collection } from './storage/collection.server.ts';
import { ItemParameters } from './storage/item.ts';
import { jsonBody, markdownBody } from './storage/writes/bodies.server.ts';
import { seedAnswers } from './support/seed-answers.server.ts';

const posts = import.meta.glob<string>('../database/seeds/posts/*.md', { query: '?raw', import: 'default' });
const changelogs = import.meta.glob<ChangelogSeed>('../database/seeds/changelogs/*.json', { import: 'default' });
const library = import.meta.glob<LibrarySeed>('../database/seeds/public-library/*.json', { import: 'default' });

/**
 * Inserts `database/seeds` through the deeds into a database that has nothing but what the site needs, in one transaction,
 * so that the next start repeats one that was killed; a concurrent one waits and finds it done.
 * @param current a super, because seeds have owners and dates of their own
 * @param world  of the level game
 */
export async function seed(current: Current, world = DEMO_WORLD): Promise<boolean> {
  return inTransaction(current, async (current) => {
    await current.db.extendTimeout(OTHERS_SEED_MS);
    await current.db.query(sql`select set_config('lock_timeout', ${String(OTHERS_SEED_MS)}, true)`);
    await current.db.query(sql`select pg_advisory_xact_lock(hashtext('seed'))`);
    if (await hasAccounts(current)) return false;
    await seedAll(current, world);
    return true;
  });
}

const OTHERS_SEED_MS = 120_000;

async function seedAll(current: Current, world: WorldSize): Promise<void> {
  for (const { userId, role, alias, email, since } of cast) {
    if (!isRole(role)) throw new Error(`cast.json has an unknown role ${role}`);
    await setAccount(current, userId, role, new Date(since));
    await addVerifiedEmail(current, userId, email);
    await setAlias(current, DEFAULT_CONTEXT, userId, alias);
  }
  for (const load of Object.values(posts)) await seedPost(current, await load());
  await seedAnswers(current, userIdOf('staff'));
  await seedEpisodes(current, userIdOf('staff'));
  for (const load of Object.values(changelogs)) await seedChangelog(current, await load());
  for (const load of Object.values(library)) await seedLibraryItem(current, await load());
  await seedFeedbag(current, userIdOf);
  await seedQuestions(current, userIdOf);
  const players = cast.map(({ userId }) => userId);
  await seedWorld(current, world, players);
  await discardPendingEvents(current);
}

interface LibrarySeed {
  name: string;
  owner: string;
  collaborators?: string[];
  tags: string[];
  map: Record<string, string>;
  body: object;
}

interface ChangelogSeed {
  app: string;
  authors: string[];
  releases: unknown[];
}

async function seedChangelog(current: Current, { app, authors, releases }: ChangelogSeed): Promise<void> {
  for (const release of releases) {
    await createRelease(current, app, NewRelease.parse(release), authors.map(userIdOf));
  }
}

interface FrontMatter {
  name: string;
  title: string;
  blurb: string;
  image: string;
  /** Says what the drawing shows, to those who do not see it. */
  imageAlt?: string;
  date: string;
  authors: string[];
  tags: string[];
}

async function seedPost(current: Current, text: string): Promise<void> {
  const [front, body] = readFrontMatter<FrontMatter>(text);
  const { name, title, blurb, image, imageAlt, date, authors, tags } = front;
  const map = { title, blurb, image, ...(imageAlt && { imageAlt }), date };
  const parameters = { name, tags, map, collaborators: authors.map(userIdOf), createdAt: date };
  await new Collection('posts').create(current, ItemParameters.parse(parameters), markdownBody(body));
}

async function seedLibraryItem(
  current: Current,
  { name, owner, collaborators = [], tags, map, body }: LibrarySeed,
): Promise<void> {
  const parameters = ItemParameters.parse({ name, tags, map, collaborators: [owner, ...collaborators].map(userIdOf) });
  await new Collection('public-library').create(current, parameters, jsonBody(body));
}

function userIdOf(castName: string): string {
  const member = cast.find((one) => one.cast === castName);
  if (member === undefined) throw new Error(`the seeds name ${castName}, who is not in cast.json`);
  return member.userId;
}
