import fc from 'fast-check';
import { expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { principalsOf, itemsOf, mayAny, mayTurn, passes, policies, tagLists } from '#test/policies.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';

import { accessSql } from './access.server.ts';
import { ACTIONS, Policy, accessByGrants, accessTo, allowsNothing, evaluate, mayAct } from './policy.ts';
import type { Access, Action, Principal, ItemAttributes, Verdict } from './policy.ts';
import { retagSql } from './protection.server.ts';
import { mayRetag, retagVerdict } from './protection.ts';

const site = useTestSite();
const PEOPLE = ['anna', 'bela', 'cara', 'dora'];
const some = <Value>(arbitrary: fc.Arbitrary<Value>, length: number) =>
  fc.array(arbitrary, { minLength: length, maxLength: length });
const EVERY = ACTIONS.flatMap((action) => [true, false].map((direct) => [action, direct] as const));

test('the evaluator of policies agrees with a plain model in every case', () => {
  let judged = 0;
  const run = fc.property(
    policies,
    some(principalsOf(PEOPLE), 10),
    some(itemsOf(PEOPLE), 10),
    (policy, principals, items) => {
      for (const principal of principals) {
        for (const [action, direct] of EVERY) {
          const access = accessTo(policy, action, principal, direct);
          expect(allowsNothing(access)).toBe(!mayAny(policy, action, principal));
          for (const item of items) {
            const verdict = evaluate(access, item);
            const wanted = passes(policy, action, principal, item, direct);
            if (verdict.allowed === wanted && mayAct(access, item) === wanted && isTheReason(verdict)) continue;
            expect.fail(`${action} ${JSON.stringify({ policy, principal, item, direct, verdict })}`);

            function isTheReason({ allowed, rule }: Verdict): boolean {
              return allowed
                ? letsAlone(policy, rule, action, principal, item, direct)
                : refuses(policy, rule, access, item);
            }
          }
        }
        judged += items.length;
      }
    },
  );
  fc.assert(run, { numRuns: countCases(1000) });
  expect(judged).toBeGreaterThanOrEqual(countCases(100_000));
}, 120_000);

/** Whether the grant that is named as the reason is enough by itself. */
function letsAlone(
  policy: Policy,
  rule: string,
  action: Action,
  principal: Principal,
  item: ItemAttributes,
  direct: boolean,
) {
  const [name, at] = rule.split(/[.[\]]/);
  if (name === 'default') return policy[action] === undefined;
  const grant = policy[action]?.[Number(at)];
  return (
    name === action && grant !== undefined && passes({ ...policy, [action]: [grant] }, action, principal, item, direct)
  );
}

/** Whether the rule that is named as the reason can refuse this item. */
function refuses(policy: Policy, rule: string, access: Access, { tags }: ItemAttributes): boolean {
  const hiding = rule.startsWith('hide.') ? rule.slice('hide.'.length) : undefined;
  if (hiding !== undefined) return tags.includes(hiding) && policy.hide?.[hiding] !== undefined;
  return rule === access.otherwise;
}

test('the rule of protected tags agrees with a plain model', () => {
  const run = fc.property(policies, principalsOf(PEOPLE), some(tagLists, 8), (policy, { role }, lists) => {
    for (const before of lists) {
      for (const after of lists) {
        expect(mayRetag(role, policy, before, after)).toBe(mayTurn(policy, role, before, after));
        const { allowed, rule } = retagVerdict(role, policy, before, after);
        if (!allowed) expect(policy.protect).toHaveProperty([rule.replace('protect.', '')]);
      }
    }
  });
  fc.assert(run, { numRuns: 500 });
});

test('the rules as SQL allow the same items as the evaluator, in lists and in counts', async () => {
  const run = fc.asyncProperty(policies, some(principalsOf(PEOPLE), 4), some(itemsOf(PEOPLE), 12), tagLists, compare);
  await fc.assert(run, { numRuns: countCases(150) });
}, 120_000);

async function compare(
  policy: Policy,
  principals: Principal[],
  items: ItemAttributes[],
  after: string[],
): Promise<void> {
  const source = items.map(
    ({ collaborators, tags }, at) => sql`select ${at}::int as at, ${collaborators[0] ?? null}::text as user_id,
      ${collaborators}::text[] as collaborators, ${tags}::text[] as tags`,
  );
  const lines: { condition: Sql; wanted: number[] }[] = [];
  const line = (condition: Sql, holds: (item: ItemAttributes) => boolean) =>
    lines.push({ condition, wanted: items.flatMap((item, at) => (holds(item) ? [at] : [])) });
  for (const principal of principals) {
    for (const [action, direct] of EVERY) {
      const access = accessTo(policy, action, principal, direct);
      line(accessSql(access), (item) => mayAct(access, item));
    }
    const retag = retagSql(principal.role, policy, sql`i.tags`, sql`${after}::text[]`);
    line(retag, ({ tags }) => mayRetag(principal.role, policy, tags, after));
  }
  const columns = lines.map(
    ({ condition }, at) => sql`array(select at from i where ${condition} order by at) as ${sql.raw(`l${at}`)},
      (select count(*)::int from i where ${condition}) as ${sql.raw(`c${at}`)}`,
  );
  const [row] = await site.parts.db.query<Record<string, unknown>>(
    sql`with i as materialized (${sql.join(source, ' union all ')}) select ${sql.join(columns, ',')}`,
  );
  expect(lines.map((_, at) => row?.[`l${at}`])).toEqual(lines.map(({ wanted }) => wanted));
  expect(lines.map((_, at) => row?.[`c${at}`])).toEqual(lines.map(({ wanted }) => wanted.length));
}

test.each<[policy: Policy, action: Action, role: Principal['role'], verdict: Verdict]>([
  [{}, 'read', 'admin', { allowed: true, rule: 'default.admin' }],
  [{}, 'read', 'staff', { allowed: false, rule: 'default.admin' }],
  [{ read: [] }, 'read', 'super', { allowed: false, rule: 'read' }],
  [{ read: ['super', 'staff'] }, 'read', 'admin', { allowed: true, rule: 'read[1]' }],
  [{ read: [{ to: 'public', tags: ['red', '-quiet'] }] }, 'read', 'public', { allowed: true, rule: 'read[0]' }],
  [{ read: [{ to: 'public', tags: ['-red'] }] }, 'read', 'super', { allowed: false, rule: 'read' }],
  [{ read: ['public'], hide: { red: 'admin' } }, 'read', 'staff', { allowed: false, rule: 'hide.red' }],
  [{}, 'transfer', 'authenticated', { allowed: true, rule: 'default.owner' }],
  [{}, 'override', 'staff', { allowed: true, rule: 'default.staff' }],
  [{ override: ['public', 'owner'] }, 'override', 'authenticated', { allowed: false, rule: 'least.staff' }],
  [{ override: ['super'] }, 'override', 'admin', { allowed: false, rule: 'override' }],
  [{ hide: { red: 'super' } }, 'override', 'staff', { allowed: true, rule: 'default.staff' }],
])('under %j %s by %s is %j', (policy, action, role, verdict) => {
  const isOwner = role === 'authenticated';
  const principal = { userId: role === 'public' ? undefined : isOwner ? 'anna' : 'else', role };
  expect(evaluate(accessTo(policy, action, principal, true), { collaborators: ['anna'], tags: ['red'] })).toEqual(
    verdict,
  );
});

test('grants of stats are judged as those of actions, hidden tags included', () => {
  const policy: Policy = { hide: { red: 'staff' } };
  const app: Principal = { userId: undefined, role: 'public', app: 'k3y' };
  const access = accessByGrants(policy, ['app'], 'stats.score', app);
  expect(evaluate(access, { collaborators: ['anna'], tags: [] })).toEqual({ allowed: true, rule: 'stats.score[0]' });
  expect(evaluate(access, { collaborators: ['anna'], tags: ['red'] })).toEqual({ allowed: false, rule: 'hide.red' });
  expect(allowsNothing(accessByGrants(policy, ['app'], 'stats.score', { ...app, app: undefined }))).toBe(true);
});

test('tags of a policy are stored in NFC as those of items are', () => {
  const [split, whole] = ['e\u0301te', '\u00e9te'];
  const policy = {
    hide: { [split]: 'staff' },
    protect: { [split]: 'staff' },
    read: [{ to: 'public', tags: [`-${split}`] }],
  };
  const kept = {
    hide: { [whole]: 'staff' },
    protect: { [whole]: 'staff' },
    read: [{ to: 'public', tags: [`-${whole}`] }],
  };
  expect(Policy.parse(policy)).toEqual(kept);
});
