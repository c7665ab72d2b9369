import { countPendingAliases } from '#app/aliases/moderation/queue.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { listMailBlocks } from '#app/mail/inbound/bounces.server.ts';

import type { PendingWork } from './pending-work.ts';

export async function findPendingWork(current: Current): Promise<PendingWork[]> {
  const counted = await Promise.all(COUNTS.map((count) => count(current)));
  return counted.filter(({ count }) => count > 0);
}

/** A greater number is shown as “more”. */
const MAX_COUNT = 99;

const COUNTS: readonly ((current: Current) => Promise<PendingWork>)[] = [
  async (current) => {
    const waiting = await countPendingAliases(current, MAX_COUNT + 1);
    const count = Math.min(waiting, MAX_COUNT);
    const name = (await getText(current.locale))('admin.waiting.aliases', { count });
    return { to: '/admin/alias-moderation', name, count, isMore: waiting > MAX_COUNT };
  },
  async (current) => {
    const blocks = await listMailBlocks(current, MAX_COUNT + 1);
    const count = Math.min(blocks.length, MAX_COUNT);
    const name = (await getText(current.locale))('admin.waiting.blocks', { count });
    return { to: '/admin/telegrams', name, count, isMore: blocks.length > MAX_COUNT };
  },
];
