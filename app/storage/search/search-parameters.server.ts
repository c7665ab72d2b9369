import { describeFields, issueWords } from '#lib/calls/issue-words.server.ts';

import { SearchQuery } from './search.ts';

/** What an address of a list may say of its search, beside its cursor. */
export const SEARCH_PARAMETERS = [
  'tags',
  'names',
  'itemIds',
  'userIds',
  'dates',
  'stats',
  'q',
  'sort',
  'limit',
  'permissionsOverride',
] as const;

interface ReadSearch {
  readonly query: SearchQuery;
  /** Why something was left out, in the words of the call, by its parameter. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Leaves out what is wrong. */
export function readSearch(parameters: Readonly<Record<string, string | undefined>>): ReadSearch {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  const parsed = SearchQuery.safeParse(Object.fromEntries(given), { error: issueWords });
  if (parsed.success) return { query: parsed.data, errors: {} };
  const errors = describeFields(parsed.error.issues, 'q');
  const right = given.filter(([name]) => !Object.hasOwn(errors, name));
  // Where too many terms are told at a parameter that is not there, all are.
  if (right.length === given.length) return { query: SearchQuery.parse({}), errors };
  const rest = readSearch(Object.fromEntries(right));
  return { query: rest.query, errors: { ...rest.errors, ...errors } };
}
