import { createHmac } from 'node:crypto';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { FetchFailed } from '#lib/http/fetch-bytes.server.ts';
import { postHook } from '#lib/http/post-hook.server.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';
import { readSealed } from '#lib/sealed.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { webhookBody } from './body.server.ts';
import type { WebhookDetails } from './body.server.ts';
import type { WebhookEvent } from './webhook.ts';

export const SEND_WEBHOOK = 'feedbag:sendWebhook';
export const SECRET_PURPOSE = 'feedbag webhook';

interface NewDelivery {
  readonly event: WebhookEvent | 'ping';
  /** Of the cause, which each webhook is told once. */
  readonly key: string;
  readonly details: WebhookDetails;
}

/** If the transaction commits. What everyone may see is judged when it is sent. Permission is up to the caller. */
export async function queueWebhooks(current: Current, projectId: string, delivery: NewDelivery): Promise<void> {
  const rows = await current.db.query<Pick<Row<'feedbag_webhooks'>, 'webhook_id'>>(sql`select webhook_id
    from feedbag_webhooks where project_id = ${projectId} and is_on and events @> array[${delivery.event}::text]`);
  await insertDelivery(
    current,
    rows.map((row) => row.webhook_id),
    delivery,
  );
}

/** In a transaction. Permission is up to the caller. */
export async function insertDelivery(current: Current, ids: readonly string[], delivery: NewDelivery): Promise<void> {
  const { event, key, details } = delivery;
  for (const webhookId of ids) {
    const deliveryId = uuidv7(current.now().getTime());
    const added = await current.db.query(sql`
      insert into feedbag_webhook_deliveries (webhook_id, delivery_id, event, event_key, details, state, created_at)
      values (${webhookId}, ${deliveryId}, ${event}, ${key}, ${JSON.stringify(details)}, 'waiting', ${current.now()})
      on conflict (webhook_id, event, event_key) do nothing returning delivery_id`);
    if (added.length > 0) await sendLater(current, { webhookId, deliveryId });
  }
}

/** In a transaction. Permission is up to the caller. */
export async function enqueueWaiting(current: Current, webhookId: string): Promise<void> {
  const rows = await current.db.query<Pick<Row<'feedbag_webhook_deliveries'>, 'delivery_id'>>(sql`
    select delivery_id from feedbag_webhook_deliveries where webhook_id = ${webhookId} and state = 'waiting'
    order by delivery_id limit 1000`);
  for (const { delivery_id: deliveryId } of rows) await sendLater(current, { webhookId, deliveryId });
}

interface DeliveryKey {
  readonly webhookId: string;
  readonly deliveryId: string;
}

function sendLater({ db }: Pick<Current, 'db'>, deliveryKey: DeliveryKey, runAt?: Date): Promise<void> {
  const key = `${SEND_WEBHOOK} ${deliveryKey.deliveryId}`;
  return enqueue(db, { name: SEND_WEBHOOK, payload: deliveryKey }, runAt === undefined ? { key } : { key, runAt });
}

const MILLISECONDS = 5000;
/** Minutes before the next tries, after which a message has failed. */
const PAUSES = [1, 5, 30, 120, 480, 1440] as const;
/** Tries in a row, of whatever message. */
const MAX_FAILURES = 20;
/** Whoever answers so wants no more (RFC 9110). */
const GONE = 410;

/** A job's: the secret of the site may have changed since, then nothing can be signed. */
export async function sendWebhook(current: Current, payload: unknown): Promise<void> {
  const { webhookId, deliveryId } = payload as DeliveryKey;
  const [row] = await current.db.query<WaitingRow>(sql`
    select d.event, d.details, d.attempts, d.created_at, w.url, w.secret, w.project_id
    from feedbag_webhook_deliveries d, feedbag_webhooks w
    where d.webhook_id = ${webhookId} and d.delivery_id = ${deliveryId} and d.state = 'waiting'
      and w.webhook_id = ${webhookId} and w.is_on`);
  if (row === undefined) return;
  const { event, project_id: projectId, details, created_at: at } = row;
  const body = await webhookBody(current, { event, projectId, at, details: details as WebhookDetails });
  if (body === undefined) {
    await current.db.query(sql`update feedbag_webhook_deliveries set state = 'dropped'
      where webhook_id = ${webhookId} and delivery_id = ${deliveryId}`);
    return;
  }
  const start = performance.now();
  const answer = await post(current, row, { deliveryId, body });
  const milliseconds = Math.round(performance.now() - start);
  await noteAnswer(current, { webhookId, deliveryId }, { ...answer, milliseconds, body, attempts: row.attempts + 1 });
}

type WaitingRow = Pick<Row<'feedbag_webhook_deliveries'>, 'event' | 'details' | 'attempts' | 'created_at'> &
  Pick<Row<'feedbag_webhooks'>, 'url' | 'secret' | 'project_id'>;

interface HookReply {
  readonly status: number | null;
  readonly words: string;
}

/** Signed as Standard Webhooks says, with the time, so that nobody can send it again later. */
async function post(
  { secret, config, now }: Current,
  { url, secret: sealed }: WaitingRow,
  { deliveryId, body }: { deliveryId: string; body: string },
): Promise<HookReply> {
  const key = readSealed(sealed, SECRET_PURPOSE, secret);
  if (key === undefined) return { status: null, words: 'its secret cannot be read any more' };
  const time = Math.floor(now().getTime() / 1000);
  const signature = createHmac('sha256', Buffer.from(key.replace(/^whsec_/, ''), 'base64'))
    .update(`${deliveryId}.${time}.${body}`)
    .digest('base64');
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Rumpus-Webhooks',
    'webhook-id': deliveryId,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${signature}`,
  };
  const trustedHosts = config.TRUSTED_WEBHOOK_HOSTS;
  try {
    return await postHook(new URL(url), { body, headers, milliseconds: MILLISECONDS, trustedHosts });
  } catch (error) {
    if (error instanceof FetchFailed) return { status: null, words: error.message };
    throw error;
  }
}

interface NotedAnswer extends HookReply {
  readonly milliseconds: number;
  readonly body: string;
  readonly attempts: number;
}

async function noteAnswer(system: Current, { webhookId, deliveryId }: DeliveryKey, noted: NotedAnswer): Promise<void> {
  const { status, words, milliseconds, body, attempts } = noted;
  const isDone = status !== null && status >= 200 && status < 300;
  const pause = PAUSES[attempts - 1];
  const state = isDone ? 'delivered' : pause === undefined ? 'failed' : 'waiting';
  await inTransaction(system, async (current) => {
    const now = current.now();
    await current.db.query(sql`update feedbag_webhook_deliveries set state = ${state}, attempts = ${attempts},
        body = ${body}, status = ${status}, answer = ${words}, took_ms = ${milliseconds}, sent_at = ${now}
      where webhook_id = ${webhookId} and delivery_id = ${deliveryId} and state = 'waiting'`);
    await current.db.query(sql`update feedbag_webhooks set failures = case when ${isDone} then 0 else failures + 1 end
      where webhook_id = ${webhookId}`);
    await current.db
      .query(sql`update feedbag_webhooks set is_on = false, off_at = ${now} where webhook_id = ${webhookId}
      and is_on and (failures >= ${MAX_FAILURES}::integer or ${status === GONE})`);
    if (state !== 'waiting' || pause === undefined) return;
    await sendLater(current, { webhookId, deliveryId }, new Date(now.getTime() + pause * 60_000));
  });
}

/** Days after which the log forgets. */
const KEPT_DAYS = 30;

export async function sweepDeliveries({ db, now }: Current): Promise<void> {
  await db.query(sql`delete from feedbag_webhook_deliveries
    where created_at < ${new Date(now().getTime() - KEPT_DAYS * 86_400_000)}`);
}
