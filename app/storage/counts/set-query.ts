import { Bitmap } from '#lib/bitmap/bitmap.ts';
import type { SetExpression } from '#lib/bitmap/expression.ts';

import type { Access, Alternative } from '../crates/policy.ts';

export type SetName = `${'tag' | 'owner' | 'sharer'}:${string}` | 'all';

export type SetQuery =
  | SetName
  | { readonly all: readonly [SetQuery, ...SetQuery[]]; readonly none: readonly SetQuery[] }
  | { readonly any: readonly SetQuery[] };

interface SetTerms {
  readonly tags?: { readonly included: readonly string[]; readonly excluded: readonly string[] } | undefined;
  readonly anyOf?: readonly { readonly tags: readonly string[]; readonly userIds: readonly string[] }[] | undefined;
  readonly userIds?: readonly string[] | undefined;
}

export function setQueryFor(access: Access, { tags, anyOf = [], userIds }: SetTerms): SetQuery {
  const { alternatives, everything } = access;
  const { included = [], excluded = [] } = tags ?? {};
  const owned: SetQuery[] = anyOf.map((one) => ({ any: [...one.tags.map(tagSet), ...one.userIds.map(sharedBy)] }));
  if (userIds !== undefined) owned.push({ any: userIds.map((userId): SetName => `owner:${userId}`) });
  const hidden = hiddenFrom(access);
  if (everything) return combineQueries(owned, included, excluded, hidden);
  const ways = alternatives.map((one) => {
    const people = [...owned, ...whose(one, access)];
    return combineQueries(people, [...one.included, ...included], [...one.excluded, ...excluded], hidden);
  });
  const [only, ...others] = ways;
  return only !== undefined && others.length === 0 ? only : { any: ways };
}

function combineQueries(
  whose: SetQuery[],
  included: readonly string[],
  excluded: readonly string[],
  hidden: SetQuery[],
): SetQuery {
  const [first = 'all', ...others] = [...whose, ...included.map(tagSet)];
  const none = [...excluded.map(tagSet), ...hidden];
  return none.length + others.length === 0 ? first : { all: [first, ...others], none };
}

function whose({ who }: Alternative, { userId = '' }: Access): SetQuery[] {
  if (who === 'everything') return [];
  return who === 'owner' ? [`owner:${userId}`] : [sharedBy(userId)];
}

function hiddenFrom({ hiddenTags, userId }: Access): SetQuery[] {
  const sets = hiddenTags.map(tagSet);
  if (userId === undefined) return sets;
  return sets.map((set) => ({ all: [set], none: [sharedBy(userId)] }));
}

function sharedBy(userId: string): SetQuery {
  return { any: [`owner:${userId}`, `sharer:${userId}`] };
}

export function tagSet(tag: string): SetName {
  return `tag:${tag}`;
}

export function setNamesIn(wanted: SetQuery): SetName[] {
  if (typeof wanted === 'string') return [wanted];
  const parts = 'any' in wanted ? wanted.any : [...wanted.all, ...wanted.none];
  return [...new Set(parts.flatMap(setNamesIn))];
}

export function toExpression(
  wanted: SetQuery,
  findSet: (name: SetName) => Bitmap | undefined,
): SetExpression | undefined {
  if (typeof wanted === 'string') return findSet(wanted);
  const down = (parts: readonly SetQuery[]) => parts.map((part) => toExpression(part, findSet)).filter(isLoaded);
  if ('any' in wanted) {
    const any = down(wanted.any);
    return any.length === wanted.any.length ? { any } : undefined;
  }
  const [first, ...others] = down(wanted.all);
  const none = down(wanted.none);
  if (first === undefined || others.length + 1 < wanted.all.length || none.length < wanted.none.length)
    return undefined;
  return { all: [first, ...others], none };
}

function isLoaded(expression: SetExpression | undefined): expression is SetExpression {
  return expression !== undefined;
}
