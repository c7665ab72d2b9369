import { randomUUID } from 'node:crypto';

import { beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { saveProject } from '#app/feedbag/projects.server.ts';
import { migrations } from '#database/migrations.ts';
import { openDatabase } from '#lib/database/database.server.ts';
import { migrate } from '#lib/database/migrate.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { createDatabase } from '#test/database.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

const site = useTestSite();
const [POSTS, NOTES, FEEDBACK] = [
  'posts.game:levelhead',
  'changelogs.app:levelhead',
  'feedbag.project:levelhead',
] as const;
const PAGES = ['/games/levelhead', '/blog/levelhead', '/games/levelhead/patchnotes', '/feedbag/levelhead/entries'];

beforeAll(() =>
  saveProject(
    systemCurrent(site.parts),
    {
      projectId: 'levelhead',
      name: 'Levelhead',
      about: 'About it.',
      welcome: '',
      template: '',
      game: 'levelhead',
      leastRole: 'public',
      stages: [],
      isModerated: false,
      takesAnonymous: true,
    },
    1,
  ),
);

beforeEach(() => site.parts.db.query(sql`truncate follows, followers, follow_counts, notification_mutes`));

const choose = (who: CastName | undefined, parts: readonly string[], path = '/games/levelhead', game = 'levelhead') =>
  site.submit(who, path, { intent: 'following.chooseParts', game, part: parts.join(' ') });

const followed = async (who: CastName) => {
  const follows = await dataOf<{ subject: string }[]>(await site.ask(who, '/api/following'));
  return follows.map(({ subject }) => subject);
};

const read = async (who: CastName | undefined, path: string) => (await site.ask(who, path)).text();

/** The checkboxes of a page, with a mark before those that are chosen. */
const partsOn = (html: string) =>
  [...html.matchAll(/<input (?=[^>]*name="part")(?=[^>]*type="checkbox")[^>]*>/g)].map(
    ([input]) => `${input.includes('checked=""') ? '+' : '-'}${/value="([^"]*)"/.exec(input)?.[1]}`,
  );

test('every page of a game has the one Follow of it, with its parts inside', async () => {
  for (const path of PAGES) {
    const html = await read('player', path);
    expect(html.match(/>Follow Levelhead</g), path).toHaveLength(1);
    expect(partsOn(html), path).toEqual([`-${POSTS}`, `-${NOTES}`, `-${FEEDBACK}`]);
    const [, button = ''] = /<input type="hidden" name="part" value="([^"]+)"/.exec(html) ?? [];
    const pressed = await choose('player', button.split(' '), path);
    expect(await followed('player'), path).toEqual([NOTES, POSTS]);
    const after = await pressed.text();
    expect(after).toContain('>Unfollow Levelhead<');
    expect(partsOn(after)).toEqual([`+${POSTS}`, `+${NOTES}`, `-${FEEDBACK}`]);
    await choose('player', [], path);
    expect(await followed('player'), path).toEqual([]);
    expect(await read(undefined, path)).toContain(`/login?returnTo=${encodeURIComponent(path)}`);
  }
});

test('a game stands once in “What you follow”, with what is followed of it', async () => {
  const alerts = () => read('player', '/alerts');
  await choose('player', [POSTS, FEEDBACK]);
  await site.ask('player', '/api/following/posts.feed:blog', { method: 'PUT' });
  const html = await alerts();
  expect(html.match(/<a [^>]*href="\/games\/levelhead"[^>]*>Levelhead</g)).toHaveLength(1);
  expect(partsOn(html)).toEqual([`+${POSTS}`, `-${NOTES}`, `+${FEEDBACK}`]);
  expect(html).not.toContain('value="alerts.mute"/><input type="hidden" name="subject" value="posts.game');
  // As it was muted before, when each part was followed by itself.
  await site.submit('player', '/alerts', { intent: 'alerts.mute', subject: POSTS });
  expect(await alerts()).toContain('Unmute Posts');
  const dropped = await choose('player', [], '/alerts');
  expect(partsOn(await dropped.text())).toEqual([]);
  await choose('player', [POSTS, FEEDBACK], '/alerts');
  expect(await followed('player')).toEqual([FEEDBACK, 'posts.feed:blog', POSTS]);
});

test('what is not followed yet, or for one platform, is a part where somebody asks for it or follows it', async () => {
  const SWITCH = 'changelogs.platform:levelhead.switch';
  expect(partsOn(await read('player', '/games/levelhead/patchnotes?platform=switch'))).toContain(`-${SWITCH}`);
  await choose('player', [SWITCH]);
  expect(partsOn(await read('player', '/games/levelhead'))).toContain(`+${SWITCH}`);
  await choose('player', [POSTS]);
  expect(await followed('player')).toEqual([POSTS]);
});

test('nobody chooses parts without an account, of a game that they may not see, or of another', async () => {
  const statuses = await Promise.all([
    choose(undefined, [POSTS]),
    choose('player', [POSTS], '/games/levelhead', 'rumpus-pack'),
    choose('player', [], '/games/levelhead', 'rumpus-pack'),
    choose('player', ['posts.game:crashlands']),
    choose('player', ['posts.feed:blog']),
    choose('player', ['posts.game:rumpus-pack'], '/alerts', 'constructor'),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([401, 404, 404, 404, 404, 404]);
  expect(await followed('player')).toEqual([]);
});

test('of several choices at the same time one holds as a whole, and the count stays right', async () => {
  const choices = [[POSTS], [NOTES, FEEDBACK], [], [FEEDBACK, POSTS, NOTES]];
  await Promise.all(Array.from({ length: 16 }, (_, at) => choose('player', choices[at % 4] ?? [])));
  const held = await followed('player');
  expect(choices.map((one) => one.toSorted())).toContainEqual(held);
  const [counted] = await site.parts.db.query(sql`select
    (select size from follow_counts where user_id = ${CAST.player.userId}) as size,
    (select count(*)::integer from followers where user_id = ${CAST.player.userId}) as followers`);
  expect(counted).toEqual({ size: held.length, followers: held.length });
});

test('a choice that comes while another is made waits for it, and is what holds', async () => {
  await choose('player', [POSTS]);
  await choose('player', []);
  const waiting = async () => {
    const rows = await site.parts.db.query(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length;
  };
  const answers = await site.stranger.transaction(async (stranger) => {
    await stranger.query(sql`select from follow_counts where user_id = ${CAST.player.userId} for update`);
    const first = choose('player', [POSTS]);
    await expect.poll(waiting).toBe(1);
    const second = choose('player', [NOTES, FEEDBACK]);
    await expect.poll(waiting).toBe(2);
    return [first, second];
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await followed('player')).toEqual([NOTES, FEEDBACK]);
});

test('a choice that would be one too many changes nothing', async () => {
  await choose('player', [FEEDBACK]);
  await site.parts.db.query(sql`update follow_counts set size = 1000`);
  expect((await choose('player', [POSTS, NOTES])).status).toBe(409);
  expect(await followed('player')).toEqual([FEEDBACK]);
});

test('at the migration votes keep their follows as theirs, and games what they told', async () => {
  const MIGRATION = '0098-implied-follows.sql';
  const connectionString = await createDatabase(inject('databaseUrl'), `upgrade_${randomUUID().slice(0, 8)}`);
  const db = openDatabase({ connection: { connectionString }, size: 1, statementTimeout: 30_000 });
  onTestFinished(() => db.close());
  await migrate(db.pool, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < MIGRATION)));
  const [voted, own] = [randomUUID(), randomUUID()];
  await db.query(sql`insert into threads (subject_id, noun, audience, last_message_id, created_at)
    select id, 'feedbag', 'everyone', id, now() from unnest(${[voted, own]}::uuid[]) id`);
  await db.query(sql`insert into feedbag_entries (subject_id, project_id, title, platform, version, tags, status,
      status_at, standing, is_internal, participant_id, user_id, source, votes, words, crash_hash, created_at, last_at)
    select id, 'levelhead', 'Title', '', '', '{}', 'open', now(), 'shown', false,
      case when id = ${own} then 'user ann' else 'user other' end, null, 'site', 1, '{}', '', now(), now()
    from unnest(${[voted, own]}::uuid[]) id`);
  await db.query(sql`insert into feedbag_votes (subject_id, participant_id, user_id, version, added_by, source, created_at)
    select id, 'user ann', 'ann', '', null, '', now() from unnest(${[voted, own]}::uuid[]) id`);
  await db.query(sql`insert into follows (user_id, subject, created_at)
    select 'ann', 'feedbag.entry:' || id, now() from unnest(${[voted, own]}::uuid[]) id
    union all values ('ann', 'posts.game:levelhead', now()), ('ann', 'posts.game:crashlands', now()),
      ('ann', 'changelogs.app:crashlands', now()), ('full', 'posts.game:levelhead', now())`);
  await db.query(sql`insert into followers (user_id, subject) select user_id, subject from follows`);
  await db.query(sql`insert into follow_counts (user_id, size) values ('ann', 5), ('full', 1000)`);
  await db.query(sql`insert into notification_mutes (user_id, subject) values ('ann', 'posts.game:levelhead')`);
  await migrate(db.pool, migrations);
  const rows = await db.query(sql`
    select f.user_id, f.subject, f.is_implied, c.size, m.subject is not null as is_muted
    from follows f join followers using (user_id, subject) join follow_counts c using (user_id)
    left join notification_mutes m using (user_id, subject) order by f.user_id, f.subject`);
  const ann = { user_id: 'ann', size: 6, is_implied: false, is_muted: false };
  expect(rows).toEqual(
    [
      { ...ann, subject: 'changelogs.app:crashlands' },
      { ...ann, subject: 'changelogs.app:levelhead', is_muted: true },
      { ...ann, subject: `feedbag.entry:${voted}`, is_implied: true },
      { ...ann, subject: `feedbag.entry:${own}` },
      { ...ann, subject: 'posts.game:crashlands' },
      { ...ann, subject: 'posts.game:levelhead', is_muted: true },
      { ...ann, user_id: 'full', size: 1000, subject: 'posts.game:levelhead' },
    ].toSorted((one, other) => (`${one.user_id} ${one.subject}` < `${other.user_id} ${other.subject}` ? -1 : 1)),
  );
});
