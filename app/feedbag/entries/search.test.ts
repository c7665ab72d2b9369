import { beforeAll, describe, expect, test } from 'vitest';

import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { CastName } from '#test/cast.ts';
import { OPEN_PROJECT, seedDemoFeedback } from '#test/feedbag/feedbag.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import { NEWEST } from '../entry.ts';
import { saveProject } from '../projects.server.ts';
import { findEntries } from './find-entries.server.ts';
import { indexOldEntries, sweepWords } from './word-forms.server.ts';

const site = useTestSite();
const PROJECT = 'crashlands-2';
let system: Current;
beforeAll(async () => {
  system = systemCurrent(site.parts);
  await seedDemoFeedback(system);
});

const CRASH = 'Crash on load after the second harvest festival';
const DECK = 'Subtitles vanish behind the quest log on a Steam Deck';

describe('of what the demo has', () => {
  const listed = async (text: string) =>
    (await findEntries(system, PROJECT, { ...NEWEST, sort: 'top', text })).entries.map(({ title }) => title);
  const SENTENCES = [
    ['crahs on lod', CRASH],
    ['steamdeck', DECK],
    ['game crashes when loading my save', CRASH],
    ['older save crashed', CRASH],
    ['subtitels behind quest', DECK],
    ['every cauldron', CRASH],
  ] as const;

  test.each(SENTENCES)('“%s” finds “%s”', async (text, title) => {
    expect((await listed(text))[0]).toBe(title);
  });

  test('the page says where no entry has all of the words', async () => {
    const htmlFor = async (text: string) =>
      (await site.ask(undefined, `/feedbag/${PROJECT}/entries?text=${encodeURIComponent(text)}`)).text();
    expect(await htmlFor('crahs on lod')).toContain('Nothing has all of these words');
    for (const text of ['crash', 'zzyzx qux']) expect(await htmlFor(text)).not.toContain('Nothing has all of');
  });

  test('entries that came before words were kept so are found so, too, once a job has looked at them', async () => {
    await system.db.query(sql`update feedbag_entries set words = '{}', has_old_words = true`);
    await system.db.query(sql`delete from feedbag_words`);
    expect(await listed('steamdeck')).toEqual([]);
    await indexOldEntries(system);
    for (const [text, title] of SENTENCES) expect((await listed(text))[0], text).toBe(title);
  });

  test.each([
    ['steamdeck text', [DECK]],
    ['game crashes when loading my save', [CRASH]],
    ['a teapot for each kitchen', []],
    // Its text alone has these.
    ['every cauldron', []],
  ])('“%s” suggests %j while somebody types', async (text, titles) => {
    const path = `/api/feedbag/projects/${PROJECT}/similar?text=${encodeURIComponent(text)}`;
    const found = await dataOf<{ title: string }[]>(await site.ask(undefined, path));
    expect(found.map(({ title }) => title)).toEqual(titles);
  });
});

test('a word that stands only where somebody may not read it is corrected for them as one that nobody has written', async () => {
  const enter = (who: CastName, title: string, more: Record<string, string> = {}) =>
    site.submit(who, `/feedbag/${PROJECT}/entries/new`, { intent: 'feedbag.enter', title, body: title, ...more });
  await enter('staff', 'Zorillas eat everything', { internal: 'on' });
  await enter('player', 'Gorillas eat everything');
  const titles = async (current: Current, text: string) =>
    (await findEntries(current, PROJECT, { ...NEWEST, text })).entries.map(({ title }) => title);
  for (const text of ['zorillas', 'zorillas eat', 'horillas'])
    expect(await titles(asVisitor(system), text), text).toEqual(['Gorillas eat everything']);
  expect(await titles(system, 'zorillas')).toEqual(['Zorillas eat everything']);
});

describe('of a word that many have', () => {
  const MANY = 1200;
  const TITLED = 300;

  beforeAll(async () => {
    await saveProject(system, { ...OPEN_PROJECT, projectId: 'gnus', name: 'Gnus' }, 99);
    await system.db
      .query(sql`insert into feedbag_entries (subject_id, project_id, title, platform, version, tags, status, status_at,
        standing, is_internal, participant_id, source, votes, words, crash_hash, created_at, last_at)
      select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'gnus', 'Herd ' || n, '', '', '{}', 'open', now(), 'shown',
        false, 'nobody', 'site', n % 50, case when n > ${MANY - TITLED}::integer then '{gnu,^gnu}' else '{gnu}' end::text[], '', now(), now()
      from generate_series(1, ${MANY}::integer) n`);
    await system.db.query(
      sql`insert into feedbag_words values ('gnus', 'gnu', 'gnu', '{}'), ('gnus', 'gone', 'gone', '{}')`,
    );
  });

  test('each is on one page of the list, those with it in the title first, whatever the votes', async () => {
    const found = [];
    let after: string | undefined;
    do {
      const page = await findEntries(system, 'gnus', { ...NEWEST, sort: 'top', text: 'gnu', after }, 500);
      found.push(...page.entries);
      after = page.next;
    } while (after !== undefined);
    expect([found.length, new Set(found.map(({ subjectId }) => subjectId)).size]).toEqual([MANY, MANY]);
    const numbers = found.map(({ title }) => Number(title.slice(5)));
    expect(numbers.slice(0, TITLED).every((number) => number > MANY - TITLED)).toBe(true);
    const votes = found.slice(0, TITLED).map((entry) => entry.votes);
    expect(votes).toEqual(votes.toSorted((one, other) => other - one));
  });

  test('the best of most words are one page, and a search in the order of time stays in it', async () => {
    const most = await findEntries(system, 'gnus', { ...NEWEST, sort: 'top', text: 'gnu teapot' });
    expect([most.entries.length, most.next]).toEqual([20, undefined]);
    expect(most.entries.every(({ title }) => Number(title.slice(5)) > MANY - TITLED)).toBe(true);
    const { entries } = await findEntries(system, 'gnus', { ...NEWEST, text: 'gnu' });
    expect(entries.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, at) => `Herd ${MANY - at}`));
  });

  test('a word that no entry has any more is swept, and the others stay', async () => {
    await sweepWords(system);
    const rows = await system.db.query(sql`select word from feedbag_words where project_id = 'gnus'`);
    expect(rows).toEqual([{ word: 'gnu' }]);
    expect((await findEntries(system, PROJECT, { ...NEWEST, text: 'crahs' })).entries).toHaveLength(1);
  });
});
