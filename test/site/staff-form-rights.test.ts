import { describe, expect, test } from 'vitest';

import { ALL_SESSIONS, INTENTS } from '#app/admin/accounts/account-actions.ts';
import { decideAlias } from '#app/aliases/moderation/decisions.server.ts';
import { DecisionKind } from '#app/aliases/moderation/moderation.ts';
import { MASQUERADE_COOKIE } from '#app/current/masquerade.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { FORM_ROLES, currentAs, formsIn, openFormPerson, rowsOf, stateOf } from '../people/form-rights.ts';
import type { FormPerson, FormRole } from '../people/form-rights.ts';
import { openVisitor } from '../people/visitor.ts';
import type { FormVisitor } from '../people/visitor.ts';
import { useTestSite } from '../site.ts';

const site = useTestSite();

/** Whom a form is about. Nobody stands above a super. */
const RELATIONS = ['own', 'player', 'peer', 'above', 'none'] as const;
type TargetRelation = (typeof RELATIONS)[number];

/**
 * The status of every form of staff for every role: about oneself, a player, another of one's own role, one of the role
 * above, and nobody.
 */
const RIGHTS = `
                  | own                 | player              | peer                | above           | none
                  | v   p   s   a   S   | v   p   s   a   S   | v   p   s   a   S   | v   p   s   a   | v   p   s   a   S
note              | 404 404 403 403 403 | 404 404 303 303 303 | 404 404 403 403 403 | 404 404 403 403 | 404 404 404 404 404
ban               | 404 404 403 403 403 | 404 404 303 303 303 | 404 404 403 403 403 | 404 404 403 403 | 404 404 404 404 404
lift              | 404 404 403 403 403 | 404 404 303 303 303 | 404 404 403 403 403 | 404 404 403 403 | 404 404 404 404 404
role              | 404 404 403 403 303 | 404 404 403 403 303 | 404 404 403 403 303 | 404 404 403 403 | 404 404 403 403 404
sessions          | 404 404 403 403 403 | 404 404 303 303 303 | 404 404 403 403 403 | 404 404 403 403 | 404 404 404 404 404
recover           | 404 404 403 403 403 | 404 404 403 303 303 | 404 404 403 403 403 | 404 404 403 403 | 404 404 403 404 404
merge             | 404 404 403 403 403 | 404 404 403 404 404 | 404 404 403 403 403 | 404 404 403 403 | 404 404 403 404 404
aliases.approve   | 404 404 403 403 403 | 404 404 200 200 200 | 404 404 403 403 200 | 404 404 403 403 | 404 404 404 404 404
aliases.whitelist | 404 404 403 403 403 | 404 404 200 200 200 | 404 404 403 403 200 | 404 404 403 403 | 404 404 404 404 404
aliases.deny      | 404 404 403 403 403 | 404 404 200 200 200 | 404 404 403 403 200 | 404 404 403 403 | 404 404 404 404 404
aliases.replace   | 404 404 403 403 403 | 404 404 200 200 200 | 404 404 403 403 200 | 404 404 403 403 | 404 404 404 404 404
aliases.undo      | 404 404 403 403 403 | 404 404 200 200 200 | 404 404 403 403 200 | 404 404 403 403 | 404 404 404 404 404
`;

test('every form of staff has a row', () => {
  const decisions = DecisionKind.options.map((decision) => `aliases.${decision}`);
  expect(formsIn(RIGHTS)).toEqual([...INTENTS, ...decisions, 'aliases.undo'].toSorted());
});

const FIELDS: Record<string, Record<string, string>> = {
  note: { text: 'A kind word.' },
  ban: { reason: 'Rude words.', days: '1' },
  lift: { reason: 'They are sorry.' },
  role: { role: 'staff', reason: 'They help.' },
  sessions: { reason: 'To be sure.', loginId: ALL_SESSIONS },
  recover: { email: 'found@again.example', reason: 'They showed us.' },
  merge: { into: '@zzzzzz', reason: 'They showed us both.' },
};
const NOBODY = '0190a0b0-0000-7000-8000-000000000000';

async function targetOf(person: FormPerson, role: FormRole, relation: TargetRelation): Promise<string> {
  if (relation === 'own') return person.userId;
  if (relation === 'none') return 'zzzzzz';
  const above = FORM_ROLES[Math.max(FORM_ROLES.indexOf(role), 1) + 1] ?? 'super';
  return (await openFormPerson(site, relation === 'player' ? 'player' : relation === 'peer' ? role : above)).userId;
}

/** Whoever sends a form about somebody else is the same as before it. */
function openSenders() {
  const people = new Map<FormRole, FormPerson>();
  return async (who: FormRole, relation: TargetRelation): Promise<FormPerson> => {
    const person = (relation === 'own' ? undefined : people.get(who)) ?? (await openFormPerson(site, who));
    if (relation !== 'own') people.set(who, person);
    return person;
  };
}

/** Sends a form about somebody, for whom all is as the form wants it. */
async function send(visitor: FormVisitor, intent: string, userId: string, relation: TargetRelation): Promise<number> {
  if (intent === 'lift' && relation !== 'own') {
    await site.parts.db.query(
      sql`update accounts set banned_at = now(), ban_reason = 'Rude.' where user_id = ${userId}`,
    );
  }
  const isAlias = intent.startsWith('aliases.');
  const fields: Record<string, string> = isAlias
    ? { context: 'rumpus', userId, reason: 'Rude.', alias: '', etag: '*', decisionId: await decisionOn(intent, userId) }
    : { ...FIELDS[intent] };
  const before = await stateOf(site, userId);
  const path = isAlias ? '/admin/alias-moderation' : `/admin/accounts/${userId}`;
  const { status } = await visitor.post(path, { intent, ...fields });
  if (status >= 400) expect(await stateOf(site, userId)).toEqual(before);
  else expect(await stateOf(site, userId)).not.toEqual(before);
  return status;
}

async function decisionOn(intent: string, userId: string): Promise<string> {
  if (intent !== 'aliases.undo' || userId === 'zzzzzz') return NOBODY;
  const decision = { decision: 'deny' as const, reason: 'Rude.' };
  return (await decideAlias(currentAs(site, 'judge'), 'rumpus', userId, decision, '*')).decisionId;
}

test.each(rowsOf(RIGHTS))('%s answers every role as the table says', async (intent, wanted) => {
  const cells: string[] = [];
  const openSender = openSenders();
  for (const relation of RELATIONS) {
    const statuses: number[] = [];
    for (const who of relation === 'above' ? FORM_ROLES.slice(0, -1) : FORM_ROLES) {
      const person = await openSender(who, relation);
      const visitor = who === 'visitor' ? openVisitor(site) : person.visitor;
      statuses.push(await send(visitor, intent, await targetOf(person, who, relation), relation));
    }
    cells.push(statuses.join(' '));
  }
  expect(cells.join(' | ')).toBe(wanted);
});

describe.each(['player', 'staff', 'admin'] as const)('a super who masquerades as %s', (mask) => {
  test.each(rowsOf(RIGHTS))('may by %s what that role may', async (intent, wanted) => {
    const rights = wanted.split(' | ').map((cell) => Number(cell.split(' ')[FORM_ROLES.indexOf(mask)]));
    const statuses: number[] = [];
    const openSender = openSenders();
    for (const relation of RELATIONS) {
      const person = await openSender('super', relation);
      const role = mask === 'player' ? 'authenticated' : mask;
      person.visitor.cookies.set(MASQUERADE_COOKIE, role);
      statuses.push(await send(person.visitor, intent, await targetOf(person, mask, relation), relation));
    }
    expect(statuses).toEqual(rights);
  });
});
