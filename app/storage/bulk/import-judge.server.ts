import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { accessSql } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
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
import type { Outcome } from './bulk.ts';
import type { GivenItem, ImportLine } from './import-line.server.ts';
import { unreadableFile } from './problems.ts';
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

export interface FrozenLine {
  readonly line: number;
  readonly itemId: string;
  readonly rev: string | null;
  readonly outcome?: Outcome | undefined;
  readonly reason?: string | undefined;
  readonly wanted?: ImportContent;
  readonly body?: Buffer | undefined;
  readonly mimetype?: string | undefined;
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

/** Says of each line of a file what would come of it. */
export class ImportJudge {
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
