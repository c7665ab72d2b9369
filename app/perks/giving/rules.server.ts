import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { PeopleRule } from '#app/noun/people-rule.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { atSavepoint } from '#lib/database/savepoint.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem, isProblem, problemAt } from '#lib/problem.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import { perkAudit } from '../audit-kinds.server.ts';
import type { PerkRule } from '../perk.ts';
import { getPerk, lockPerk } from '../perks.server.ts';
import { alreadyYours, badRule, noRule } from '../problems.ts';
import { givePerk } from './grants.server.ts';
import { tellOfPerk } from './holders.server.ts';

const MAX_RULES = 100;
/** People that are looked at in one transaction, and how many of these in one run. */
const STEP = 50;
const MAX_STEPS = 200;

/** Of those who bought another perk in a game, and were not refunded. */
export const boughtRule: PeopleRule = {
  name: 'perks.bought',
  title: 'perks.rule.bought',
  needsAbout: true,
  findPeople: async ({ db }, { about, before }, after, limit) => {
    const rows = await db.query<Pick<Row<'perk_purchases'>, 'user_id'>>(sql`
      select distinct user_id from perk_purchases
      where perk_id = ${about} and user_id > ${after} and refunded_at is null and bought_at < ${before}
      order by user_id limit ${limit}::integer`);
    return rows.map((row) => row.user_id);
  },
};

/** A job follows it. Needs admin. @param rules all that there are @throws Problem 401, 403, 404, 400 at the field */
export async function addRule(
  current: Current,
  rules: readonly PeopleRule[],
  perkId: string,
  wanted: { rule: string; about: string; before: Date },
): Promise<void> {
  requireRole(current, 'admin');
  const userId = requireUser(current);
  const rule = rules.find(({ name }) => name === wanted.rule);
  if (rule === undefined || !(wanted.before.getTime() > 0)) throw problemAt('rule', badRule);
  const about = wanted.about.trim();
  if (rule.needsAbout !== (about !== '') || about.length > 64) throw problemAt('about', badRule);
  const now = current.now();
  await inTransaction(current, async (current) => {
    const { name } = await lockPerk(current, perkId);
    await current.db.query(sql`
      insert into perk_rules (perk_id, rule_id, rule, about, before, state, created_by, created_at) values
        (${perkId}, ${uuidv7(now.getTime())}, ${rule.name}, ${about}, ${wanted.before}, 'running', ${userId}, ${now})`);
    await recordAuditEntry(current, perkAudit.addRule, {
      target: `perk/${perkId}`,
      after: { name, rule: rule.name, about, before: wanted.before.toISOString() },
    });
  });
}

/** Who has got it keeps it. Needs admin. @throws Problem 401, 403, 404 */
export async function stopRule(current: Current, perkId: string, ruleId: string): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    // Not locked: a step of the rule has its row before that of the perk.
    const { name } = await getPerk(current, perkId);
    const [rule] = isUuid(ruleId)
      ? await current.db.query<Pick<Row<'perk_rules'>, 'rule'>>(sql`
          update perk_rules set state = 'stopped', ended_at = ${current.now()}
          where perk_id = ${perkId} and rule_id = ${ruleId} and state = 'running' returning rule`)
      : [];
    if (rule === undefined) throw new Problem(noRule);
    await recordAuditEntry(current, perkAudit.stopRule, {
      target: `perk/${perkId}`,
      before: { name, rule: rule.rule },
    });
  });
}

/** The newest first. Needs staff. @throws Problem 401, 403 */
export async function listRules(current: Current, perkId: string): Promise<PerkRule[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<RuleRow>(sql`
    select rule_id, rule, about, before, state, given, refusal, created_by, created_at,
      state = 'running' and not ${isDue(current)} as is_waiting
    from perk_rules r where perk_id = ${perkId} order by rule_id desc limit ${MAX_RULES}::integer`);
  return rows.map((row) => ({
    ruleId: row.rule_id,
    rule: row.rule,
    about: row.about,
    before: row.before.toISOString(),
    state: row.is_waiting ? 'waiting' : row.state,
    given: row.given,
    refusal: row.refusal,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  }));
}

type RuleRow = Omit<Row<'perk_rules'>, 'perk_id' | 'place' | 'ended_at' | 'state'> &
  Columns<'perk_rules', { state: Exclude<PerkRule['state'], 'waiting'> }> & { is_waiting: boolean };

/** Of a rule `r`: until its day others may still do what it is about, and before its perk begins nobody gets that. */
function isDue(current: Current): Sql {
  const now = current.now();
  return sql`(r.before <= ${now} and not exists (select from perks p where p.perk_id = r.perk_id and p.starts_at > ${now}))`;
}

/** Some steps of those whose day has come, each whole or not at all, so that a process that is killed has given nothing twice. */
export async function followRules(current: Current, rules: readonly PeopleRule[]): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (!(await inTransaction(current, (current) => followRule(current, rules)))) return;
  }
}

/** @returns whether there was one that nobody else follows now */
async function followRule(current: Current, rules: readonly PeopleRule[]): Promise<boolean> {
  const [row] = await current.db.query<FollowedRule>(sql`
    select perk_id, rule_id, rule, about, before, place from perk_rules r
    where state = 'running' and ${isDue(current)} order by created_at, rule_id limit 1 for update of r skip locked`);
  if (row === undefined) return false;
  const { perk_id: perkId, rule_id: ruleId, about, before, place } = row;
  const rule = rules.find(({ name }) => name === row.rule);
  const userIds = (await rule?.findPeople(current, { about, before }, place, STEP)) ?? [];
  let [given, state] = [0, userIds.length < STEP ? 'done' : 'running'];
  let refused: string | null = null;
  for (const userId of userIds) {
    try {
      const gift = { perkId, userId, way: 'rule', origin: ruleId } as const;
      const grantId = await atSavepoint(current.db, () => givePerk(current, gift));
      await tellOfPerk(current, perkId, userId, grantId);
      given += 1;
    } catch (refusal) {
      if (isProblem(refusal, alreadyYours)) continue;
      if (!(refusal instanceof Problem)) throw refusal;
      // Nobody gets more of it, whoever comes next.
      [state, refused] = ['stopped', refusal.code];
      current.log.info({ perkId, ruleId, refusal: refusal.code }, 'a rule of a perk ended early');
      break;
    }
  }
  await current.db.query(sql`
    update perk_rules set given = given + ${given}::integer, place = ${userIds.at(-1) ?? place}, state = ${state}, refusal = ${refused},
      ended_at = ${state === 'running' ? null : current.now()}
    where perk_id = ${perkId} and rule_id = ${ruleId}`);
  return true;
}

type FollowedRule = Pick<Row<'perk_rules'>, 'perk_id' | 'rule_id' | 'rule' | 'about' | 'before' | 'place'>;
