import { beforeEach, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { wordsOf } from '#test/newsletters.ts';
import { openOldAccount } from '#test/people/old-accounts.ts';
import type { TestOwner } from '#test/people/owners.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite({ TWO_PERSON_RULE: 'on' });
const QUEUE = '/admin/approvals';

let count = 0;
let gone: TestOwner;
let kept: TestOwner;
beforeEach(async () => {
  await site.parts.db.query(sql`delete from account_merges`);
  await site.parts.db.query(sql`delete from approvals`);
  count += 1;
  gone = await openOldAccount(site, `gone@staff${count}.example`);
  kept = await openOldAccount(site, `kept@staff${count}.example`);
});

const pageOf = ({ userId }: TestOwner) => `/admin/accounts/${userId}`;
const isThere = async ({ userId }: TestOwner) =>
  (await site.parts.db.query(sql`select from accounts where user_id = ${userId}`)).length === 1;
const ask = async (who: 'admin' | 'super') => {
  const fields = { intent: 'merge', into: kept.userId, reason: 'They showed us both.' };
  const asked = await site.submit(who, pageOf(gone), fields);
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${pageOf(gone)}?done=asked`]);
  const [row] = await site.parts.db.query<{ approval_id: string }>(sql`select approval_id from approvals`);
  const confirm = (by: 'admin' | 'super') =>
    site.submit(by, QUEUE, { intent: 'approvals.confirm', approvalId: row?.approval_id ?? '' });
  return confirm;
};

describe('a merge by staff', () => {
  test('says what it would do before anybody can ask for it, and does nothing by that', async () => {
    const empty = await (await site.ask('admin', pageOf(gone))).text();
    expect(empty).toContain('name="into"');
    expect(empty).not.toContain('value="merge"');
    for (const code of [kept.userId, `@${kept.userId.toUpperCase()}`]) {
      const shown = await site.ask('admin', `${pageOf(gone)}?into=${encodeURIComponent(code)}`);
      const html = await shown.clone().text();
      expect(html).toContain('value="merge"');
      expect(html).toContain(`value="${kept.userId}"`);
      const words = await wordsOf(shown);
      expect(words).toContain(`The Lookup Code is @${kept.userId}, and @${gone.userId} leads to it.`);
      expect(words).toContain(`These addresses come along: gone@staff${count}.example.`);
      expect(words).toContain(`The main email address is kept@staff${count}.example.`);
    }
    expect([await isThere(gone), await isThere(kept)]).toEqual([true, true]);
  });

  test.each(['nobody1', '', '@', 'no code at all', 'own'])('says that %j is nobody else', async (typed) => {
    const code = typed === 'own' ? gone.userId : typed;
    const answer = await site.ask('admin', `${pageOf(gone)}?into=${encodeURIComponent(code)}`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('nobody else’s Lookup Code');
    expect(html).not.toContain('value="merge"');
  });

  test('tells its plan to admins alone', async () => {
    const html = await (await site.ask('staff', `${pageOf(gone)}?into=${kept.userId}`)).text();
    expect(html).not.toContain(`kept@staff${count}.example`);
    expect(html).not.toContain('The Lookup Code is');
  });

  test('waits for a second person, who reads the same before, and is done once they say yes', async () => {
    const confirm = await ask('admin');
    expect([await isThere(gone), await isThere(kept)]).toEqual([true, true]);
    const queue = await (await site.ask('super', QUEUE)).text();
    const [, preview = ''] = /href="([^"]*\?into=[^"]*)"/.exec(queue) ?? [];
    expect(preview).toBe(`${pageOf(gone)}?into=${kept.userId}#merge`);
    expect(await wordsOf(await site.ask('super', preview.split('#', 1).join()))).toContain(
      `@${gone.userId} leads to it.`,
    );
    expect((await confirm('admin')).status).toBe(403);
    expect(await isThere(gone)).toBe(true);
    expect((await confirm('super')).status).toBeLessThan(400);
    expect([await isThere(gone), await isThere(kept)]).toEqual([false, true]);
    const log = await site.parts.db.query(sql`
      select action, user_id from audit where target = ${`account/${kept.userId}`} order by audit_id`);
    expect(log).toEqual([
      { action: 'approval.ask', user_id: CAST.admin.userId },
      { action: 'account.merge', user_id: CAST.super.userId },
      { action: 'approval.confirm', user_id: CAST.super.userId },
    ]);
    expect((await confirm('super')).status).toBe(409);
  });

  test('is confirmed by nobody who asked for it', async () => {
    const confirm = await ask('super');
    expect((await confirm('super')).status).toBe(403);
    expect([await isThere(gone), await isThere(kept)]).toEqual([true, true]);
  });

  test('is not done once something else has become of one of the two', async () => {
    const confirm = await ask('admin');
    await site.parts.db.query(sql`update accounts set frozen_at = now() where user_id = ${gone.userId}`);
    expect((await confirm('super')).status).toBe(409);
    expect([await isThere(gone), await isThere(kept)]).toEqual([true, true]);
  });
});
