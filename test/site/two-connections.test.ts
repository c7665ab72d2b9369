import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { jobs } from '#app/nouns.server.ts';
import { startJobs } from '#lib/jobs/jobs.server.ts';

import type { CastName } from '../cast.ts';
import { openVisitor } from '../people/visitor.ts';
import { useTestSite } from '../site.ts';
import type { SiteRequest } from '../site.ts';
import { createCrate, createItem, OPEN_POLICY } from '../storage.ts';
import { exported } from '../transfer.ts';

const site = useTestSite({ DATABASE_POOL: '2' });
let crate: string;
let ids: string[];
let backup: string;

beforeAll(async () => {
  crate = await createCrate(site, 'small', { ...OPEN_POLICY, stats: { plays: { min: 0 } } });
  await createItem(site, await createCrate(site, 'posts'), 'creator', {
    name: 'a-post',
    map: { title: 'A post', date: '2026-11-01T00:00:00Z' },
  });
  const items = Array.from({ length: 8 }, (_, at) => createItem(site, crate, 'player', { tags: ['start', `t:${at}`] }));
  ids = (await Promise.all(items)).map(({ itemId }) => itemId);
  backup = await exported(site, crate);
});

type RequestCase = readonly [who: CastName | undefined, path: string, request?: SiteRequest];

/** One request of every kind that the site answers. */
function everyKind(turn: number): RequestCase[] {
  const item = `${crate}/items/${ids[turn % ids.length]}`;
  const key = { 'idempotency-key': `turn-${turn}` };
  return [
    [undefined, item],
    [undefined, `${crate}/items?tags=start,-t:1&limit=20`],
    [undefined, `${crate}/items?q=zzz&sort=stats.plays`],
    [undefined, `${crate}/items?tags=start&count=true`],
    [undefined, `${crate}/items?facets=t`],
    [undefined, `${crate}/changes`],
    ['player', `${crate}/items`, { method: 'POST', body: `body ${turn}` }],
    ['player', `${crate}/items`, { method: 'POST', body: `body ${turn}`, headers: key }],
    ['player', item, { method: 'PUT', body: `new ${turn}`, headers: key }],
    ['player', `${item}/metadata`, { method: 'PATCH', body: { note: `note ${turn}` } }],
    ['staff', `${item}/metadata`, { method: 'PATCH', body: { collaborators: ['player', 'creator'] } }],
    ['player', `${item}/stats`, { method: 'PATCH', body: { changeStats: { plays: 1 } }, headers: key }],
    [
      'player',
      `${crate}/items/@batch/stats`,
      { method: 'PATCH', body: { updates: [{ itemId: ids[0], changeStats: { plays: 1 } }] } },
    ],
    [undefined, `${item}/versions`],
    ['admin', `${crate}/export`],
    ['admin', `${crate}/import`, { method: 'POST', body: backup }],
    [
      'admin',
      `${crate}/revert`,
      { method: 'POST', body: { to: new Date(Date.now() - 1000).toISOString(), dryRun: true } },
    ],
    ['admin', crate, { method: 'PATCH', body: { name: `small ${turn}` } }],
    ['player', '/account'],
    ['player', '/api/auth/accounts/@me'],
    ['admin', '/admin/accounts'],
    [undefined, '/post/a-post?once'],
    [undefined, '/sitemap.xml'],
  ];
}

test('with two connections, and its worker beside them, requests of every kind are answered at one time, and none holds another for ever', async () => {
  const connectionString = site.parts.config.DATABASE_URL ?? '';
  const worker = await startJobs({ connectionString }, jobs(site.parts), site.parts.log);
  onTestFinished(() => worker.stop());
  for (let turn = 0; turn < 3; turn += 1) {
    const visitor = openVisitor(site);
    const sent = everyKind(turn);
    const answers = await Promise.all([
      ...sent.map(async ([who, path, request]) => summaryOf(path, await site.ask(who, path, request))),
      visitor
        .post('/login', { intent: 'ask', who: 'pip@example.org', returnTo: '/' })
        .then((one) => summaryOf('/login', one)),
    ]);
    expect(answers.filter((answer) => !/^[234]\d\d .*[^!]$/.test(answer))).toEqual([]);
    expect(answers.filter((answer) => answer.startsWith('2')).length).toBeGreaterThan(20);
  }
});

/** What came, and an exclamation mark after it where a stream ends in a problem. */
async function summaryOf(path: string, response: Response): Promise<string> {
  const text = await response.text();
  return `${response.status} ${path}${/"problem":\{/.test(text.split('\n').at(-2) ?? '') ? '!' : ''}`;
}
