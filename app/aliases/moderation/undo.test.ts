import { describe, expect, test } from 'vitest';

import type { AuditEntry } from '#app/audit/audit.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { FORBIDDEN, useAliases } from '#test/people/aliases.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import { aliasReplacedMail } from '../alias-replaced.mail.tsx';
import { changeAlias } from '../naming/changes.server.ts';
import { decideAlias } from './decisions.server.ts';
import type { Decision } from './moderation.ts';

const site = useTestSite();
const { as, seen, flagged, decide, undo, queue, stateOf } = useAliases(site);
const { player } = CAST;

describe('POST …/undo', () => {
  test.each<[CastName | undefined, unknown[]]>([
    [undefined, [401, 'Bad credentials!']],
    ['player', FORBIDDEN],
    ['staff', [204]],
    ['admin', [204]],
    ['super', [204]],
  ])('by %s answers %j', async (who, expected) => {
    await flagged();
    const { decisionId } = await dataOf<Decision>(await decide('staff', 'copycat', { decision: 'approve' }));
    const response = await undo(who, decisionId);
    expect(response.status === 204 ? [204] : await refusalOf(response)).toEqual(expected);
  });

  test.each(['approve', 'whitelist', 'deny', 'replace'])('restores the state before %s, once', async (decision) => {
    const before = await flagged();
    const [entry] = await queue();
    const { decisionId } = await dataOf<Decision>(await decide('staff', 'copycat', { decision, reason: 'Hm.' }));
    const undone = await Promise.all(Array.from({ length: 5 }, () => undo('admin', decisionId)));
    expect(undone.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(undone.filter(({ status }) => status === 404)).toHaveLength(4);
    const [again] = await queue();
    expect({ ...again, etag: '' }).toEqual({ ...entry, etag: '' });
    expect(await stateOf('copycat')).toEqual(before);
    const names = await site.parts.db.query<Pick<Row<'alias_names'>, 'alias_key' | 'is_refused'>>(sql`
      select alias_key, is_refused from alias_names
      where context = 'rumpus' and user_id = 'copycat' and (held_until is null or held_until > now())`);
    expect(names).toEqual([{ alias_key: 'iimes11', is_refused: false }]);
    expect(await aliasReplacedMail.find(systemCurrent(site.parts), { decisionId })).toBeUndefined();
  });

  test('is refused after the owner has changed the name, and changes nothing', async () => {
    await flagged();
    const { decisionId } = await dataOf<Decision>(
      await decide('staff', 'copycat', { decision: 'deny', reason: 'Hm.' }),
    );
    await changeAlias(as('copycat'), 'rumpus', '@me', 'Lemons');
    expect(await refusalOf(await undo('staff', decisionId))).toEqual([
      409,
      'The alias has changed since, so that can’t be undone.',
    ]);
    await expect(changeAlias(as('x'), 'rumpus', '@me', 'Iimes11')).rejects.toMatchObject({ code: 'aliases.taken' });
    expect((await undo('staff', '0190a0b0-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await undo('staff', 'x')).status).toBe(404);
  });
});

test('a decision needs the masqueraded role, and the audit records both roles', async () => {
  await flagged();
  const { actor, ...current } = as(CAST.admin.userId);
  const decideAs = (role: 'authenticated' | 'staff') => {
    const masked = { ...current, actor: { ...actor, role, ownRole: 'admin', masquerade: role } as const };
    return decideAlias(masked, 'rumpus', 'copycat', { decision: 'approve', reason: '' });
  };
  await expect(decideAs('authenticated')).rejects.toMatchObject({ status: 403 });
  await decideAs('staff');
  const audit = await dataOf<AuditEntry[]>(await site.ask('admin', '/api/audit?target=alias/rumpus/copycat&limit=1'));
  expect(audit).toMatchObject([{ role: 'admin', masquerade: 'staff', userId: CAST.admin.userId }]);
});

test('concurrent changes and decisions of a name never deadlock', async () => {
  await flagged();
  const work = Array.from({ length: 12 }, (_one, at) =>
    at % 2 === 0
      ? changeAlias(as('copycat'), 'rumpus', '@me', `Limes number ${at}`)
      : decideAlias(as(`mod${at}`, 'staff'), 'rumpus', 'copycat', { decision: 'replace', reason: 'x' }, '*'),
  );
  const results = await Promise.allSettled(work);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toHaveProperty('code', 'aliases.tooSoon');
  const held = await site.parts.db.query(sql`select from alias_names where context = 'rumpus' and user_id = 'copycat'
    and held_until is null and alias_key <> (select alias_key from aliases where context = 'rumpus' and user_id = 'copycat')`);
  expect(held).toEqual([]);
  expect(await seen(player.userId)).toMatchObject({ anonymous: true });
});
