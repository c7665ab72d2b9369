import { findShownNames } from '#app/aliases/aliases.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, LOCALES } from '#app/current/locale.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { longMessage } from '#app/threads/problems.ts';
import { MAX_MESSAGE, isSubjectId } from '#app/threads/thread.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';
import { fillSlots, slotsIn } from '#lib/text-slots.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { macroAudit } from '../audit-kinds.server.ts';
import { changeSubmissions } from '../desk/changes.server.ts';
import { parseTag } from '../desk/desk.ts';
import {
  badTag,
  longFact,
  macroMoved,
  macrosFull,
  missingMacroName,
  missingMacroText,
  noMacro,
  unknownSlot,
} from '../problems.ts';
import { requireRow } from '../submission-rows.server.ts';
import { toSubmissionNumber } from '../submission.ts';
import type { SubmissionRow } from '../submission.ts';
import { MACRO_SLOTS, MAX_MACROS, MAX_MACRO_NAME, MAX_MACRO_TEXT, macroText, textField } from './macro.ts';
import type { Macro, MacroSlot } from './macro.ts';

/** By name. Needs staff. @throws Problem 401, 403 */
export async function findMacros(current: Current): Promise<Macro[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<MacroRow>(sql`
    select ${COLUMNS} from contact_macros order by lower(name), macro_id limit ${MAX_MACROS}::integer`);
  return rows.map(toMacro);
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getMacro(current: Current, macroId: string): Promise<Macro> {
  requireRole(current, 'staff');
  const [row] = isSubjectId(macroId)
    ? await current.db.query<MacroRow>(sql`select ${COLUMNS} from contact_macros where macro_id = ${macroId}`)
    : [];
  if (row === undefined) throw new Problem(noMacro);
  return toMacro(row);
}

/** There is none yet. Needs staff. @throws Problem 401, 403 */
export function beginMacro(current: Current): undefined {
  requireRole(current, 'staff');
}

export interface TypedMacro {
  readonly name: string;
  readonly texts: Macro['texts'];
  readonly state: string;
  readonly tag: string;
}

/** Needs staff. @throws Problem 400 that names the fields, 401, 403, 409 when there are too many */
export async function createMacro(current: Current, typed: TypedMacro): Promise<void> {
  requireRole(current, 'staff');
  const { name, texts, state, tag } = requireMacro(typed);
  const now = current.now();
  const macroId = uuidv7(now.getTime());
  await inTransaction(current, async (current) => {
    const created = await current.db.query(sql`
    insert into contact_macros (macro_id, name, texts, state, tag, updated_by, updated_at)
    select ${macroId}::uuid, ${name}::text, ${JSON.stringify(texts)}::jsonb, ${state}::text, ${tag}::text,
      ${requireUser(current)}::text, ${now}::timestamptz
    where (select count(*) from contact_macros) < ${MAX_MACROS}::integer returning macro_id`);
    if (created.length === 0) throw new Problem(macrosFull);
    await recordAuditEntry(current, macroAudit.create, { target: `macro/${macroId}`, after: { name } });
  });
}

/** Needs staff. @param rev of the one that its writer has seen @throws Problem 400, 401, 403, 404, 409 when it has changed */
export async function changeMacro(current: Current, macroId: string, rev: number, typed: TypedMacro): Promise<void> {
  await getMacro(current, macroId);
  const { name, texts, state, tag } = requireMacro(typed);
  await inTransaction(current, async (current) => {
    const changed = await current.db
      .query(sql`update contact_macros set name = ${name}, texts = ${JSON.stringify(texts)},
      state = ${state}, tag = ${tag}, rev = rev + 1, updated_by = ${requireUser(current)}, updated_at = ${current.now()}
    where macro_id = ${macroId} and rev = ${rev}::integer returning macro_id`);
    if (changed.length === 0) throw new Problem(macroMoved);
    await recordAuditEntry(current, macroAudit.change, { target: `macro/${macroId}`, after: { name } });
  });
}

/** Needs staff. @throws Problem 401, 403, 404, 409 when it has changed */
export async function deleteMacro(current: Current, macroId: string, rev: number): Promise<void> {
  const { name } = await getMacro(current, macroId);
  await inTransaction(current, async (current) => {
    const deleted = await current.db.query(sql`delete from contact_macros
    where macro_id = ${macroId} and rev = ${rev}::integer returning macro_id`);
    if (deleted.length === 0) throw new Problem(macroMoved);
    await recordAuditEntry(current, macroAudit.delete, { target: `macro/${macroId}`, before: { name } });
  });
}

function requireMacro({ name, texts, state, tag }: TypedMacro) {
  const english = texts[DEFAULT_LOCALE]?.trim() ?? '';
  const long = LOCALES.filter((locale) => (texts[locale]?.length ?? 0) > MAX_MACRO_TEXT);
  const strange = LOCALES.filter((locale) => slotsIn(texts[locale] ?? '').some((slot) => !isSlot(slot)));
  const wrong: Record<string, ProblemKind> = {
    ...(name.trim() === '' && { name: missingMacroName }),
    ...(name.trim().length > MAX_MACRO_NAME && { name: longFact }),
    ...(english === '' && { [textField(DEFAULT_LOCALE)]: missingMacroText }),
    ...Object.fromEntries(strange.map((locale) => [textField(locale), unknownSlot])),
    ...Object.fromEntries(long.map((locale) => [textField(locale), longFact])),
    ...(tag.trim() !== '' && parseTag(tag) === undefined && { tag: badTag }),
  };
  const [first] = Object.values(wrong);
  if (first !== undefined) {
    const fields = Object.entries(wrong).map(([field, { message }]) => [field, message]);
    throw new Problem(first, { fields: Object.fromEntries(fields) as Record<string, string> });
  }
  const written = LOCALES.flatMap((locale) => {
    const text = texts[locale]?.replaceAll('\r\n', '\n').trim() ?? '';
    return text === '' ? [] : [[locale, text] as const];
  });
  return {
    name: name.trim(),
    texts: Object.fromEntries(written),
    state: isAfter(state) ? state : null,
    tag: parseTag(tag) ?? null,
  };
}

function isSlot(name: string): boolean {
  return MACRO_SLOTS.some((slot) => slot === name);
}

function isAfter(state: string): state is NonNullable<Macro['state']> {
  return state === 'waiting' || state === 'closed';
}

/** In the reader's language. Needs staff. @returns the batch of a new tag @throws Problem 400, 401, 403, 404 */
export async function fillAnswer(current: Current, subjectId: string, macroId: string, typed: string) {
  const macro = await getMacro(current, macroId);
  const row = await requireRow(current, subjectId);
  const { locale, text: written } = macroText(macro, row.locale);
  const text = fillSlots(written, await findSlotValues(current, row));
  const body = typed.trim() === '' ? text : `${typed.trimEnd()}\n\n${text}`;
  if (body.length > MAX_MESSAGE) throw problemAt('body', longMessage);
  const tagged =
    macro.tag === undefined
      ? undefined
      : await changeSubmissions(current, [subjectId], { field: 'tag', value: macro.tag });
  return {
    body,
    state: macro.state,
    locale,
    batchId: tagged === undefined || tagged.count === 0 ? undefined : tagged.batchId,
  };
}

/** Without an account or a name nobody knows what to call somebody: whoever answers sees the slot, and says it. */
async function findSlotValues(current: Current, { subjectId, userId, name }: SubmissionRow): Promise<SlotValues> {
  const alias = name || (userId === undefined ? '' : (await findShownNames(current, [userId])).get(userId));
  return { number: toSubmissionNumber(subjectId), ...(alias && { alias }) };
}

type SlotValues = Readonly<Partial<Record<MacroSlot, string>>>;

const COLUMNS = sql`macro_id, name, texts, state, tag, rev`;
type MacroRow = Pick<Row<'contact_macros'>, 'macro_id' | 'name' | 'texts' | 'state' | 'tag' | 'rev'>;

function toMacro({ macro_id, name, texts, state, tag, rev }: MacroRow): Macro {
  return {
    macroId: macro_id,
    name,
    rev,
    texts: texts as Macro['texts'],
    state: state === null ? undefined : (state as Macro['state']),
    tag: tag ?? undefined,
  };
}
