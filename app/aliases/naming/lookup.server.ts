import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';

import { CONTEXTS } from '../contexts.server.ts';
import { aliasKey, tidyAlias } from '../rules/rules.ts';

/** A name that somebody has or had, as a search finds it. */
export interface NameFound {
  readonly userId: string;
  readonly context: string;
  readonly alias: string;
  /** They have another one now. */
  readonly isFormer: boolean;
}

export interface NameSearch {
  readonly text: string;
  /** Also what only begins so. */
  readonly isBeginning: boolean;
  /** The id of a user after which to go on. */
  readonly after: string;
  readonly limit: number;
}

/**
 * Who has or had a name in any context: one name for each user, by their id, current ones before former ones. Needs
 * staff. @throws Problem 401 or 403
 */
export async function findByName(current: Current, search: NameSearch): Promise<NameFound[]> {
  requireRole(current, 'staff');
  const key = aliasKey(tidyAlias(search.text));
  const end = search.isBeginning ? `${key}\u{10FFFF}` : key;
  return (await current.db.query<NameRow>(FIND, [key, end, search.after, search.limit])).map(nameOf);
}

/** The names of a user in every context, the present ones first. Needs staff. @throws Problem 401 or 403 */
export async function listNamesOf(current: Current, userId: string): Promise<NameFound[]> {
  requireRole(current, 'staff');
  return (await current.db.query<NameRow>(LIST, [CONTEXTS, userId])).map(nameOf);
}

interface NameRow {
  user_id: string;
  context: string;
  alias: string;
  is_former: boolean;
}

function nameOf({ user_id, context, alias, is_former }: NameRow): NameFound {
  return { userId: user_id, context, alias, isFormer: is_former };
}

const FIND = {
  name: 'alias_find_by_name',
  text: `select distinct on (user_id) user_id, context, alias, is_former from (
      (select distinct on (user_id) user_id, context, alias_key as alias, held_until is not null as is_former
        from alias_names where alias_key between $1 and $2 and user_id > $3
        order by user_id, held_until is not null, context limit $4)
      union all
      (select distinct on (user_id) user_id, context, alias, true from alias_history
        where lower(normalize(alias, NFKC)) collate "C" between $1 and $2 and user_id > $3
        order by user_id, history_id desc limit $4)
    ) found order by user_id, is_former limit $4`,
};
const LIST = {
  name: 'aliases_of_user',
  text: `(select user_id, context, alias, false as is_former from aliases
      where context = any($1::text[]) and user_id = $2 order by context)
    union all
    (select user_id, context, alias, true from alias_history
      where context = any($1::text[]) and user_id = $2 order by history_id desc limit 50)`,
};
