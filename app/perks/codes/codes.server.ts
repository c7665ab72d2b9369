import * as z from 'zod/mini';

import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import type { CsvLine } from '#lib/csv/csv.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { CODE_LETTERS, groupCode, toCodeKey } from '#lib/token/readable-code.ts';
import { newReadableCode } from '#lib/token/token.server.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import { perkAudit } from '../audit-kinds.server.ts';
import { MAX_CODES, MAX_COUNT, MAX_NAME } from '../perk.ts';
import type { CodeBatch, PerkCode } from '../perk.ts';
import { lockPerk } from '../perks.server.ts';
import { badCode, badDates, codeTaken, noBatch } from '../problems.ts';

const MAX_BATCHES = 200;
const CODE_LENGTH = 12;

export const NewBatch = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NAME), z.regex(/^\P{C}+$/u)),
  /** Of staff's own letters; '' for made ones. */
  code: z.string(),
  codes: z.int().check(z.minimum(1), z.maximum(MAX_CODES)),
  maxUses: z.int().check(z.minimum(1), z.maximum(MAX_COUNT)),
  startsAt: z.nullable(z.iso.datetime()),
  endsAt: z.nullable(z.iso.datetime()),
});
type NewBatch = z.output<typeof NewBatch>;

/** Needs admin. @returns its id @throws Problem 401, 403, 404, 400 or 409 at the field */
export async function makeCodes(current: Current, perkId: string, batch: NewBatch): Promise<string> {
  requireRole(current, 'admin');
  const userId = requireUser(current);
  const { name, code, maxUses, startsAt, endsAt } = batch;
  const isOwn = code.trim() !== '';
  const own = isOwn ? toCodeKey(code) : undefined;
  if (isOwn && own === undefined) throw problemAt('ownCode', badCode);
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt) throw problemAt('endsAt', badDates);
  const codes = own === undefined ? batch.codes : 1;
  const now = current.now();
  const batchId = uuidv7(now.getTime());
  await inTransaction(current, async (current) => {
    const perk = await lockPerk(current, perkId);
    await current.db.query(sql`
      insert into perk_batches (perk_id, batch_id, name, codes, max_uses, starts_at, ends_at, created_by, created_at) values
        (${perkId}, ${batchId}, ${name}, ${codes}, ${maxUses}, ${startsAt}, ${endsAt}, ${userId}, ${now})`);
    const insert = async (made: readonly string[]) => {
      const rows = await current.db.query(sql`
        insert into perk_codes (code_key, code, perk_id, batch_id, max_uses, starts_at, ends_at)
        select code_key, code, ${perkId}::text, ${batchId}::uuid, ${maxUses}::integer, ${startsAt}::timestamptz, ${endsAt}::timestamptz
        from unnest(${made.map((one) => toCodeKey(one) ?? '')}::text[], ${[...made]}::text[]) c(code_key, code)
        order by code_key on conflict do nothing returning code_key`);
      return rows.length;
    };
    if (own !== undefined) {
      if ((await insert([code.trim().normalize('NFKC').toUpperCase()])) === 0) throw problemAt('ownCode', codeTaken);
    } else {
      for (let missing = codes; missing > 0;) missing -= await insert(Array.from({ length: missing }, newCode));
    }
    await recordAuditEntry(current, perkAudit.makeCodes, {
      target: `perk/${perkId}`,
      after: { name: perk.name, batch: name, count: codes, maxUses, startsAt, endsAt },
    });
  });
  return batchId;
}

/** 53 bits: of a million codes somebody who guesses a hundred an hour finds one in a million years. */
function newCode(): string {
  return groupCode(newReadableCode(CODE_LETTERS, CODE_LENGTH));
}

/** The newest first. Needs staff. @throws Problem 401, 403 */
export async function listBatches(current: Current, perkId: string): Promise<CodeBatch[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<Row<'perk_batches'>>(sql`
    select * from perk_batches where perk_id = ${perkId} order by batch_id desc limit ${MAX_BATCHES}::integer`);
  return rows.map((row) => ({
    batchId: row.batch_id,
    name: row.name,
    codes: row.codes,
    maxUses: row.max_uses,
    uses: row.uses,
    voided: row.voided,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  }));
}

/** By their letters. Needs admin: whoever has one can redeem it. @param after the key of the last one of the page before @throws Problem 401, 403 */
export async function listCodes(
  current: Current,
  perkId: string,
  batchId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ codes: PerkCode[]; next: string | undefined }> {
  requireRole(current, 'admin');
  const from = /^[A-Z0-9]*$/.test(after) ? after : '';
  const rows = isUuid(batchId) ? await readCodes(current, perkId, batchId, from, limit + 1) : [];
  const { shown, last } = cutPage(rows, limit);
  return { codes: shown.map(toCode), next: last?.code_key };
}

type CodeRow = Pick<Row<'perk_codes'>, 'code_key' | 'code' | 'uses' | 'max_uses' | 'voided_at'>;

function readCodes({ db }: Current, perkId: string, batchId: string, after: string, limit: number): Promise<CodeRow[]> {
  return db.query<CodeRow>(sql`
    select code_key, code, uses, max_uses, voided_at from perk_codes
    where perk_id = ${perkId} and batch_id = ${batchId}::uuid and code_key > ${after}
    order by code_key limit ${limit}::integer`);
}

function toCode({ code_key: codeKey, code, uses, max_uses: maxUses, voided_at: voidedAt }: CodeRow): PerkCode {
  return { codeKey, code, uses, maxUses, isVoided: voidedAt !== null };
}

const EXPORT_PAGE = 1000;

/** With the addresses where they are redeemed, page by page. Needs admin. @throws Problem 401, 403, 404 */
export async function exportCodes(
  current: Current,
  perkId: string,
  batchId: string,
): Promise<AsyncIterable<CsvLine[]>> {
  requireRole(current, 'admin');
  const [batch] = isUuid(batchId)
    ? await current.db.query(sql`
        select batch_id from perk_batches where perk_id = ${perkId} and batch_id = ${batchId}`)
    : [];
  if (batch === undefined) throw new Problem(noBatch);
  return codePages(withHeavyPool(current), perkId, batchId);
}

async function* codePages(current: Current, perkId: string, batchId: string): AsyncGenerator<CsvLine[]> {
  yield [['code', 'address', 'uses', 'max uses', 'voided at']];
  for (let after = ''; ;) {
    const rows = await readCodes(current, perkId, batchId, after, EXPORT_PAGE);
    yield rows.map(({ code, uses, max_uses: maxUses, voided_at: voidedAt }) => {
      return [code, redeemAddress(current, code), uses, maxUses, voidedAt?.toISOString() ?? ''];
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_PAGE) return;
    after = last.code_key;
  }
}

/** Where a code is filled in already. */
export function redeemAddress({ config }: Pick<Current, 'config'>, code: string): string {
  return new URL(`/redeem/${encodeURIComponent(code)}`, config.PUBLIC_URL).href;
}

/**
 * They cannot be redeemed any more; what was redeemed stays. Needs staff. @param codeKeys only these of the batch
 * @returns how many @throws Problem 401, 403, 404
 */
export async function voidCodes(
  current: Current,
  perkId: string,
  batchId: string,
  codeKeys?: readonly string[],
): Promise<number> {
  requireRole(current, 'staff');
  return inTransaction(current, async (current) => {
    const some = codeKeys === undefined ? sql.empty : sql`and code_key = any(${[...codeKeys]}::text[])`;
    const voided = isUuid(batchId)
      ? await current.db.query(sql`
          update perk_codes set voided_at = ${current.now()} where code_key in (select code_key from perk_codes
            where perk_id = ${perkId} and batch_id = ${batchId} and voided_at is null ${some} order by code_key for update)
          returning code_key`)
      : [];
    const [batch] =
      voided.length === 0
        ? []
        : await current.db.query<Pick<Row<'perk_batches'>, 'name'>>(sql`
          update perk_batches set voided = voided + ${voided.length}::integer
          where perk_id = ${perkId} and batch_id = ${batchId} returning name`);
    if (batch === undefined) throw new Problem(noBatch);
    await recordAuditEntry(current, perkAudit.voidCodes, {
      target: `perk/${perkId}`,
      after: { batch: batch.name, count: voided.length },
    });
    return voided.length;
  });
}
