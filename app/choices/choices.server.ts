import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import { getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { unclearForm } from '#app/current/problems.ts';
import type { Row } from '#database/rows.ts';
import type { Queryable } from '#lib/database/database.server.ts';
import type { CachedRows, RowCache } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import type { Choice, ChoiceCatalog } from './choice.server.ts';
import type { ChoicePage, ShownChoice } from './choice.ts';

/**
 * One row with a column for each choice, in their order: what somebody has chosen, else the fallback. A source for statements of any
 * noun: `cross join lateral (${selectChoices([zone], sql`u.user_id`)}) c(zone)`. @param userId a column of the statement, or a value
 */
export function selectChoices(choices: readonly Choice[], userId: Sql): Sql {
  const columns = choices.map(
    ({ name, fallback }) => sql`coalesce(max(value) filter (where name = ${name}), ${fallback})`,
  );
  return sql`select ${sql.join(columns, ', ')} from account_choices where user_id = ${userId}`;
}

/** Whether somebody has chosen a value, for statements of other nouns. @param userId the column with their id, with its table */
export function hasChosenSql({ name }: Pick<Choice, 'name'>, value: string, userId: Sql): Sql {
  return sql`exists (select from account_choices
    where account_choices.user_id = ${userId} and account_choices.name = ${name} and account_choices.value = ${value})`;
}

/** What somebody has chosen of all there is, by name. */
export async function findChosen(db: Queryable, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<Pick<Row<'account_choices'>, 'name' | 'value'>>(sql`
    select name, value from account_choices where user_id = ${userId}`);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** The same, kept by the process until they choose anew, because each of their requests asks for it. */
export async function findKeptChoices(
  db: Queryable,
  rowCache: RowCache,
  userId: string,
): Promise<ReadonlyMap<string, string>> {
  return (await rowCache.get(CHOSEN, userId, db, (db) => findChosen(db, userId))) ?? new Map<string, string>();
}

const CHOSEN: CachedRows<ReadonlyMap<string, string>> = { topic: 'choices' };

/** What the actor has chosen of what a page asks for. @throws Problem 401 */
export async function findShownChoices(
  current: Current,
  catalog: ChoiceCatalog,
  page: ChoicePage,
): Promise<ShownChoice[]> {
  const userId = requireUser(current);
  const asked = choicesOn(catalog, page).choices;
  if (asked.length === 0) return [];
  const chosen = await findChosen(current.db, userId);
  const text = await getText(current.locale);
  return asked.map(({ name, title, about, options, fallback, guess }) => ({
    name,
    title: text(title),
    about: about && text(about),
    options: options?.(text, current.locale),
    value: chosen.get(name) ?? fallback,
    isGuess: guess !== undefined && !chosen.has(name),
  }));
}

export const choiceIntents = (catalog: ChoiceCatalog, page: ChoicePage, saved: TextKey): FormIntents => ({
  'choices.set': {
    least: 'authenticated',
    text: saved,
    run: (current, fields) => setChoices(current, choicesOn(catalog, page), fields.typed()),
  },
  'choices.guess': {
    least: 'authenticated',
    run: async (current, fields) => {
      const asked = choicesOn(catalog, page);
      const guessed = asked.choices.filter(({ guess }) => guess !== undefined);
      await setChoices(current, { ...asked, choices: guessed }, fields.typed(), true);
      return {};
    },
  },
});

/**
 * What was sent of the choices: all of it, or nothing. @param isGuess what was chosen before stays
 * @throws Problem 401, or the refusal of the first wrong value, at its field
 */
async function setChoices(outer: Current, catalog: ChoiceCatalog, typed: FieldValues, isGuess = false): Promise<void> {
  const userId = requireUser(outer);
  const values = new Map<string, string>();
  for (const choice of catalog.choices) {
    const value = typed[choice.name]?.trim();
    if (value !== undefined) values.set(choice.name, await readValue(outer, choice, value));
  }
  if (values.size === 0) throw new Problem(unclearForm);
  await inTransaction(outer, async (current) => {
    const cleared = [...values].flatMap(([name, value]) => (isCleared(catalog, name, value) ? [name] : []));
    const kept = await current.db.query(sql`
      with cleared as (
        delete from account_choices where user_id = ${userId} and name = any(${cleared}::text[]) returning name
      ), kept as (
      insert into account_choices (user_id, name, value)
      select ${userId}, c.name, c.value
      from unnest((select ${[...values.keys()]}::text[]), (select ${[...values.values()]}::text[])) c(name, value)
      where c.name <> all(${cleared}::text[])
      on conflict (user_id, name) do ${isGuess ? sql`nothing` : sql`update set value = excluded.value`} returning name)
      select name from cleared union all select name from kept`);
    if (kept.length > 0) await catalog.afterChange(current, userId);
  });
  outer.rowCache.forget(CHOSEN, userId);
}

function isCleared({ choices }: ChoiceCatalog, name: string, value: string): boolean {
  return value === '' && choices.some((choice) => choice.name === name && choice.isClearable);
}

async function readValue(current: Current, choice: Choice, typed: string): Promise<string> {
  const { name, schema, isKnown, isClearable = false, refusal = unclearForm } = choice;
  if (isClearable && typed === '') return typed;
  const { success, data } = schema.safeParse(typed);
  if (!success || (await isKnown?.(current, data)) === false) throw problemAt(name, refusal);
  return data;
}

function choicesOn(catalog: ChoiceCatalog, page: ChoicePage): ChoiceCatalog {
  return { ...catalog, choices: catalog.choices.filter(({ pages }) => pages.includes(page)) };
}
