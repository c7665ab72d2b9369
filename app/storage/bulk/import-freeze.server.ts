import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { accessSql } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo } from '../crates/policy.ts';
import { mayRetag } from '../crates/protection.ts';
import type { Item, ItemParameters } from '../item.ts';
import { nameTaken } from '../problems.ts';
import { findUsage } from '../quotas/usage.server.ts';
import { ITEM_METADATA, toItem } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import { bodyDigest } from '../transfer/bodies.server.ts';
import { findKnownItems } from '../transfer/known-items.server.ts';
import type { KnownItem } from '../transfer/known-items.server.ts';
import type { Holder } from '../transfer/lines.ts';
import { itemTrashed } from '../transfer/problems.ts';
import type { ReceivedBody } from '../writes/bodies.server.ts';
import { hasRights, rightsTo } from '../writes/change-rights.server.ts';
import { createVerdict } from '../writes/creates.server.ts';
import { requireFit } from '../writes/data-schema.server.ts';
import type { ItemWrite } from '../writes/update-statement.server.ts';
import { changeState, toAct } from './acts.server.ts';
import { MAX_BULK_ITEMS, MAX_IMPORT_BYTES } from './bulk.ts';
import type { BulkAct, BulkSample, ImportDeed, Outcome } from './bulk.ts';
import { countRows } from './freeze.server.ts';
import { readImportFile } from './import-lines.server.ts';
import type { GivenItem, ImportLine } from './import-lines.server.ts';
import { noBulkAct, nothingFound, unreadableFile } from './problems.ts';
import { wordsOf } from './words.ts';

/** What waits to be written. */
export type ImportContent =
  | { readonly kind: 'change'; readonly change: ItemWrite }
  | {
      readonly kind: 'create';
      readonly parameters: ItemParameters;
      readonly stats: Readonly<Record<string, number>>;
      readonly holders: readonly Holder[];
    };

interface FrozenLine {
  readonly line: number;
  readonly itemId: string;
  readonly rev: string | null;
  readonly outcome?: Outcome | undefined;
  readonly reason?: string | undefined;
  readonly wanted?: ImportContent;
  readonly body?: Buffer | undefined;
  readonly mimetype?: string | undefined;
}

/**
 * Reads a file as an export wrote it, and keeps what would come of each of its lines. Nothing is changed. Needs admin.
 * @throws Problem 401, 403, 404, 400 with the number of the line from which on it cannot be read
 */
export async function previewImport(
  caller: Current,
  crateId: string,
  { name: file, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<BulkAct> {
  requireRole(caller, 'admin');
  const userId = requireUser(caller);
  const current = withHeavyPool(caller);
  const crate = await getCrate(current, crateId);
  if (bytes.length > MAX_IMPORT_BYTES)
    throw new Problem(unreadableFile, { fields: { file: `at most ${MAX_IMPORT_BYTES} bytes` } });
  const { format, lines } = readImportFile(bytes);
  const bulkId = uuidv7(current.now().getTime());
  const deed: ImportDeed = { kind: 'import', file, format, toCreate: 0, toChange: 0 };
  const [ownRole, masquerade] = [current.actor.ownRole, current.actor.masquerade ?? null];
  await current.db.query(sql`
    insert into bulk_acts (crate_id, bulk_id, state, deed, search, created_by, created_at, user_id, own_role, masquerade)
    values (${crateId}, ${bulkId}, 'collecting', ${JSON.stringify(deed)}, null, ${userId}, ${current.now()}, ${userId},
      ${ownRole}, ${masquerade})`);
  try {
    const judge = await ImportJudge.of(current, crate);
    for await (const page of pagesOf(lines)) await keepLines(current, crateId, bulkId, await judge.judge(page));
    if (judge.lines === 0) throw new Problem(nothingFound);
    const { toCreate, toChange } = judge;
    const counts = JSON.stringify(await countRows(current, crateId, bulkId));
    const told = JSON.stringify({ ...deed, toCreate, toChange });
    const row = await changeState(current, { crateId, bulkId }, 'preview', [sql`counts = ${counts}, deed = ${told}`]);
    if (row === undefined) throw new Problem(noBulkAct);
    return toAct(row);
  } catch (error) {
    await current.db.query(sql`delete from bulk_acts where crate_id = ${crateId} and bulk_id = ${bulkId}`);
    throw error;
  }
}

const PAGE_LINES = 250;
const PAGE_BYTES = 2 * 1024 * 1024;

async function* pagesOf(lines: AsyncIterable<ImportLine>): AsyncGenerator<ImportLine[]> {
  let page: ImportLine[] = [];
  let bytes = 0;
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count > MAX_BULK_ITEMS)
      throw new Problem(unreadableFile, { fields: { file: `line ${line.line}: at most ${MAX_BULK_ITEMS} items` } });
    page.push(line);
    bytes += line.bytes;
    if (page.length < PAGE_LINES && bytes < PAGE_BYTES) continue;
    yield page;
    [page, bytes] = [[], 0];
  }
  if (page.length > 0) yield page;
}

async function keepLines(
  { db }: Current,
  crateId: string,
  bulkId: string,
  lines: readonly FrozenLine[],
): Promise<void> {
  const itemIds = lines.map(({ itemId }) => itemId);
  const revs = lines.map(({ rev }) => rev);
  const outcomes = lines.map(({ outcome }) => outcome ?? null);
  const numbers = lines.map(({ line }) => line);
  const reasons = lines.map(({ reason }) => reason ?? null);
  await db.query(sql`
    insert into bulk_rows (crate_id, bulk_id, item_id, rev, outcome, line, reason, told)
    select ${crateId}, ${bulkId}::uuid, r.item_id, r.rev, r.outcome, r.line, r.reason, num_nonnulls(r.outcome)
    from unnest((select ${itemIds}::uuid[]), (select ${revs}::bigint[]), (select ${outcomes}::text[]),
      (select ${numbers}::integer[]), (select ${reasons}::text[])) r(item_id, rev, outcome, line, reason)`);
  const waiting = lines.filter(({ wanted }) => wanted !== undefined);
  const ids = waiting.map(({ itemId }) => itemId);
  const wanted = waiting.map(({ wanted }) => JSON.stringify(wanted));
  const bodies = waiting.map(({ body }) => body ?? null);
  const mimetypes = waiting.map(({ mimetype }) => mimetype ?? null);
  await db.query(sql`
    insert into bulk_imports (crate_id, bulk_id, item_id, wanted, body, mimetype)
    select ${crateId}, ${bulkId}::uuid, w.* from unnest((select ${ids}::uuid[]), (select ${wanted}::jsonb[]),
      (select ${bodies}::bytea[]), (select ${mimetypes}::text[])) w(item_id, wanted, body, mimetype)`);
}

type FoundRow = ItemRow & Pick<Row<'items'>, 'digest' | 'file_key'>;

interface MeantItem {
  readonly row: FoundRow;
  readonly item: Item;
}

/** What is known of all lines of a page before each is judged. */
interface PageFacts {
  readonly byId: ReadonlyMap<string, MeantItem>;
  readonly byName: ReadonlyMap<string, MeantItem>;
  readonly known: ReadonlyMap<string, KnownItem>;
  readonly strangers: ReadonlySet<string>;
}

type LineJudgment = Pick<FrozenLine, 'outcome' | 'reason' | 'wanted' | 'body' | 'mimetype'>;

class ImportJudge {
  lines = 0;
  toCreate = 0;
  toChange = 0;
  readonly #current: Current;
  readonly #crate: Crate;
  readonly #room: { items: number; bytes: number };
  /** Lines by the items and the names that they take. */
  readonly #items = new Map<string, number>();
  readonly #names = new Map<string, number>();

  private constructor(current: Current, crate: Crate, room: { items: number; bytes: number }) {
    this.#current = current;
    this.#crate = crate;
    this.#room = room;
  }

  static async of(current: Current, crate: Crate): Promise<ImportJudge> {
    const { crate: held } = await findUsage(current, crate.crateId, undefined);
    const room = { items: held?.items.left ?? Infinity, bytes: held?.bytes.left ?? Infinity };
    return new ImportJudge(current, crate, room);
  }

  async judge(page: readonly ImportLine[]): Promise<FrozenLine[]> {
    const { byId, byName } = await this.#findMeant(page);
    const given = new Map<ImportLine, GivenItem | string>();
    for (const line of page) given.set(line, readGiven(line, findMeant(line, { byId, byName })?.item));
    const people = [...given.values()].flatMap((one) => (typeof one === 'string' ? [] : (one.collaborators ?? [])));
    const strangers = new Set(await findMissingAccounts(this.#current.db, [...new Set(people)]));
    const absent = page.flatMap(({ itemId }) => (itemId === undefined || byId.has(itemId) ? [] : [itemId]));
    const known = await findKnownItems(this.#current, this.#crate.crateId, [...new Set(absent)]);
    const facts = { byId, byName, known, strangers };
    const frozen: FrozenLine[] = [];
    for (const line of page) frozen.push(await this.#freeze(line, given.get(line) ?? '', facts));
    return frozen;
  }

  async #freeze(line: ImportLine, given: GivenItem | string, facts: PageFacts): Promise<FrozenLine> {
    this.lines += 1;
    const found = findMeant(line, facts);
    const wantedId = found?.row.item_id ?? line.itemId;
    const earlier = wantedId === undefined ? undefined : this.#items.get(wantedId);
    const verdict =
      earlier === undefined
        ? await this.#judgeLine(line, given, found, facts)
        : refused(`line ${earlier} is about the same item`);
    const isOwn = earlier === undefined && (found !== undefined || verdict.wanted !== undefined);
    const itemId = (isOwn ? wantedId : undefined) ?? uuidv7(this.#current.now().getTime() + line.line);
    if (isOwn) this.#items.set(itemId, line.line);
    if (verdict.wanted?.kind === 'create') this.toCreate += 1;
    if (verdict.wanted?.kind === 'change') this.toChange += 1;
    return { line: line.line, itemId, rev: isOwn ? (found?.row.rev ?? null) : null, ...verdict };
  }

  async #judgeLine(
    { line, itemId }: ImportLine,
    given: GivenItem | string,
    found: MeantItem | undefined,
    { known, strangers, byName }: PageFacts,
  ): Promise<LineJudgment> {
    if (typeof given === 'string') return refused(given);
    const taker = typeof given.name === 'string' ? byName.get(given.name) : undefined;
    if (taker !== undefined && taker !== found)
      return refused(`${nameTaken.message} (${taker.row.item_id})`, 'nameTaken');
    const namesake = typeof given.name === 'string' ? this.#names.get(given.name) : undefined;
    if (namesake !== undefined) return refused(`line ${namesake} takes that name`, 'nameTaken');
    try {
      const verdict =
        found === undefined
          ? await this.#judgeNew(given, itemId === undefined ? undefined : known.get(itemId), strangers)
          : await this.#judgeChange(given, found, strangers);
      if (verdict.wanted !== undefined && typeof given.name === 'string') this.#names.set(given.name, line);
      return verdict;
    } catch (refusal) {
      if (refusal instanceof Problem)
        return refused(wordsOf(refusal), refusal.status < 404 && refusal.status > 400 ? 'forbidden' : 'refused');
      throw refusal;
    }
  }

  async #judgeNew(
    given: GivenItem,
    known: KnownItem | undefined,
    strangers: ReadonlySet<string>,
  ): Promise<LineJudgment> {
    if (known?.trashed) return refused(itemTrashed.message);
    if (known !== undefined && known.rev !== null) return { outcome: 'forbidden' };
    const { actor } = this.#current;
    const { name, note, map, createdAt, stats = {}, holders = [] } = given;
    const collaborators = [...new Set(given.collaborators ?? [actor.userId ?? ''])];
    const tags = [...new Set(given.tags)];
    if (given.userId !== undefined && given.userId !== collaborators[0]) return refused(OTHER_OWNER);
    if (given.lacksRecords) return refused('records: they come with a transfer alone');
    if (given.body === undefined && (given.bytes ?? 0) > 0) return refused(NO_BODY);
    const unknown = collaborators.filter((userId) => strangers.has(userId));
    if (unknown.length > 0) return refused(noUsers(unknown));
    const { allowed, rule } = createVerdict(this.#crate.policy, actor, collaborators, tags);
    if (!allowed) return { outcome: rule.startsWith('protect') ? 'tagProtected' : 'forbidden' };
    const body = given.body ?? Buffer.alloc(0);
    const fallback = given.body === undefined ? 'application/octet-stream' : 'text/plain; charset=utf-8';
    const mimetype = given.mimetype ?? fallback;
    await this.#requireBody(body, mimetype, map ?? {});
    if (!this.#takeRoom(body.length)) return { outcome: 'quota' };
    const parameters = { name, note, map, createdAt, tags, collaborators };
    return { wanted: { kind: 'create', parameters, stats, holders }, body, mimetype };
  }

  async #judgeChange(
    given: GivenItem,
    { row, item }: MeantItem,
    strangers: ReadonlySet<string>,
  ): Promise<LineJudgment> {
    const { current, crate } = { current: this.#current, crate: this.#crate };
    if (given.etag !== undefined && given.etag !== item.etag)
      return refused(
        'etag: it has changed since the file was written; without an etag it is changed all the same',
        'changedMeanwhile',
      );
    const change = findChange(given, item);
    const owner = change.collaborators?.[0] ?? item.userId;
    if (given.userId !== undefined && given.userId !== item.userId && given.userId !== owner)
      return refused(OTHER_OWNER);
    if (given.createdAt !== undefined && given.createdAt.getTime() !== row.created_at.getTime())
      return refused('createdAt: of an item that is there it stays');
    const mimetype = given.mimetype ?? item.mimetype;
    if (given.body === undefined && (mimetype !== item.mimetype || (given.bytes ?? item.bytes) !== item.bytes))
      return refused(NO_BODY);
    const digest = given.body === undefined ? undefined : hash('sha256', given.body);
    const isSameBody =
      digest === undefined || (mimetype === item.mimetype && digest === (await bodyDigest(current.files, row)));
    if (isSameBody && Object.keys(change).length === 0) return { outcome: 'unchanged' };
    const unknown = (change.collaborators ?? []).filter(
      (userId) => strangers.has(userId) && !item.collaborators.includes(userId),
    );
    if (unknown.length > 0) return refused(noUsers(unknown));
    const { tags } = change;
    if (tags && !mayRetag(current.actor.role, crate.policy, item.tags, tags)) return { outcome: 'tagProtected' };
    const body = isSameBody ? undefined : given.body;
    const parts = body === undefined ? change : { ...change, body: bodyOf(body, mimetype) };
    if (!hasRights(current, crate, rightsTo(current, crate, parts), parts, row)) return { outcome: 'forbidden' };
    await (body === undefined
      ? requireFit(current, crate.policy, { map: change.map })
      : this.#requireBody(body, mimetype, change.map));
    return { wanted: { kind: 'change', change }, ...(body && { body, mimetype }) };
  }

  async #requireBody(body: Buffer, mimetype: string, map: Item['map'] | undefined): Promise<void> {
    const { maxBytes, policy } = this.#crate;
    if (body.length > maxBytes) throw new Problem(unreadableFile, { fields: { body: `at most ${maxBytes} bytes` } });
    await requireFit(this.#current, policy, { map, body: bodyOf(body, mimetype) });
  }

  #takeRoom(bytes: number): boolean {
    if (this.#room.items < 1 || this.#room.bytes < bytes) return false;
    this.#room.items -= 1;
    this.#room.bytes -= bytes;
    return true;
  }

  async #findMeant(page: readonly ImportLine[]): Promise<Pick<PageFacts, 'byId' | 'byName'>> {
    const { db, actor } = this.#current;
    const { crateId, policy } = this.#crate;
    const itemIds = page.flatMap(({ itemId }) => itemId ?? []);
    const names = page.flatMap(({ name }) => name ?? []);
    const read = accessSql(accessTo(policy, 'read', actor, true));
    const columns = sql`select ${ITEM_METADATA}, i.digest, i.file_key from items i where i.crate_id = ${crateId} and ${read}`;
    const rows = await db.query<FoundRow>(sql`${columns} and i.item_id = any((select ${itemIds}::uuid[])::uuid[])`);
    const named = await db.query<FoundRow>(sql`${columns} and i.name = any((select ${names}::text[])::text[])`);
    const byId = new Map([...named, ...rows].map((row) => [row.item_id, { row, item: toItem(crateId, row, 0) }]));
    const byName = new Map(named.map((row) => [row.name ?? '', byId.get(row.item_id)] as const));
    return { byId, byName: new Map([...byName].flatMap(([name, found]) => (found ? [[name, found] as const] : []))) };
  }
}

const OTHER_OWNER = 'userId: the owner is the first of the collaborators';
const NO_BODY = 'bytes, mimetype: they come with a body, which is not in the file';
const noUsers = (userIds: readonly string[]) => `collaborators: there is no user of the id ${userIds.join(', ')}`;
const refused = (reason: string, outcome: Outcome = 'refused'): LineJudgment => ({ outcome, reason });

function findMeant(
  { itemId, name }: ImportLine,
  { byId, byName }: Pick<PageFacts, 'byId' | 'byName'>,
): MeantItem | undefined {
  if (itemId !== undefined) return byId.get(itemId);
  return name === undefined ? undefined : byName.get(name);
}

/** @returns in words why it cannot be read */
function readGiven(line: ImportLine, item: Item | undefined): GivenItem | string {
  if ('reason' in line) return line.reason;
  try {
    return line.read(item);
  } catch (refusal) {
    if (refusal instanceof Problem) return wordsOf(refusal);
    throw refusal;
  }
}

function findChange({ name, note, map, tags, collaborators }: GivenItem, item: Item): ItemWrite {
  const wanted = {
    name,
    note,
    map,
    tags: tags && [...new Set(tags)],
    collaborators: collaborators && [...new Set(collaborators)],
  };
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, item[field as keyof typeof wanted]),
  );
  return Object.fromEntries(changed);
}

function bodyOf(inline: Buffer, mimetype: string): ReceivedBody {
  return { bytes: inline.length, mimetype, inline, fileKey: null, digest: hash('sha256', inline, 'buffer') };
}

const SAMPLES = 8;

type SampleRow = Pick<Row<'bulk_imports'>, 'item_id' | 'mimetype'> &
  Columns<'bulk_imports', { wanted: ImportContent }> & { bytes: number | null };

/** Some that wait, new ones and such that change, each field in words. Needs admin. */
export async function findImportSamples(
  current: Current,
  { crateId, bulkId }: Pick<BulkAct, 'crateId' | 'bulkId'>,
  { toCreate, toChange }: ImportDeed,
): Promise<BulkSample[]> {
  requireRole(current, 'admin');
  const ofKind = (kind: ImportContent['kind']) =>
    current.db.query<SampleRow>(sql`
      select w.item_id, w.wanted, w.mimetype, length(w.body) as bytes
      from bulk_imports w where w.crate_id = ${crateId} and w.bulk_id = ${bulkId} and w.wanted->>'kind' = ${kind}
      order by w.item_id limit ${SAMPLES / 2}::int`);
  const rows = [...(toCreate > 0 ? await ofKind('create') : []), ...(toChange > 0 ? await ofKind('change') : [])];
  const crate = await getCrate(current, crateId);
  const read = accessSql(accessTo(crate.policy, 'read', current.actor, true));
  const itemIds = rows.map(({ item_id }) => item_id);
  const now = await current.db.query<ItemRow>(sql`
    select ${ITEM_METADATA} from items i
    where i.crate_id = ${crateId} and i.item_id = any((select ${itemIds}::uuid[])::uuid[]) and ${read}`);
  const items = new Map(now.map((row) => [row.item_id, toItem(crateId, row, 0)]));
  return rows.map((row) => toSample(row, items.get(row.item_id)));
}

function toSample({ item_id: itemId, wanted, mimetype, bytes }: SampleRow, item: Item | undefined): BulkSample {
  const fields = wanted.kind === 'create' ? wanted.parameters : wanted.change;
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const names = shown.map(([name]) => name as keyof typeof fields);
  const after = names.map((name) => `${name}: ${inWords(fields[name])}`);
  const before = item === undefined ? [] : names.map((name) => `${name}: ${inWords(item[name as keyof Item])}`);
  const toBody = (of: string | null, size: number | null) => `body: ${of} (${size} B)`;
  return {
    itemId,
    name: item?.name ?? fields.name ?? null,
    before: item !== undefined && mimetype !== null ? [...before, toBody(item.mimetype, item.bytes)] : before,
    after: mimetype === null ? after : [...after, toBody(mimetype, bytes)],
  };
}

/** As long as a line of a table takes. */
const LONGEST = 120;

function inWords(value: unknown): string {
  const words =
    typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value ?? null);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}
