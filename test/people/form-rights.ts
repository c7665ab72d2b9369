import { setAccount } from '#app/accounts/accounts.server.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { TestSite } from '../site.ts';
import { openOwner } from './owners.ts';
import type { TestOwner } from './owners.ts';

export const FORM_ROLES = ['visitor', 'player', 'staff', 'admin', 'super'] as const;
export type FormRole = (typeof FORM_ROLES)[number];

/** Somebody with a word that is in all that is theirs. */
export type FormPerson = TestOwner & { word: string };

/** The rows of a table in a text, each with its name and its cells. */
export function rowsOf(table: string): (readonly [row: string, cells: string])[] {
  const lines = table.trim().split('\n').slice(2);
  return lines.map((line) => [line.slice(0, line.indexOf('|')).trim(), line.slice(line.indexOf('|') + 2)] as const);
}

/** The forms that have a row: the first word of its name. */
export function formsIn(table: string): string[] {
  return [...new Set(rowsOf(table).map(([row]) => row.split(' ', 1).join()))].toSorted();
}

let made = 0;

/** Somebody new of this role, with two addresses and a name. */
export async function openFormPerson(site: TestSite, who: FormRole): Promise<FormPerson> {
  made += 1;
  const word = `formal${made}`;
  const owner = await openOwner(site, `${word}@form.example`, `${word}@form2.example`);
  const current = systemCurrent(site.parts);
  await setAccount(current, owner.userId, who === 'visitor' || who === 'player' ? 'authenticated' : who);
  await setAlias(current, 'rumpus', owner.userId, aliasOf(word));
  return { ...owner, word };
}

export const aliasOf = (word: string): string => word.replace('formal', 'Formal ');

/** The site itself in somebody's name. */
export function currentAs(site: TestSite, userId: string): Current {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId, provedAt: current.now() } };
}

/** All that an account consists of, but for when it was last used. One text, so that it is prepared once. */
export async function stateOf({ parts }: TestSite, userId: string): Promise<unknown[]> {
  return parts.db.query(sql`select * from (
      select 'accounts' as of_table, to_jsonb(held) as state from accounts held where user_id = ${userId}
      union all select 'account_emails', to_jsonb(held) from account_emails held where user_id = ${userId}
      union all select 'account_identities', to_jsonb(held) from account_identities held where user_id = ${userId}
      union all select 'account_notes', to_jsonb(held) from account_notes held where user_id = ${userId}
      union all select 'passkeys', to_jsonb(held) from passkeys held where user_id = ${userId}
      union all select 'delegation_keys', to_jsonb(held) from delegation_keys held where user_id = ${userId}
      union all select 'aliases', to_jsonb(held) from aliases held where user_id = ${userId}
      union all select 'security_events', to_jsonb(held) from security_events held where user_id = ${userId}
      union all select 'sessions', to_jsonb(login_id) from sessions where user_id = ${userId}
    ) as everything order by of_table, state::text`);
}
