import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';

import { build } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';

import { findStaffIds } from '#app/accounts/staff/staff-ids.server.ts';
import { sendSubmission } from '#app/contact/sending.server.ts';
import { asPerson } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { enter } from '#app/feedbag/entries/entering.server.ts';
import { saveProject } from '#app/feedbag/projects.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { sourceMapsPlugin } from '#lib/vite-source-maps.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { telemetrySender } from '#test/telemetry.ts';

import { dropIssues, groupErrors } from './grouping.server.ts';
import { MAX_NEW_ISSUES } from './issue.ts';
import { findLinkedIssues, getIssue, listIssues } from './issues.server.ts';
import { keepSourceMaps } from './source-maps.server.ts';
import { parseTrace } from './trace-frames.ts';

const site = useTestSite();
const { error, sendErrors } = telemetrySender(site);
const PATH = '/admin/telemetry/errors';
const DAY_MS = 86_400_000;

const group = (of: TestSite = site) => groupErrors(systemCurrent(of.parts), findStaffIds);
const wordsOf = (html: string) =>
  html
    .replaceAll(/<script[^]*?<\/script>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const page = async (path = PATH, who: CastName = 'staff') => wordsOf(await (await site.ask(who, path)).text());
const send = (issueId: string, intent: string, fields: Record<string, string> = {}, who: CastName = 'staff') =>
  site.submit(who, `${PATH}/${issueId}`, { intent: `issues.${intent}`, ...fields });
const idOf = async (message: string) => {
  const [row] = await site.parts.db.query<{ id: string }>(sql`
    select issue_id::text as id from telemetry_issue_stacks where message = ${message}`);
  return row?.id ?? '';
};
const issuesOf = (message: string) =>
  site.parts.db.query<Record<string, unknown>>(sql`
    select state, regressed, regressions, place, occurrences::int as times
    from telemetry_issues join telemetry_issue_stacks using (issue_id) where message like ${message} order by place`);

/** Three bugs, of which two say the same. */
const BUGS = `
const chests: Record<string, { lid: { open(): void; label: string } }> = {};
function openChest(id: string) {
  return chests[id]!.lid.open();
}
function readLabel(id: string) {
  return chests[id]!.lid.label.trim();
}
function payCoins(id: string) {
  throw new RangeError('There is no coin ' + id + ' for this chest');
}
globalThis.run = (which: number, id: string) => [openChest, readLabel, payCoins][which]!(id);
`;

interface Release {
  readonly version: string;
  /** Runs a bug in the built file. @returns what a browser would tell of it */
  readonly fail: (bug: number, id: string) => object;
}

/** Builds the sources as the site is built, and keeps the maps of that. */
async function release(version: string, source: string): Promise<Release> {
  const folder = await mkdtemp(resolve('node_modules/.release-'));
  const id = resolve('app/shop/chests.ts');
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'source',
        resolveId: (asked) => (asked === id ? id : undefined),
        load: (asked) => (asked === id ? source : undefined),
      },
      sourceMapsPlugin(join(folder, 'maps')),
    ],
    build: {
      outDir: join(folder, 'client'),
      minify: true,
      rolldownOptions: { input: id, output: { entryFileNames: 'assets/chests-[hash:8].js' } },
    },
  });
  const [file = ''] = await readdir(join(folder, 'client/assets'));
  const code = await readFile(join(folder, 'client/assets', file), 'utf8');
  expect(await readdir(join(folder, 'client/assets')), 'maps are not beside what is served').toEqual([file]);
  expect(code).not.toContain('sourceMappingURL');
  const current = systemCurrent(site.parts);
  expect(await keepSourceMaps(current, join(folder, 'maps'), version)).toBe(1);
  expect(await keepSourceMaps(current, join(folder, 'maps'), version)).toBe(0);
  await rm(folder, { recursive: true });
  const world: { run?: (bug: number, id: string) => void } = {};
  runInNewContext(code, Object.assign(world, { globalThis: world }), {
    filename: `http://localhost:8080/assets/${file}`,
  });
  return {
    version,
    fail: (bug, id) => {
      try {
        world.run?.(bug, id);
      } catch (thrown) {
        const { name, message, stack = '' } = thrown as Error;
        return error(`${name}: ${message}`, { trace: stack, context: { url: `/shop/${id}` }, version });
      }
      throw new Error('the bug is gone');
    },
  };
}

let [first, next]: Release[] = [];

beforeAll(async () => {
  first = await release('17.36.4', BUGS);
  next = await release(
    '17.36.5',
    `// A line that moves all others.\nconst more = 1;\nglobalThis.more = more;\n${BUGS}`,
  );
});

describe('errors of a release', () => {
  test('are an issue for each bug, whatever ids and minified names are in them, with the lines of its sources', async () => {
    const told = Array.from({ length: 1000 }, (_, at) => first?.fail(at % 3, `chest ${at}`) ?? {});
    for (let at = 0; at < told.length; at += 50) {
      expect((await sendErrors(told.slice(at, at + 50), { address: `203.0.113.${at / 50}` })).status).toBe(202);
    }
    await group();
    const rows = await site.parts.db.query(sql`
      select place, occurrences::int as times from telemetry_issue_stacks where place <> '' order by place`);
    expect(rows).toEqual([
      { place: 'app/shop/chests.ts:10', times: 333 },
      { place: 'app/shop/chests.ts:4', times: 334 },
      { place: 'app/shop/chests.ts:7', times: 333 },
    ]);
    const words = await page();
    for (const place of ['chests.ts:10', 'chests.ts:4', 'chests.ts:7']) expect(words).toContain(place);
    const [row] = await site.parts.db.query<{ id: string }>(sql`
      select issue_id::text as id from telemetry_issue_stacks where place = 'app/shop/chests.ts:4'`);
    const own = await page(`${PATH}/${row?.id}`);
    expect(own).toContain('return chests[id]!.lid.open();');
    expect(own).toContain('function readLabel(id: string)');
    expect(own).toContain('17.36.4: 334 times');
    // Twenty addresses, in places that two may share.
    const [, people = '0'] = /People, 7 days (\d+)/.exec(own) ?? [];
    expect(Number(people)).toBeGreaterThan(15);
    expect(Number(people)).toBeLessThan(25);
  });

  test('that are resolved in a release open again when it has them, and staff are told of it once', async () => {
    const [row] = await site.parts.db.query<{ id: string }>(sql`
      select issue_id::text as id from telemetry_issue_stacks where place = 'app/shop/chests.ts:10'`);
    const id = row?.id ?? '';
    site.advanceClock(1000);
    expect((await send(id, 'resolve', { version: '17.36.5' })).status).toBe(200);
    const stateOf = async () => (await issuesOf('%There is no coin%'))[0];
    site.advanceClock(1000);
    await sendErrors([first?.fail(2, 'old tab') ?? {}]);
    await group();
    expect(await stateOf()).toMatchObject({ state: 'resolved', regressions: 0, times: 334 });
    const beside = await site.openBeside();
    for (let turn = 0; turn < 3; turn += 1) {
      await sendErrors([
        next?.fail(2, 'new tab') ?? {},
        next?.fail(2, `tab ${turn}`) ?? {},
        first?.fail(2, 'old tab') ?? {},
      ]);
      await Promise.all([group(), group(beside)]);
    }
    await beside.close();
    expect(await stateOf()).toMatchObject({ state: 'open', regressed: true, regressions: 1, times: 343 });
    const events = await site.parts.db.query<{ user_ids: string[] }>(sql`
      select user_ids from notification_events where kind = 'telemetry.regressed'`);
    expect(events).toHaveLength(1);
    const staff = (['staff', 'admin', 'super'] as const).map((name) => CAST[name].userId);
    expect(events[0]?.user_ids).toEqual(expect.arrayContaining(staff));
    expect(events[0]?.user_ids).not.toContain(CAST.player.userId);
    expect(await page(`${PATH}?list=regressed`)).toContain('There is no coin');
    // Ignored, it is counted, and nobody is told.
    await send(id, 'ignore');
    await sendErrors([next?.fail(2, 'again') ?? {}]);
    await group();
    expect(await stateOf()).toMatchObject({ state: 'ignored', times: 344 });
    expect(
      await site.parts.db.query(sql`select from notification_events where kind = 'telemetry.regressed'`),
    ).toHaveLength(1);
  });

  test('of a release that nobody has shipped are taken for the one that answers', async () => {
    await sendErrors([error('Made up', { version: '999.0.0' })]);
    await group();
    expect(await page(`${PATH}/${await idOf('Made up')}`)).not.toContain('999.0.0');
  });
});

describe('errors that no map knows', () => {
  test('are grouped by their words, without what changes in them', async () => {
    const trace = (column: number) =>
      `Error: x\n    at open (http://localhost:8080/assets/none-AbCdEf12.js:1:${column})`;
    await sendErrors([
      error('Error: No level 12 for "Pip"', { trace: trace(5) }),
      error('Error: No level 9000 for "Bo"', { trace: trace(77) }),
      error('Error: No level for "Bo"', { trace: trace(77) }),
    ]);
    await group();
    expect((await issuesOf('Error: No level%')).map(({ times }) => times)).toEqual(expect.arrayContaining([1, 2]));
  });

  test('are ignored from their start when they are noise of browsers, and left out when bots alone meet them', async () => {
    await sendErrors([
      error('ResizeObserver loop completed with undelivered notifications.'),
      error('TypeError: y', { trace: 'at a (chrome-extension://abc/x.js:1:2)' }),
    ]);
    await sendErrors([error('Only a bot')], { headers: { 'user-agent': 'Googlebot/2.1' } });
    await group();
    const words = await page(`${PATH}?list=ignored`);
    expect([words.includes('ResizeObserver loop'), words.includes('TypeError: y')]).toEqual([true, true]);
    expect(await idOf('Only a bot')).toBe('');
    await sendErrors([error('Only a bot')]);
    await group();
    expect(await issuesOf('Only a bot')).toMatchObject([{ state: 'open', times: 1 }]);
  });

  test('show a script in them as text', async () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    await sendErrors([
      error(script, { trace: `at ${script} (http://localhost:8080/a.js:1:2)`, context: { note: script } }),
    ]);
    await group();
    for (const path of [PATH, `${PATH}/${await idOf(script)}`]) {
      const html = await (await site.ask('staff', path)).text();
      expect([html.includes('<img src=x'), html.includes('<script>alert(1)')]).toEqual([false, false]);
      expect(html).toContain('&lt;img src=x onerror=alert(2)&gt;');
    }
  });
});

describe('a trace that somebody made up', () => {
  const at = (place: string) => `Error: x\n    at open (http://localhost:8080/assets/${place})`;

  test.each([
    ['leads out of the folder', at('../../maps/chests.js:1:2')],
    ['leads out of it in disguise', at('..%2f..%2fmaps%2fchests.js:1:2')],
    ['names what every object has', `${at('__proto__.js:1:2')}\n    at constructor (/assets/constructor.js:1:1)`],
    ['stands before every line', at('FILE:0:0')],
    ['stands behind every line', at('FILE:999999999:999999999')],
    [
      'has more frames than one can have',
      Array.from({ length: 400 }, (_, line) => `a@/assets/FILE:1:${line}`).join('\n'),
    ],
    ['is one long frame', `at ${'('.repeat(7000)}:1:1)`],
    ['is all zero bytes and halves of pairs', 'at \u{fffd}\ud800 (x:1:1)'.toWellFormed()],
  ])('and %s is an issue like others', async (name, trace) => {
    const [row] = await site.parts.db.query<{ file: string }>(sql`select file from telemetry_source_maps limit 1`);
    const message = `Made up and ${name}`;
    const told = error(message, {
      trace: trace.replaceAll('FILE', row?.file ?? ''),
      version: `${'9'.repeat(200)}.0.0`,
    });
    expect((await sendErrors([told])).status).toBe(202);
    await group();
    const words = await page(`${PATH}/${await idOf(message)}`);
    expect(words).toContain(message);
    expect(words).toContain('17.36.4: once');
  });

  test.each([['1'.repeat(257)], ['17.36.4\0'], [7], ['<b>']])(
    'of the version %j is refused or not believed',
    async (version) => {
      const { status } = await sendErrors([error('Of a version', { version })]);
      expect([202, 400]).toContain(status);
      await group();
      expect(await page()).not.toContain('<b>');
    },
  );
});

describe('staff are told', () => {
  const told = (kind: string) =>
    site.parts.db.query<{ group_key: string; details: { issueId: string; most?: number | null } }>(sql`
      select group_key, details from notification_events where kind = ${kind} order by at, event_key`);
  const many = (count: number, toMessage: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => error(toMessage(at), { '@id': crypto.randomUUID() }));
  const tellAll = async (events: object[]) => {
    for (let at = 0; at < events.length; at += 50)
      expect((await sendErrors(events.slice(at, at + 50), { address: `198.51.100.${at / 50}` })).status).toBe(202);
  };

  test('once of each new issue, in one notification of a day, and of noise not at all', async () => {
    startDay();
    await sendErrors([error('New one'), error('New other'), error('ResizeObserver loop, new')]);
    await Promise.all([group(), group()]);
    await sendErrors([error('New one')]);
    await group();
    const day = site.parts.now().toISOString().slice(0, 10);
    const events = (await told('telemetry.newIssue')).filter(({ group_key }) => group_key === day);
    const ids = [await idOf('New one'), await idOf('New other')];
    expect(events.map(({ details }) => details.issueId).toSorted()).toEqual(ids.toSorted());
  });

  test('once of an issue and day when it is met ten times as often as in the week before', async () => {
    startDay();
    await tellAll(many(14, () => 'Rising'));
    await tellAll(many(70, () => 'Steady'));
    await group();
    startDay();
    const beside = await site.openBeside();
    await tellAll([...many(99, () => 'Rising'), ...many(99, () => 'Steady')]);
    await group();
    expect(await told('telemetry.spike')).toEqual([]);
    for (let turn = 0; turn < 3; turn += 1) {
      await tellAll([...many(1, () => 'Rising')]);
      await Promise.all([group(), group(beside)]);
    }
    await beside.close();
    const spikes = await told('telemetry.spike');
    expect(spikes.map(({ details }) => details.issueId)).toEqual([await idOf('Rising')]);
    await tellAll(many(1, () => 'Steady'));
    await group();
    expect((await told('telemetry.spike')).map(({ details }) => details.issueId)).toContain(await idOf('Steady'));
  });

  test('when a day has as many new issues as it may; what else is new waits, and the most frequent are next', async () => {
    startDay();
    const word = (at: number) => String(at).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
    await tellAll(many(MAX_NEW_ISSUES + 30, (at) => `Bomb ${word(at)}`));
    await tellAll(many(3, () => 'A bug on that day'));
    await group();
    await sendErrors([error('Bomb a')]);
    await group();
    const begun = await site.parts.db.query<{ count: number }>(sql`
      select count(*)::int as count from telemetry_issue_stacks where message like 'Bomb %'`);
    expect(begun).toEqual([{ count: MAX_NEW_ISSUES }]);
    expect((await issuesOf('Bomb a')).map(({ times }) => times)).toEqual([2]);
    expect(await idOf('A bug on that day')).toBe('');
    const full = (await told('telemetry.newIssue')).filter(({ details }) => details.most === MAX_NEW_ISSUES);
    expect(full).toHaveLength(1);
    expect(await page()).toContain('31 other kinds of errors wait: 500 issues begin on one day at most');
    startDay();
    await group();
    expect((await issuesOf('A bug on that day')).map(({ times }) => times)).toEqual([3]);
    const [row] = await site.parts.db.query(sql`select count(*)::int as count, sum(occurrences)::int as times
      from telemetry_issue_stacks where message like 'Bomb %'`);
    expect(row).toEqual({ count: MAX_NEW_ISSUES + 30, times: MAX_NEW_ISSUES + 31 });
    expect(await page()).not.toContain('kinds of errors wait');
  });
});

describe('the list of issues', () => {
  const find = (text: string, list = 'open') => page(`${PATH}?list=${list}&text=${encodeURIComponent(text)}`);

  test('is searched by words of what they say and where, also by how a word begins', async () => {
    await sendErrors([error('TypeError: zebra.fly is not a function'), error('TypeError: zebra_swim failed')]);
    await group();
    for (const text of ['zebra', 'ZEBRA fly', 'function zeb', "zebra.fly('is", 'fl'])
      expect(await find(text), text).toContain('zebra.fly is not a function');
    expect(await find('zebra fly swim')).not.toContain('TypeError');
    expect(await find('chests.ts')).toContain('app/shop/chests.ts');
  });

  test('gives the issues that have a word page by page as all at once, the latest first', async () => {
    await sendErrors(['one', 'two', 'three', 'four', 'five'].map((name) => error(`Giraffe ${name}`)));
    await group();
    const staff = asPerson(systemCurrent(site.parts), { userId: CAST.staff.userId, role: 'staff' }, new Date());
    const query = { list: 'open', words: 'giraffe' } as const;
    const all = await listIssues(staff, { ...query, after: undefined, limit: 100 });
    expect(all.issues).toHaveLength(5);
    const paged: string[] = [];
    let after: string | undefined;
    do {
      const { issues, next } = await listIssues(staff, { ...query, after, limit: 1 });
      paged.push(...issues.map(({ message }) => message));
      after = next;
    } while (after !== undefined);
    expect(paged).toEqual(all.issues.map(({ message }) => message));
  });

  test.each(['&', "'", '\\', ':*', '!', '((', '𝒳'.repeat(64), 'a '.repeat(80), '\u{d800}', '<b>'])(
    'is searched for %j without a failure',
    async (text) => {
      const answer = await site.ask('staff', `${PATH}?text=${encodeURIComponent(text.toWellFormed())}`);
      expect(answer.status).toBe(200);
    },
  );

  test('has chosen ones resolved, ignored and opened at once, each in the audit, and no others', async () => {
    await sendErrors([error('Chosen one'), error('Chosen other'), error('Not chosen')]);
    await group();
    const [one, other, third] = [await idOf('Chosen one'), await idOf('Chosen other'), await idOf('Not chosen')];
    const act = (intent: string, items: string[], version = '', who: CastName = 'staff') =>
      site.submit(who, PATH, [
        ['intent', `issues.${intent}`],
        ['version', version],
        ...items.map((id) => ['item', id]),
      ]);
    const states = async () =>
      (await Promise.all([one, other, third].map((id) => getIssue(systemCurrent(site.parts), id)))).map(
        ({ state }) => state,
      );
    expect((await act('resolveMany', [one, other], 'soon')).status).toBe(400);
    const told = await act('resolveMany', [one, other, crypto.randomUUID(), 'none'], '17.40.0');
    expect([told.status, wordsOf(await told.text()).includes('2 resolved.')]).toEqual([200, true]);
    expect(await states()).toEqual(['resolved', 'resolved', 'open']);
    await act('ignoreMany', [one, third]);
    expect(await states()).toEqual(['ignored', 'resolved', 'ignored']);
    await act('reopenMany', [one, other, third]);
    expect(await states()).toEqual(['open', 'open', 'open']);
    expect(await page(`${PATH}/${third}`, 'admin')).toContain('ignored the error Not chosen');
    expect((await act('ignoreMany', [one], '', 'player')).status).toBe(404);
    expect(await states()).toEqual(['open', 'open', 'open']);
  });
});

describe('an issue', () => {
  const add = async (message: string, times = 1) => {
    for (let turn = 0; turn < times; turn += 1) await sendErrors([error(message)]);
    await group();
    return idOf(message);
  };

  test('is one with another after a merge, with all that is counted, and its own again after a split', async () => {
    const [one, other] = [await add('Merged away', 3), await add('Merged into', 2)];
    const merged = await send(one, 'merge', { into: `http://localhost:8080${PATH}/${other}` });
    expect([merged.status, merged.headers.get('location')]).toEqual([303, `${PATH}/${other}`]);
    const led = await site.ask('staff', `${PATH}/${one}`);
    expect([led.status, led.headers.get('location')]).toEqual([302, `${PATH}/${other}`]);
    await add('Merged away', 1);
    const words = await page(`${PATH}/${other}`);
    expect(words).toContain('Where it’s thrown: 2 stacks');
    expect(words).toContain('17.36.4: 6 times');
    const [stack] = await site.parts.db.query<{ hash: string }>(sql`
      select encode(stack_hash, 'hex') as hash from telemetry_issue_stacks where message = 'Merged away'`);
    expect((await send(other, 'split', { stackHash: stack?.hash ?? '' })).headers.get('location')).toBe(
      `${PATH}/${one}`,
    );
    await add('Merged away', 1);
    expect(await page(`${PATH}/${one}`)).toContain('17.36.4: 5 times');
    expect(await page(`${PATH}/${other}`)).toContain('17.36.4: 2 times');
  });

  test('is not merged into itself, into one that is gone, or split from its own stack', async () => {
    const id = await add('Alone');
    for (const into of [id, crypto.randomUUID(), 'nothing', ''])
      expect((await send(id, 'merge', { into })).status).toBe(400);
    const [stack] = await site.parts.db.query<{ hash: string }>(sql`
      select encode(stack_hash, 'hex') as hash from telemetry_issue_stacks where message = 'Alone'`);
    expect((await send(id, 'split', { stackHash: stack?.hash ?? '' })).status).toBe(409);
  });

  test('is looked after by somebody of the studio, and players are none', async () => {
    const id = await add('Looked after');
    expect((await send(id, 'assign', { userId: CAST.staff.userId })).status).toBe(200);
    expect(await page(`${PATH}?list=mine`)).toContain('Looked after');
    expect(await page(`${PATH}?list=mine`, 'admin')).not.toContain('Looked after');
    expect((await send(id, 'assign', { userId: CAST.player.userId })).status).toBe(400);
    expect(await page(`${PATH}/${id}`, 'admin')).toContain('look after the error Looked after');
  });

  test('has no version that is none, and no link to what is none', async () => {
    const id = await add('Refused');
    for (const version of ['', 'soon', '1.2', '1'.repeat(300)])
      expect((await send(id, 'resolve', { version })).status).toBe(400);
    for (const address of [
      '',
      'x',
      `/contact/submissions/${crypto.randomUUID()}`,
      `/feedbag/a/entries/${crypto.randomUUID()}`,
    ])
      expect((await send(id, 'link', { address })).status).toBe(400);
    expect((await site.ask('staff', `${PATH}?after=made-up`)).status).toBe(400);
  });

  test('is linked to a submission and an entry of Feedback, whose pages lead back to it, of staff alone', async () => {
    const id = await add('Told by players');
    const system = systemCurrent(site.parts);
    const player = {
      ...system,
      actor: { ...system.actor, userId: CAST.player.userId, role: 'authenticated' as const },
    };
    const letter = { topic: 'other', title: 'My chest', body: 'Gone', email: '', name: '' };
    const submissionId = await sendSubmission(player, { ...letter, facts: {}, files: [], diagnostics: {} });
    const project = { projectId: 'linked', name: 'Linked', about: '', welcome: '', template: '', game: undefined };
    const rules = { stages: [], leastRole: 'public', isModerated: false, takesAnonymous: false } as const;
    await saveProject(system, { ...project, ...rules }, 0);
    const typed = { projectId: 'linked', title: 'Chests vanish', body: 'All', platform: '', version: '', tags: [] };
    const { subjectId } = await enter(player, { ...typed, files: [], isInternal: false });
    const paths = [`/contact/submissions/${submissionId}`, `/feedbag/linked/entries/${subjectId}`];
    for (const address of paths) {
      expect(await page(address)).not.toContain('Errors that it’s about');
      expect((await send(id, 'link', { address: `http://localhost:8080${address}` })).status).toBe(200);
      const html = await (await site.ask('staff', address)).text();
      expect(wordsOf(html)).toMatch(/Errors that it’s about Told by players/);
      expect(html).toContain(`href="${PATH}/${id}"`);
      expect(await page(address, 'player')).not.toContain('Told by players');
    }
    const production = { ...system, stage: 'www' as const };
    expect(await findLinkedIssues(production, 'contact', [submissionId])).toEqual([]);
    expect(await page(`${PATH}/${id}`)).toMatch(/Contact My chest .*Feedback Chests vanish/);
    await send(id, 'unlink', { kind: 'contact', subjectId: submissionId });
    expect(await page(paths[0])).not.toContain('Told by players');
  });

  test('that nobody has touched is gone 90 days after it was met last', async () => {
    const [left, kept] = [await add('Left alone'), await add('Kept')];
    await send(kept, 'ignore');
    site.advanceClock(91 * DAY_MS);
    await dropIssues(systemCurrent(site.parts));
    const current = systemCurrent(site.parts);
    await expect(getIssue(current, left)).rejects.toMatchObject({ status: 404 });
    expect(await getIssue(current, kept)).toMatchObject({ state: 'ignored', occurrences: 1 });
    // Whoever meets it then begins it anew.
    expect(await add('Left alone')).not.toBe('');
  });
});

function startDay(): void {
  const next = new Date(site.parts.now().getTime() + DAY_MS);
  site.clock.now = new Date(next.toISOString().slice(0, 10));
}

test('a trace is read as any browser writes it', () => {
  const built = 'http://localhost:8080/assets/a-AbCdEf12.js';
  const frames = [
    `Error: x\n    at async open (${built}:1:20)\n    at ${built}:3:4\n    at <anonymous>`,
    `open@${built}:1:20\n@${built}:3:4\n[native code]`,
  ].map(parseTrace);
  expect(frames[0]?.map(({ url, line, column }) => [url, line, column])).toEqual([
    [built, 1, 20],
    [built, 3, 4],
  ]);
  expect(frames[1]?.map(({ url, line, column }) => [url, line, column])).toEqual([
    [built, 1, 20],
    [built, 3, 4],
  ]);
});
