import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import { enqueue } from '#lib/jobs/enqueue.server.ts';

export const PING_HUB = 'posts:pingHub';
const Ping = z.object({ paths: z.array(z.string()) });

const MAX_ATTEMPTS = 8;
/** Milliseconds. */
const PATIENCE = 10_000;

/** In the transaction that has seen an item. @param paths of the documents that everyone finds it in */
export async function pingLater({ db, config }: Current, itemId: string, paths: readonly string[]): Promise<void> {
  if (config.WEBSUB_HUB === undefined) return;
  const task = { name: PING_HUB, payload: { paths } };
  await enqueue(db, task, { key: `${PING_HUB} ${itemId}`, maxAttempts: MAX_ATTEMPTS });
}

/** A job's, which is tried again when the hub does not take it. Only the operator says where the hub is. */
export async function pingHub({ config }: Current, payload: unknown): Promise<void> {
  if (config.WEBSUB_HUB === undefined) return;
  const { paths } = Ping.parse(payload);
  const body = new URLSearchParams({ 'hub.mode': 'publish' });
  for (const path of paths) body.append('hub.url', config.publicUrl + path);
  const signal = AbortSignal.timeout(PATIENCE);
  const response = await fetch(config.WEBSUB_HUB, { method: 'POST', body, redirect: 'manual', signal });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the WebSub hub answered ${response.status}`);
}
