import { expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { DEMO_WORLD, seedWorld } from '#app/levelhead/world/seed-world.server.ts';
import { findDrawing } from '#app/media/art.server.ts';
import { makeNeeds } from '#app/needs.server.ts';
import type { Noun } from '#app/noun/noun.server.ts';
import { nouns } from '#app/nouns.server.ts';
import { seed } from '#app/seed.server.ts';
import cast from '#database/seeds/cast.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';

import { findUndeclaredIds } from '../people/personal-columns.ts';
import { useTestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';

const site = useTestSite();
/** Small: the start of the built site makes the whole one. */
const WORLD = { ...DEMO_WORLD, players: 40, levels: 60, playlists: 4, trials: 3 };
const SEEDED: readonly Noun[] = [
  ...nouns.filter(({ name }) => name !== 'levelhead'),
  { name: 'levelhead', seed: async (current, { userIds }) => void (await seedWorld(current, WORLD, userIds)) },
];

test('a site whose database is empty has a home page without posts, on every stage', async () => {
  for (const stage of ['localhost', 'beta', 'www']) {
    const response = await openTestApp(site, { STAGE: stage }).sendRequest('/', {
      headers: { 'accept-language': 'en' },
    });
    expect([response.status, await response.text()], stage).toEqual([
      200,
      expect.stringContaining('Nothing to read yet.'),
    ]);
  }
});

test('a seeding that breaks off leaves nothing, and the next start makes it good', async () => {
  const current = systemCurrent(site.parts);
  await site.parts.db.query(sql`truncate accounts, aliases, alias_names, sessions cascade`);
  await expect(seed(current, SEEDED)).rejects.toMatchObject({ code: 'storage.noCrate' });
  expect(await site.parts.db.query(sql`select user_id from accounts union all select alias from aliases`)).toEqual([]);
  await makeNeeds(current);
  expect(await seed(current, SEEDED)).toBe(true);
  await site.parts.db.query(sql`truncate items cascade`);
  await site.parts.db.query(sql`delete from item_tags`);
});

test('the demo content goes into an empty database once, and the home page shows its two newest posts', async () => {
  const current = systemCurrent(site.parts);
  expect(await seed(current, SEEDED)).toBe(false);
  await site.parts.db.query(sql`truncate accounts, aliases, alias_names, sessions, shortlinks cascade`);
  expect(await seed(current, SEEDED)).toBe(true);
  expect(await seed(current, SEEDED)).toBe(false);
  const html = await (await openTestApp(site).sendRequest('/')).text();
  expect(new Set(html.match(/href="\/post\/[^"?]+/g)).size).toBe(2);
});

test('ids of the people of the demo content stand in no column of which nobody says what becomes of it', async () => {
  const ids = cast.map(({ userId }) => userId);
  expect(await findUndeclaredIds(site, nouns, ids)).toEqual([]);
});

test('nobody is told of what was there before them', async () => {
  const events = await site.parts.db.query<{ kind: string; pending: boolean }>(sql`
    select kind, withdrawn_at is null as pending from notification_events`);
  expect(events.map(({ kind }) => kind)).toContain('feedbag.entered');
  expect(events.filter(({ pending }) => pending)).toEqual([]);
});

interface SeededPost {
  image: string;
  alt: string | null;
  tags: string[];
  collaborators: string[];
  created_at: Date;
}

test('each post of the demo content has a drawing of its own and says what it shows, and every feed has some', async () => {
  const posts = await site.parts.db.query<SeededPost>(
    sql`select map->>'image' as image, map->>'imageAlt' as alt, tags, collaborators, created_at from items
      where crate_id = 'posts'`,
  );
  expect(new Set(posts.map(({ image }) => image)).size).toBe(posts.length);
  for (const { image, alt } of posts)
    expect([image, findDrawing(image), alt]).toEqual([image, expect.anything(), expect.stringMatching(/\S/)]);
  const isShown = ({ tags }: { tags: string[] }) => !tags.includes('hidden') && !tags.includes('unlisted');
  const shown = posts.filter(isShown);
  const tags = new Set(shown.flatMap((post) => post.tags));
  // Of several authors, games and years.
  expect(shown.length).toBeGreaterThanOrEqual(24);
  expect(new Set(shown.flatMap(({ collaborators }) => collaborators)).size).toBeGreaterThanOrEqual(3);
  expect([...tags].filter((tag) => tag.startsWith('game:')).length).toBeGreaterThanOrEqual(3);
  expect(new Set(shown.map((post) => post.created_at.getUTCFullYear())).size).toBeGreaterThanOrEqual(3);
  const wanted = ['news', 'lore', 'patchnotes', 'devchat'].map((topic) => `topic:${topic}`);
  expect(wanted.filter((tag) => !tags.has(tag))).toEqual([]);
  expect([...tags].filter((tag) => tag.startsWith('locale:'))).toHaveLength(3);
});
