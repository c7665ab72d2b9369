import { randomBytes } from 'node:crypto';

import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { NewAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { isSubjectId } from '#app/threads/thread.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { isHookAddress, isTrustedHook } from '#lib/http/post-hook.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { seal } from '#lib/sealed.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { feedbackAudit } from '../audit-kinds.server.ts';
import { badWebhook, noEvents, noWebhook, webhooksFull } from '../problems.ts';
import { getProject } from '../projects.server.ts';
import { SECRET_PURPOSE, enqueueWaiting, insertDelivery } from './sending.server.ts';
import { MAX_WEBHOOKS, MAX_WEBHOOK_URL, WEBHOOK_EVENTS } from './webhook.ts';
import type { DeliveryState, Webhook, WebhookDelivery } from './webhook.ts';

const SHOWN = 20;

/** Those of a project with the last that they were sent. Needs staff. @throws Problem 401, 403, 404 */
export async function findWebhooks(current: Current, projectId: string): Promise<Webhook[]> {
  requireRole(current, 'staff');
  await getProject(current, projectId);
  const rows = await current.db
    .query<WebhookRow>(sql`select webhook_id, url, events, is_on, off_at from feedbag_webhooks
    where project_id = ${projectId} order by webhook_id limit ${MAX_WEBHOOKS}::integer`);
  const log = await current.db.query<SentRow>(sql`
    select d.* from unnest(${rows.map((row) => row.webhook_id)}::uuid[]) w(webhook_id) cross join lateral (
      select webhook_id, delivery_id, event, state, attempts, status, answer, took_ms, body, created_at
      from feedbag_webhook_deliveries d where d.webhook_id = w.webhook_id order by delivery_id desc
      limit ${SHOWN}::integer) d`);
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    url: row.url,
    events: row.events,
    isOn: row.is_on,
    offAt: row.off_at?.toISOString(),
    deliveries: log.filter((one) => one.webhook_id === row.webhook_id).map(toDelivery),
  }));
}

/** Needs staff. @returns its secret, which is shown once @throws Problem 400 that names the fields, 401, 403, 404, 409 */
export async function addWebhook(
  current: Current,
  projectId: string,
  typed: { readonly url: string; readonly events: readonly string[] },
): Promise<string> {
  requireRole(current, 'staff');
  await getProject(current, projectId);
  const url = requireAddress(current, typed.url);
  const events = WEBHOOK_EVENTS.filter((event) => typed.events.includes(event));
  if (events.length === 0) throw problemAt('events', noEvents);
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const webhookId = uuidv7(current.now().getTime());
  await inTransaction(current, async (current) => {
    const added = await current.db.query(sql`
      insert into feedbag_webhooks (webhook_id, project_id, url, secret, events, created_by, created_at)
      select ${webhookId}::uuid, ${projectId}::text, ${url}::text, ${seal(secret, SECRET_PURPOSE, current.secret)}::text,
        ${events}::text[], ${requireUser(current)}::text, ${current.now()}::timestamptz
      where (select count(*) from feedbag_webhooks where project_id = ${projectId}) < ${MAX_WEBHOOKS}::integer
      returning webhook_id`);
    if (added.length === 0) throw new Problem(webhooksFull);
    await noteWebhook(current, feedbackAudit.webhook, webhookId, { after: { project: projectId, url, state: 'on' } });
  });
  return secret;
}

function requireAddress({ config }: Current, typed: string): string {
  const text = typed.trim();
  const url = text.length <= MAX_WEBHOOK_URL && URL.canParse(text) ? new URL(text) : undefined;
  const isTrusted = url !== undefined && isTrustedHook(url, config.TRUSTED_WEBHOOK_HOSTS);
  if (url === undefined || (!isTrusted && !isHookAddress(url))) {
    throw problemAt('url', badWebhook);
  }
  return url.href;
}

/** What waits is sent when it is on again. Needs staff. @throws Problem 401, 403, 404 */
export async function switchWebhook(current: Current, projectId: string, id: string, isOn: boolean): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const url = await lockWebhook(current, projectId, id);
    const changed = await current.db.query(sql`update feedbag_webhooks set is_on = ${isOn}, failures = 0, off_at = null
      where webhook_id = ${id} and is_on <> ${isOn} returning webhook_id`);
    if (changed.length === 0) return;
    if (isOn) await enqueueWaiting(current, id);
    await noteWebhook(current, feedbackAudit.webhook, id, {
      before: { state: isOn ? 'off' : 'on' },
      after: { url, state: isOn ? 'on' : 'off' },
    });
  });
}

/** With its log. Needs staff. @throws Problem 401, 403, 404 */
export async function deleteWebhook(current: Current, projectId: string, id: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const url = await lockWebhook(current, projectId, id);
    await current.db.query(sql`delete from feedbag_webhooks where webhook_id = ${id}`);
    await noteWebhook(current, feedbackAudit.webhook, id, {
      before: { project: projectId, url },
      after: { state: 'deleted' },
    });
  });
}

/** Whatever became of it. Needs staff. @throws Problem 401, 403, 404 */
export async function resend(current: Current, projectId: string, id: string, deliveryId: string): Promise<void> {
  requireRole(current, 'staff');
  if (!isSubjectId(deliveryId)) throw new Problem(noWebhook);
  await inTransaction(current, async (current) => {
    const url = await lockWebhook(current, projectId, id);
    const again = await current.db.query(sql`update feedbag_webhook_deliveries set state = 'waiting', attempts = 0
      where webhook_id = ${id} and delivery_id = ${deliveryId} returning delivery_id`);
    if (again.length === 0) throw new Problem(noWebhook);
    await enqueueWaiting(current, id);
    await noteWebhook(current, feedbackAudit.resend, id, { after: { url, deliveryId } });
  });
}

/** A message without news. Needs staff. @throws Problem 401, 403, 404 */
export async function tryWebhook(current: Current, projectId: string, id: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const url = await lockWebhook(current, projectId, id);
    await insertDelivery(current, [id], { event: 'ping', key: uuidv7(current.now().getTime()), details: {} });
    await noteWebhook(current, feedbackAudit.tryWebhook, id, { after: { url } });
  });
}

async function lockWebhook(current: Current, projectId: string, id: string): Promise<string> {
  await getProject(current, projectId);
  const [row] = isSubjectId(id)
    ? await current.db.query<Pick<Row<'feedbag_webhooks'>, 'url'>>(sql`select url from feedbag_webhooks
        where webhook_id = ${id} and project_id = ${projectId} for update`)
    : [];
  if (row === undefined) throw new Problem(noWebhook);
  return row.url;
}

function noteWebhook(current: Current, kind: AuditKind, webhookId: string, entry: Omit<NewAuditEntry, 'target'>) {
  return recordAuditEntry(current, kind, { ...entry, target: `feedback/webhooks/${webhookId}` });
}

type WebhookRow = Pick<Row<'feedbag_webhooks'>, 'webhook_id' | 'url' | 'events' | 'is_on' | 'off_at'>;
type SentRow = Omit<Row<'feedbag_webhook_deliveries'>, 'event_key' | 'details' | 'sent_at'>;

function toDelivery(row: SentRow): WebhookDelivery {
  return {
    deliveryId: row.delivery_id,
    event: row.event,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    status: row.status ?? undefined,
    answer: row.answer ?? undefined,
    body: row.body ?? undefined,
    milliseconds: row.took_ms ?? undefined,
    at: row.created_at.toISOString(),
  };
}
