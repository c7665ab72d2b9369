import { beforeAll, describe, expect, test } from 'vitest';

import { accountAudit } from '#app/accounts/audit-kinds.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { chainAuditEntries } from '#app/audit/chain/chain.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const TARGET = `account/${CAST.player.userId}`;

const wordsOf = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const read = async (query = '') => (await site.ask('admin', `/admin/audit${query}`)).text();
const idsIn = (html: string) => [...html.matchAll(/href="\/admin\/audit\/(\d+)"/g)].map(([, id]) => Number(id));
const linesOf = async (query: string) =>
  (await (await site.ask('admin', `/admin/audit/export?format=jsonl${query}`)).text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  const system = systemCurrent(site.parts);
  for (let index = 0; index < 120; index += 1) {
    const day = String((index % 20) + 1).padStart(2, '0');
    await recordAuditEntry(
      {
        ...system,
        now: () => new Date(`2026-10-${day}T12:00:00Z`),
        actor: {
          ...system.actor,
          userId: index % 2 === 0 ? CAST.staff.userId : CAST.admin.userId,
          ...(index % 10 === 0 && { masquerade: 'authenticated' as const }),
        },
      },
      index % 3 === 0 ? accountAudit.unban : accountAudit.note,
      { target: TARGET, after: { index }, reason: `=Number ${index} of the accordions`, before: null },
    );
  }
});

describe('the page of the audit', () => {
  test('leads through all entries once, the latest by time first, and back', async () => {
    const found: number[] = [];
    let query = `?target=${encodeURIComponent(TARGET)}&since=2026-10-01&until=2026-10-31`;
    for (let pages = 0; query !== '' && pages < 5; pages += 1) {
      const html = await read(query);
      found.push(...idsIn(html));
      query = /href="\/admin\/audit(\?[^"]*after=\d+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    const rows = await site.parts.db.query<{ audit_id: string }>(sql`
      select audit_id from audit where target = ${TARGET} and at < '2026-11-01' order by at desc, audit_id desc`);
    expect(found).toEqual(rows.map((row) => Number(row.audit_id)));
    expect(found).toHaveLength(120);
  });

  test.each([
    [`&userId=${CAST.staff.userId}`, 60],
    ['&action=account.unban', 40],
    ['&action=account', 120],
    ['&action=crate', 0],
    ['&seenAs=any', 12],
    ['&seenAs=authenticated', 12],
    ['&seenAs=staff', 0],
    ['&reason=accordions+number+7', 1],
    ['&reason=%22of+the+accordions%22', 120],
    ['&reason=of%3A%2A%26%7C%21%28', 120],
    ['&since=2026-10-20', 6],
    ['&until=2026-10-01', 6],
    [`&userId=${CAST.admin.userId}&action=account.unban&since=2026-10-02&until=2026-10-10&reason=accordions`, 10],
  ])('filters by %s, and saves all of it', async (filter, many) => {
    const all = `&target=${encodeURIComponent(TARGET)}&until=2026-10-31`;
    const query = filter.includes('until=') ? `&target=${encodeURIComponent(TARGET)}${filter}` : all + filter;
    const lines = await linesOf(query);
    expect(lines).toHaveLength(many);
    const csv = await (await site.ask('admin', `/admin/audit/export?format=csv${query}`)).text();
    expect(csv.trim().split('\r\n')).toHaveLength(many + 1);
    expect(idsIn(await read(`?${query.slice(1)}`))).toEqual(lines.slice(0, 50).map(({ auditId }) => auditId));
  });

  test('shows one line for each entry, and why, and as whom the site was seen', async () => {
    const words = wordsOf(await read('?reason=%22number+10%22'));
    expect(words).toContain('Waffle Lieutenant wrote a note about Pickle Comet');
    expect(words).toContain('=Number 10 of the accordions');
  });

  test('leaves out a filter that says nothing, and no file is made of it', async () => {
    expect(idsIn(await read('?since=yesterday&seenAs=king')).length).toBe(50);
    expect(idsIn(await read('?since=0000-01-01')).length).toBe(50);
    expect((await site.ask('admin', '/admin/audit/export?since=yesterday')).status).toBe(400);
  });

  test('is for admins, as are its entries and files', async () => {
    const [first] = idsIn(await read());
    for (const path of [
      '/admin/audit',
      `/admin/audit/${first}`,
      '/admin/audit/export',
      '/admin/audit/export?format=jsonl',
    ]) {
      const statuses = [];
      for (const who of ['player', 'staff', 'admin', 'super'] as const)
        statuses.push((await site.ask(who, path)).status);
      expect(statuses, path).toEqual([404, 403, 200, 200]);
      expect((await site.ask('super', `${path}${path.includes('?') ? '&' : '?'}masquerade=staff`)).status).toBe(403);
    }
    const production = openTestApp(site, { STAGE: 'www' });
    const { cookie } = await production.signIn('super');
    expect((await production.sendRequest('/admin/audit/export', { headers: { cookie } })).status).toBe(404);
    expect((await production.sendRequest('/admin/audit', { headers: { cookie } })).status).toBe(404);
  });
});

test('a file is whole for spreadsheets, and no cell of it is a formula', async () => {
  const answer = await site.ask('admin', '/admin/audit/export?reason=%22number+10%22');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, line] = (await answer.text()).split('\r\n');
  expect(head).toMatch(/auditId,at,userId,role,masquerade,action,target,before,after,reason,requestId$/);
  expect(line).toContain("'=Number 10 of the accordions");
  expect(line).toContain('"{""index"":10}"');
});

describe('an entry', () => {
  test('has an address with all of it, and where it stands in the chain', async () => {
    const [line] = await linesOf('&reason=%22number+10%22');
    const path = `/admin/audit/${String(line?.['auditId'])}`;
    expect(wordsOf(await (await site.ask('admin', path)).text())).toContain('Not chained yet');
    const isChained = async () => {
      await chainAuditEntries(systemCurrent(site.parts));
      return wordsOf(await (await site.ask('admin', path)).text());
    };
    await expect.poll(isChained, { timeout: 20_000 }).toMatch(/Link \d+, signed with the day \d{4}-\d\d-\d\d\./);
    const words = await isChained();
    for (const part of ['Waffle Lieutenant', 'account.note', TARGET, '=Number 10 of the accordions', 'index', 'Player'])
      expect(words).toContain(part);
    expect(wordsOf(await read())).toContain('Chained and signed up to');
  });

  test.each(['0', '-1', '1.5', 'x', '9'.repeat(18), '9'.repeat(40), '1%00'])('that is %s is nowhere', async (id) => {
    expect((await site.ask('admin', `/admin/audit/${id}`)).status).toBe(404);
  });
});

test('what a record page lists leads to all of it', async () => {
  const html = await (await site.ask('admin', `/admin/accounts/${CAST.player.userId}`)).text();
  expect(html).toContain(`href="/admin/audit?target=${encodeURIComponent(TARGET)}"`);
});
