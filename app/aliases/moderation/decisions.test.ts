import { describe, expect, test } from 'vitest';

import type { AuditEntry } from '#app/audit/audit.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { FORBIDDEN, useAliases } from '#test/people/aliases.ts';
import { openSession } from '#test/people/owners.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import { aliasReplacedMail } from '../alias-replaced.mail.tsx';
import { changeAlias } from '../naming/changes.server.ts';
import type { Decision } from './moderation.ts';

const site = useTestSite();
const { as, post, seen, flagged, decide, queue, stateOf } = useAliases(site);
const { staff } = CAST;
const PAGE = '/admin/alias-moderation';

async function pageOf(pending: Promise<Response>): Promise<string> {
  const response = await pending;
  expect(response.status).toBe(200);
  return response.text();
}

test('the page replaces a name without scripts, once the replacement keeps the rules', async () => {
  await flagged('copycat', 'limes11', 'Ιimes11');
  const { visitor } = await openSession(site, staff.userId);
  const before = await pageOf(visitor.get(PAGE));
  const heading = /<h2[^>]*>(?:<[^>]*>)*Ιimes11</;
  expect(before).toMatch(heading);
  const [form = ''] = /<form [^>]*method="post".*?<\/form>/s.exec(before) ?? [];
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const fields = hidden.map(([, name, value = '']) => [name, value.replaceAll('&quot;', '"')] as const);
  // Enter in a field presses the first button of its form.
  const [, intent = ''] = /<button value="([^"]*)"[^>]* type="submit"[^>]* name="intent"/.exec(form) ?? [];
  expect(intent).toBe('aliases.replace');
  const replaceBy = (alias: string) =>
    visitor.post(PAGE, { intent, ...Object.fromEntries(fields), template: 'Too close.', alias });
  const refused = await replaceBy('Rumpus Staff');
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('That alias is reserved for the studio and its games. Try another one.'),
  ]);
  const after = await pageOf(replaceBy(''));
  expect(after).toContain('“Ιimes11” is now');
  expect(after).not.toMatch(heading);
});

describe('POST …/decisions', () => {
  test.each<[CastName | undefined, unknown[]]>([
    [undefined, [401, 'Bad credentials!']],
    ['player', FORBIDDEN],
    ['creator', FORBIDDEN],
    ['staff', [201]],
    ['admin', [201]],
    ['super', [201]],
  ])('by %s answers %j', async (who, expected) => {
    await flagged();
    const response = await decide(who, 'copycat', { decision: 'approve' });
    expect(response.status === 201 ? [201] : await refusalOf(response)).toEqual(expected);
  });

  test('approves a name, shows it to everyone and audits the decision with its reason', async () => {
    await flagged();
    const decision = await dataOf<Decision>(
      await decide('staff', 'copycat', { decision: 'approve', reason: ' A friend of limes. ' }),
    );
    expect(decision).toMatchObject({ userId: 'copycat', decision: 'approve', newAlias: null, decidedBy: staff.userId });
    expect(await seen('copycat')).toEqual({ userId: 'copycat', alias: 'Iimes11', context: 'rumpus' });
    expect(await queue()).toEqual([]);
    const audit = await dataOf<AuditEntry[]>(await site.ask('admin', '/api/audit?target=alias/rumpus/copycat&limit=1'));
    expect(audit).toMatchObject([
      {
        action: 'alias.approve',
        userId: staff.userId,
        reason: 'A friend of limes.',
        before: { alias: 'Iimes11', state: 'pending' },
        after: { alias: 'Iimes11', state: 'approved' },
      },
    ]);
  });

  test('denies a name: the safe one stays, the owner reads the reason, and nobody can claim the name again', async () => {
    await flagged();
    expect((await decide('staff', 'copycat', { decision: 'deny', reason: 'Too close.' })).status).toBe(201);
    const own = await stateOf('copycat');
    expect(own).toMatchObject({ state: 'denied', reason: 'Too close.', changeableAt: null });
    expect(await seen('copycat')).toMatchObject({ alias: own.safeAlias });
    expect((await queue('?state=denied')).map(({ userId }) => userId)).toEqual(['copycat']);
    const taken = { status: 409, code: 'aliases.taken' };
    await expect(changeAlias(as('copycat'), 'rumpus', '@me', 'Iimes11')).rejects.toMatchObject(taken);
    expect(await changeAlias(as('copycat'), 'rumpus', '@me', 'Lemons')).toMatchObject({
      state: 'approved',
      reason: null,
    });
    await expect(changeAlias(as('copycat'), 'rumpus', '@me', 'Iimes11')).rejects.toMatchObject(taken);
    await expect(changeAlias(as('another'), 'rumpus', '@me', 'IIMES11')).rejects.toMatchObject(taken);
  });

  test('replaces a name with a random or the given one, and mails the owner', async () => {
    await flagged();
    const random = await dataOf<Decision>(
      await decide('staff', 'copycat', { decision: 'replace', reason: 'Too close.' }),
    );
    expect(random.newAlias).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+( \d+)?$/);
    expect(await seen('copycat')).toMatchObject({ alias: random.newAlias });
    expect(await stateOf('copycat')).toMatchObject({ state: 'approved', reason: 'Too close.', changeableAt: null });
    const given = { decision: 'replace', reason: 'Shorter.', alias: ' Limes  cousin ' };
    const response = await decide('staff', 'copycat', given, { 'if-match': random.etag });
    expect(await dataOf<Decision>(response)).toMatchObject({ newAlias: 'Limes cousin', alias: random.newAlias });
    const payload = { decisionId: random.decisionId };
    expect(await aliasReplacedMail.find(systemCurrent(site.parts), payload)).toEqual({
      userId: 'copycat',
      props: { userId: 'copycat', was: 'Iimes11', alias: random.newAlias, reason: 'Too close.' },
    });
    const jobs = await site.parts.db.query(sql`select from graphile_worker._private_jobs
      where payload->>'mail' is not null and payload::text like ${`%${random.decisionId}%`}`);
    expect(jobs).toHaveLength(1);
  });

  test('refuses to deny or replace without a reason, and a replacement that breaks the rules or is taken', async () => {
    await flagged();
    const replace = (alias: string) => decide('staff', 'copycat', { decision: 'replace', reason: 'No.', alias });
    for (const decision of ['deny', 'replace'])
      expect(await (await decide('staff', 'copycat', { decision, reason: ' ' })).json()).toMatchObject({
        status: 400,
        code: 'aliases.reasonRequired',
        fields: { reason: 'Say why, so the owner can understand it.' },
      });
    expect((await replace('admin')).status).toBe(400);
    expect(await refusalOf(await replace('limes11'))).toEqual([409, 'That alias is taken. Try another one.']);
    expect(await stateOf('copycat')).toMatchObject({ alias: 'Iimes11', state: 'pending' });
  });

  test('accepts one of ten concurrent decisions', async () => {
    await flagged();
    const both = await Promise.all(
      Array.from({ length: 10 }, (_one, at) =>
        decide(at % 2 === 0 ? 'staff' : 'admin', 'copycat', {
          decision: at % 3 === 0 ? 'deny' : 'approve',
          reason: 'x',
        }),
      ),
    );
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = both.find(({ status }) => status !== 201);
    expect(refused && (await refusalOf(refused))).toEqual([409, 'Somebody beat you to it: that’s already decided.']);
  });

  test('decides with If-Match on the matching revision alone, whatever its state', async () => {
    await flagged();
    const [entry] = await queue();
    const etag = entry?.etag ?? '';
    await changeAlias(as('copycat'), 'rumpus', '@me', 'Iimes11');
    expect((await decide('staff', 'copycat', { decision: 'approve' }, { 'if-match': etag })).status).toBe(201);
    const late = await decide('admin', 'copycat', { decision: 'deny', reason: 'No.' }, { 'if-match': etag });
    expect(await refusalOf(late)).toEqual([412, 'The alias has changed in the meantime.']);
    const any = await decide('admin', 'copycat', { decision: 'deny', reason: 'No.' }, { 'if-match': '*' });
    expect(any.status).toBe(201);
  });

  test('refuses a decision on the own name, and answers 404 where there is no name', async () => {
    await flagged(staff.userId);
    expect(await refusalOf(await decide('staff', staff.userId, { decision: 'approve' }))).toEqual([
      403,
      'You can’t judge your own alias. Somebody else has to.',
    ]);
    expect((await decide('admin', staff.userId, { decision: 'approve' })).status).toBe(201);
    expect((await decide('admin', 'nobody', { decision: 'approve' })).status).toBe(404);
    expect((await post('admin', '/contexts/rumpus-safe/users/x/decisions', { decision: 'approve' })).status).toBe(404);
  });
});
