import { hash } from 'node:crypto';

import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { readChunks } from '#lib/calls/body.server.ts';
import { serverError } from '#lib/calls/problems.ts';
import { databaseProblem } from '#lib/database/failures.server.ts';
import { Problem } from '#lib/problem.ts';

import { crateAudit } from '../audit-kinds.server.ts';
import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { isItemId } from '../item.ts';
import { IntegrityCheck } from './checksum.server.ts';
import { readIncomingItem } from './incoming-items.server.ts';
import type { IncomingItem, ImportRefusal } from './incoming-items.server.ts';
import { compareItem, findKnownItems } from './known-items.server.ts';
import { LineReader } from './line-reader.server.ts';
import type { ParsedLine } from './line-reader.server.ts';
import type { ItemLine } from './lines.ts';
import { importMembers } from './members.server.ts';
import { bodyMissing, invalidLine, noExport, notWhole, tooManyRefusals } from './problems.ts';
import { progressStream } from './progress-stream.server.ts';
import type { ProgressWriter } from './progress-stream.server.ts';
import { storeItems } from './store-items.server.ts';

interface ImportOptions {
  /** Overwrites existing items with other content, as a new revision. */
  replace: boolean;
  newIds: boolean;
}

const BATCH_ITEMS = 500;
const BATCH_BYTES = 2 * 1024 * 1024;
const MAX_REFUSALS = 1000;
const MAX_STRANGERS = 1000;

/**
 * Skips items with the same content, so that an interrupted import is simply run again.
 * @returns lines of progress, the last of them the result
 * @throws Problem 401 or 403, 404
 */
export async function importCrate(
  current: Current,
  crateId: string,
  options: ImportOptions,
  request: Request,
): Promise<() => Promise<ReadableStream<Uint8Array>>> {
  requireRole(current, 'admin');
  await getCrate(current, crateId);
  return async () =>
    progressStream((writer) => new ImportRun(withHeavyPool(current), crateId, options, writer).run(request));
}

class ImportRun {
  readonly #current: Current;
  readonly #crateId: string;
  readonly #options: ImportOptions;
  readonly #writer: ProgressWriter;
  readonly #whole = new IntegrityCheck();
  readonly #counts = { imported: 0, replaced: 0, skipped: 0, refused: 0, bytes: 0 };
  /** Undefined for an export without sets. */
  #members: { members: number } | undefined;
  #lastItemId: string | null = null;
  #batch = new Map<string, { sourceId: string; incoming: IncomingItem }>();
  #batchBytes = 0;
  readonly #strangers = new Set<string>();

  constructor(current: Current, crateId: string, options: ImportOptions, writer: ProgressWriter) {
    this.#current = current;
    this.#crateId = crateId;
    this.#options = options;
    this.#writer = writer;
  }

  async run(request: Request): Promise<void> {
    const lines = new LineReader(readChunks(request));
    const stopped = await this.#attempt(() => this.#read(lines));
    // Items that came in whole before it stopped are stored.
    const unplaced = await this.#attempt(() => this.#place());
    const problem = stopped ?? unplaced;
    const isComplete = problem === undefined && this.#whole.isComplete;
    const failure = problem ?? (isComplete ? undefined : new Problem(notWhole));
    await this.#attempt(() => this.#note(isComplete));
    // A client that is still sending when its answer ends may never read that.
    await this.#attempt(() => lines.drain());
    this.#writer.write({
      complete: isComplete,
      ...this.#progress(),
      ...(failure && { problem: problemJson(failure) }),
    });
  }

  /** The status is already sent: a refusal and a bug alike end in the last line. */
  async #attempt(work: () => Promise<void>): Promise<Problem | undefined> {
    try {
      await work();
      return undefined;
    } catch (thrown) {
      const refusal = thrown instanceof Problem ? thrown : databaseProblem(thrown);
      if (refusal !== undefined) return refusal;
      this.#current.log.error({ err: thrown, crateId: this.#crateId }, 'bug in an import');
      return new Problem(serverError);
    }
  }

  async #read(lines: LineReader): Promise<void> {
    for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
      if (this.#writer.isGone) return;
      if (!this.#whole.hasBegun && line.kind !== 'header') throw new Problem(noExport);
      if (line.kind === 'header') this.#whole.begin(line.header);
      else if (line.kind === 'manifest') this.#whole.end(line.manifest);
      else if (line.kind === 'item' || line.kind === 'badItem') await this.#take(lines, line);
      else if (line.kind === 'members') await this.#takeMembers(line);
      else if (line.kind === 'missing')
        this.#refuse({ line: line.number, itemId: line.itemId, problem: new Problem(bodyMissing) });
      else if (line.kind !== 'note') this.#refuseLine(line);
    }
  }

  async #take(lines: LineReader, line: Extract<ParsedLine, { kind: 'item' | 'badItem' }>): Promise<void> {
    this.#whole.more(false);
    const { maxBytes } = await this.#crate();
    const wants = (item: ItemLine) => this.#wants(item);
    const taken = await readIncomingItem(
      { current: this.#current, lines, checksum: this.#whole.checksum, maxBytes, wants },
      line,
    );
    if ('problem' in taken) return this.#refuse(taken);
    const sourceId = taken.item.itemId;
    const incoming = { ...taken, item: this.#placed(taken.item) };
    const { itemId, bytes } = incoming.item;
    if (this.#batch.has(itemId)) await this.#place();
    this.#batch.set(itemId, { sourceId, incoming });
    this.#batchBytes += (incoming.body?.inline?.length ?? 0) + incoming.holders.length * 100;
    const isFull = this.#batch.size >= BATCH_ITEMS || this.#batchBytes >= BATCH_BYTES || bytes > BATCH_BYTES;
    if (isFull) await this.#place();
  }

  async #takeMembers({ number, raw, members }: Extract<ParsedLine, { kind: 'members' }>): Promise<void> {
    this.#whole.more(false);
    this.#whole.checksum.openLink();
    this.#whole.checksum.line(raw);
    await this.#place();
    const { added, problem } = await importMembers(this.#current, await this.#crate(), members, (id) =>
      this.#options.newIds && isItemId(id) ? computeCopyId(this.#crateId, id) : id,
    );
    this.#members = { members: (this.#members?.members ?? 0) + added };
    if (problem !== undefined) this.#refuse({ line: number, problem });
    if (this.#writer.isReaderReady) this.#writer.write(this.#progress());
  }

  #placed(item: ItemLine): ItemLine {
    return this.#options.newIds ? { ...item, itemId: computeCopyId(this.#crateId, item.itemId) } : item;
  }

  async #wants(item: ItemLine): Promise<boolean> {
    const placed = this.#placed(item);
    const known = await findKnownItems(this.#current, this.#crateId, [placed.itemId]);
    const verdict = await compareItem(this.#current, known.get(placed.itemId), placed);
    return verdict === 'new' || (verdict === 'other body' && this.#options.replace);
  }

  async #place(): Promise<void> {
    const batch = [...this.#batch.values()];
    if (batch.length === 0) return;
    this.#batch = new Map();
    this.#batchBytes = 0;
    const crate = await this.#crate();
    const incomingItems = batch.map(({ incoming }) => incoming);
    const refusals: ImportRefusal[] = [];
    const ids: [string, string][] = [];
    for (const [at, outcome] of (
      await storeItems(this.#current, crate, incomingItems, this.#options.replace)
    ).entries()) {
      const { line, item } = outcome.incoming;
      this.#counts[outcome.what] += outcome.what === 'refused' ? 0 : 1;
      if (outcome.what === 'imported' || outcome.what === 'replaced') this.#counts.bytes += item.bytes;
      if (outcome.what === 'refused')
        refusals.push({ line, itemId: batch[at]?.sourceId ?? '', problem: outcome.problem });
      else ids.push([batch[at]?.sourceId ?? '', item.itemId]);
    }
    this.#lastItemId = batch.at(-1)?.sourceId ?? null;
    await this.#writeProgress(ids);
    for (const refusal of refusals) this.#refuse(refusal);
    const taken = new Set(ids.map(([sourceId]) => sourceId));
    await this.#warnOfStrangers(batch.filter(({ sourceId }) => taken.has(sourceId)));
  }

  /** Items of people without an account are taken, because accounts may be restored after them; of each it is said once. */
  async #warnOfStrangers(batch: readonly { sourceId: string; incoming: IncomingItem }[]): Promise<void> {
    const all = new Set(batch.flatMap(({ incoming }) => incoming.item.collaborators));
    const missing = new Set(await findMissingAccounts(this.#current.db, [...all.difference(this.#strangers)]));
    for (const { sourceId, incoming } of batch) {
      const unknown = incoming.item.collaborators.filter((userId) => missing.delete(userId));
      if (unknown.length === 0 || this.#strangers.size >= MAX_STRANGERS) continue;
      for (const userId of unknown) this.#strangers.add(userId);
      const fields = { collaborators: `there is no user of the id ${unknown.join(', ')}` };
      this.#writer.write({ warning: { line: incoming.line, itemId: sourceId, fields } });
    }
  }

  #crate(): Promise<Crate> {
    return getCrate(this.#current, this.#crateId);
  }

  async #writeProgress(ids: [string, string][]): Promise<void> {
    if (this.#options.newIds) {
      await this.#writer.waitForRoom();
      this.#writer.write({ ...this.#progress(), ids: Object.fromEntries(ids) });
    } else if (this.#writer.isReaderReady) this.#writer.write(this.#progress());
  }

  #progress(): object {
    return { ...this.#counts, ...this.#members, lastItemId: this.#lastItemId };
  }

  /** @throws Problem when so much is refused that the stream cannot be meant for this crate */
  #refuse({ line, itemId, problem }: ImportRefusal): void {
    this.#counts.refused += 1;
    this.#writer.write({ refusal: { line, ...(itemId && { itemId }), ...problemJson(problem) } });
    if (this.#counts.refused >= MAX_REFUSALS) throw new Problem(tooManyRefusals);
  }

  #refuseLine(line: ParsedLine): void {
    this.#whole.more(true);
    this.#refuse({ line: line.number, problem: line.kind === 'bad' ? line.problem : new Problem(invalidLine) });
  }

  async #note(isComplete: boolean): Promise<void> {
    const { replace, newIds } = this.#options;
    const after = { complete: isComplete, ...this.#counts, ...this.#members, replace, newIds };
    await recordAuditEntry(this.#current, crateAudit.import, { target: `crate/${this.#crateId}`, after });
  }
}

function problemJson({ code, message, details }: Problem): object {
  return { code, message, ...(details.fields && { fields: details.fields }), ...details.members };
}

/** The same each time, so that an interrupted copy can continue. A UUID of version 8 (RFC 9562). */
function computeCopyId(crateId: string, itemId: string): string {
  const rest = hash('sha256', `${crateId}/${itemId}`, 'hex');
  const variant = ((Number.parseInt(rest[3] ?? '0', 16) & 3) | 8).toString(16);
  return `${itemId.slice(0, 14)}8${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`;
}
