import { listEmails } from '#app/accounts/emails/emails.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import type { Person } from '#app/current/personal-data.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { StoredFile } from '#lib/files/file-store.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { readyMail } from '../by-mail/ready.mail.tsx';
import { exportEvent } from '../event-kinds.server.ts';
import { countParts } from '../export-catalog.server.ts';
import type { ExportCatalog } from '../export-catalog.server.ts';
import { EXPORT_DAYS } from '../export.ts';
import { packExport } from './packing.server.ts';

/** A killed process is missed after this long; a live one says so three times meanwhile. */
const CLAIM_MS = 60_000;
const RENEW_MS = 20_000;
const MAX_ATTEMPTS = 5;
const DAY_MS = 86_400_000;
const MAX_BYTES = 1024 ** 4;

/** Makes what waits, one after the other, until nothing does. Any number of processes do so at once: each export has one of them. */
export async function runExports(system: Current, catalog: ExportCatalog): Promise<void> {
  const current = withHeavyPool(system);
  while (!current.closing.aborted) {
    const claimed = await claimExport(current, countParts(catalog));
    if (claimed === undefined) return;
    if (claimed.attempts > MAX_ATTEMPTS) await failExport(current, claimed);
    else await makeExport(current, catalog, claimed);
  }
}

type ClaimedExport = Pick<Row<'data_exports'>, 'owner' | 'export_id' | 'user_id' | 'email' | 'locale' | 'attempts'> & {
  run_id: string;
};

/** The first that waits, or whose process was killed: it begins again. */
async function claimExport({ db, now }: Current, parts: number): Promise<ClaimedExport | undefined> {
  const time = now().getTime();
  const [row] = await db.query<ClaimedExport>(sql`
    update data_exports set state = 'running', run_id = ${uuidv7(time)}, claimed_until = ${new Date(time + CLAIM_MS)},
      attempts = attempts + 1, parts = ${parts}::integer, parts_done = 0, rows_done = 0
    where owner = (select owner from data_exports
      where state = 'waiting' or (state = 'running' and claimed_until < ${new Date(time)}::timestamptz)
      order by asked_at limit 1 for update skip locked)
    returning owner, export_id, user_id, email, locale, attempts, run_id`);
  return row;
}

async function makeExport(current: Current, catalog: ExportCatalog, claimed: ClaimedExport): Promise<void> {
  const stopping = new AbortController();
  const claim = new Claim(current, claimed, () => stopping.abort(new Error('another process makes this export')));
  const signal = AbortSignal.any([stopping.signal, current.closing]);
  try {
    const packing = {
      person: await findPerson(current, claimed),
      locale: localeOrDefault(claimed.locale),
      madeAt: current.now(),
      onProgress: (partsDone: number, rowsDone: number) => claim.renew(partsDone, rowsDone),
    };
    const stored = await packExport(current, catalog, packing, signal, (zip) =>
      current.files.write(zip, { maxBytes: MAX_BYTES }),
    );
    await finishExport(current, claimed, stored);
  } catch (error) {
    if (stopping.signal.aborted) return;
    if (current.closing.aborted) await claim.release();
    else await retryLater(current, claimed, error);
  } finally {
    claim.end();
  }
}

async function findPerson(current: Current, { user_id: userId, email }: ClaimedExport): Promise<Person> {
  if (userId === null) return { userId, emails: email === null ? [] : [email] };
  const emails = await listEmails(current, userId);
  return { userId, emails: emails.filter(({ isVerified }) => isVerified).map(({ key }) => key) };
}

/** That this process makes it, said now and then as long as it does. */
class Claim {
  readonly #current: Current;
  readonly #claimed: ClaimedExport;
  readonly #timer: NodeJS.Timeout;
  readonly #onLost: () => void;
  #progress = { partsDone: 0, rowsDone: 0 };
  #saidAt = 0;

  constructor(current: Current, claimed: ClaimedExport, onLost: () => void) {
    this.#current = current;
    this.#claimed = claimed;
    this.#onLost = onLost;
    this.#timer = setInterval(() => void this.#say().catch(() => undefined), RENEW_MS);
  }

  async renew(partsDone: number, rowsDone: number): Promise<void> {
    this.#progress = { partsDone, rowsDone };
    if (Date.now() - this.#saidAt > 1000) await this.#say();
  }

  async #say(): Promise<void> {
    this.#saidAt = Date.now();
    const { db, now } = this.#current;
    const { owner, run_id: runId } = this.#claimed;
    const { partsDone, rowsDone } = this.#progress;
    const [kept] = await db.query(sql`
      update data_exports set claimed_until = ${new Date(now().getTime() + CLAIM_MS)}, parts_done = ${partsDone}::integer,
        rows_done = ${rowsDone}::bigint
      where owner = ${owner} and run_id = ${runId} and state = 'running' returning owner`);
    if (kept === undefined) this.#onLost();
  }

  /** For another process, at once: this one stops. */
  async release(): Promise<void> {
    const { owner, run_id: runId } = this.#claimed;
    await this.#current.db.query(sql`
      update data_exports set state = 'waiting', run_id = null, claimed_until = null, attempts = attempts - 1
      where owner = ${owner} and run_id = ${runId} and state = 'running'`);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** Of two that made it, because one was thought dead, the one that has it still. */
async function finishExport(current: Current, claimed: ClaimedExport, stored: StoredFile): Promise<void> {
  const { owner, export_id: exportId, user_id: userId, run_id: runId } = claimed;
  const now = current.now();
  const isFinished = await inTransaction(current, async (current) => {
    const [finished] = await current.db.query(sql`
      update data_exports set state = 'ready', file_key = ${stored.key}, bytes = ${stored.bytes}::bigint, parts_done = parts,
        finished_at = ${now}, expires_at = ${new Date(now.getTime() + EXPORT_DAYS * DAY_MS)}, claimed_until = null
      where owner = ${owner} and run_id = ${runId} and state = 'running' returning owner`);
    if (finished === undefined) return false;
    if (userId === null) await sendMailLater(current, readyMail, { owner, exportId }, { key: exportId });
    else await notifyLater(current, exportEvent, { key: exportId, details: { exportId }, userIds: [userId] });
    return true;
  });
  if (!isFinished) await current.files.remove(stored.key);
}

async function retryLater(current: Current, claimed: ClaimedExport, error: unknown): Promise<void> {
  const { owner, run_id: runId, attempts } = claimed;
  current.log.error({ err: error, owner, attempts }, 'an export of data failed');
  if (attempts >= MAX_ATTEMPTS) {
    await failExport(current, claimed);
    return;
  }
  const next = new Date(current.now().getTime() + attempts * CLAIM_MS);
  await current.db.query(sql`update data_exports set claimed_until = ${next}
    where owner = ${owner} and run_id = ${runId} and state = 'running'`);
}

async function failExport(current: Current, claimed: ClaimedExport): Promise<void> {
  const { owner, export_id: exportId, user_id: userId, run_id: runId } = claimed;
  const now = current.now();
  await inTransaction(current, async (current) => {
    const [failed] = await current.db.query(sql`
      update data_exports set state = 'failed', claimed_until = null, finished_at = ${now},
        expires_at = ${new Date(now.getTime() + EXPORT_DAYS * DAY_MS)}
      where owner = ${owner} and run_id = ${runId} and state = 'running' returning owner`);
    if (failed === undefined || userId === null) return;
    await notifyLater(current, exportEvent, { key: `${exportId} failed`, details: { exportId }, userIds: [userId] });
  });
}
