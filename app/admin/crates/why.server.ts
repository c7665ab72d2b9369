import { findAccounts } from '#app/accounts/staff/search.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isRole } from '#app/current/role.ts';
import type { Crate } from '#app/storage/crates/crate.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import { explainDeed, listDeeds } from '#app/storage/explain/explain.server.ts';
import { noItem } from '#app/storage/problems.ts';
import { isProblem } from '#lib/problem.ts';

import { findPeople } from '../names.server.ts';
import type { NamedPerson } from '../person-link.tsx';
import type { WhyAnswer, WhyPage, WhyQuery } from './why.ts';

const MAX_CANDIDATES = 6;
const MAX_TYPED = 254;

/** @throws Problem 401 or 403 below staff */
export async function findWhy(current: Current, crate: Crate, parameters: URLSearchParams): Promise<WhyPage> {
  const deeds = listDeeds(crate.policy);
  const read = (name: string) => (parameters.get(name) ?? '').trim().slice(0, MAX_TYPED);
  const deed = deeds.find((one) => one === read('deed')) ?? '';
  const asked = { who: read('who'), role: read('role'), deed, item: read('item') };
  const isAsked = deed !== '' && (asked.who !== '' || asked.role !== '');
  return { deeds, asked, found: isAsked ? await answerWhy(current, crate, asked) : undefined };
}

async function answerWhy(current: Current, { crateId, policy }: Crate, asked: WhyQuery): Promise<WhyAnswer> {
  const people = asked.who === '' ? [] : await findCandidates(current, asked.who);
  if (asked.who !== '' && people.length === 0) return { kind: 'nobody' };
  const [person] = people;
  if (people.length > 1) return { kind: 'several', people };
  const as = person?.userId ?? (isRole(asked.role) || asked.role === 'app' ? asked.role : 'public');
  try {
    const itemId = asked.item === '' ? undefined : asked.item;
    const explanation = await explainDeed(current, crateId, { as, deed: asked.deed, itemId });
    return { kind: 'answer', explanation, person, excerpt: findExcerpt(policy, explanation.rule) };
  } catch (refusal) {
    if (isProblem(refusal, noItem)) return { kind: 'noItem' };
    throw refusal;
  }
}

/** One, where the whole of what was typed is theirs. */
async function findCandidates(current: Current, typed: string): Promise<NamedPerson[]> {
  const text = typed.replace(/^@/, '');
  const { accounts } = await findAccounts(current, { text, list: 'newest', limit: MAX_CANDIDATES, after: undefined });
  const whole = accounts.filter(
    ({ userId, alias, match }) =>
      userId === text ||
      alias?.toLowerCase() === text.toLowerCase() ||
      match?.text.toLowerCase() === text.toLowerCase(),
  );
  const ids = (whole.length === 1 ? whole : accounts).map(({ userId }) => userId);
  return ids.map(await findPeople(current, ids));
}

/** @param rule as explanations name it @returns undefined where the policy says nothing */
function findExcerpt(policy: Policy, rule: string): string | undefined {
  const [, path = '', at] = /^(.*?)(?:\[(\d+)\])?$/s.exec(rule) ?? [];
  const [, kind = path, name] = /^(hide|protect|stats|records)\.(.*)$/s.exec(path) ?? [];
  const part = entryOf(policy, kind);
  if (part === undefined) return undefined;
  const whole = name === undefined ? part : entryOf(part, name.replace(/\.write$/, ''));
  const grants = name?.endsWith('.write') ? entryOf(whole, 'write') : whole;
  const found = at === undefined ? grants : entryOf(grants, at);
  return found === undefined ? undefined : JSON.stringify(found);
}

function entryOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
