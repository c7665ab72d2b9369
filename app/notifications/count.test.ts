import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { securityEvent } from '#app/accounts/event-kinds.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { sendForm } from '#test/posts/editor-page.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';

import { notifyLater, withdrawLater } from './tell.server.ts';

const site = useTestSite();
const system = () => systemCurrent(site.parts);
const { userId } = CAST.player;
let keys = 0;
let most = 0;

beforeAll(() => site.ask('player', '/notifications'));

/** What a tab shows: the last count that its stream has told. */
interface CountTab {
  /** Reads on until the tab shows it. */
  showing(unread: number): Promise<void>;
  /** The first that a stream tells. */
  readonly first: number;
  close(): Promise<void>;
}

async function openTab(): Promise<CountTab> {
  const response = await site.ask('player', '/api/notifications/count', { headers: { accept: 'text/event-stream' } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const tab = { shown: -1 };
  const next = async () => {
    const { value = '' } = (await reader?.read()) ?? {};
    const [, data] = /data: (.*)\n/.exec(value) ?? [];
    if (data !== undefined) tab.shown = (JSON.parse(data) as { unread: number }).unread;
  };
  await next();
  const first = tab.shown;
  const showing = async (unread: number) => {
    while (tab.shown !== unread) await next();
  };
  return { showing, first, close: async () => reader?.cancel() };
}

const waiting = async () => {
  const [row] = await site.parts.db.query<{ unread: number }>(sql`
    select count(*)::integer as unread from notifications where user_id = ${userId} and read_at is null
      and archived_at is null and (snoozed_until is null or snoozed_until <= ${site.parts.now()})`);
  return row?.unread ?? -1;
};

const idAt = async (at: number) => {
  const rows = await site.parts.db.query<{ notification_id: string }>(sql`
    select notification_id from notifications where user_id = ${userId} order by at, notification_id`);
  return rows[at % Math.max(rows.length, 1)]?.notification_id;
};

const tell = async (group: number) => {
  keys += 1;
  const details = { kind: 'keyCreated', details: { name: `key ${keys}` } } as const;
  await notifyLater(system(), securityEvent, { key: `k${keys}`, group: `g${group}`, details, userIds: [userId] });
  await runJobs(site);
};

const change = async (intent: string, at: number) => {
  const notificationId = await idAt(at);
  if (notificationId === undefined) return;
  await sendForm(site, 'player', '/notifications', { intent: `notify.${intent}`, notificationId, hours: '24' });
};

const CHANGES = ['read', 'unread', 'archive', 'unarchive', 'snooze', 'unsnooze', 'delete'];

const step = fc.oneof(
  fc.record({ what: fc.constant('tell' as const), at: fc.nat(3) }),
  fc.record({ what: fc.constant('withdraw' as const), at: fc.nat(9) }),
  fc.record({ what: fc.constantFrom(...CHANGES), at: fc.nat(9) }),
  fc.record({ what: fc.constantFrom('readAll', 'reconnect'), at: fc.nat(1) }),
);

test('P5-C1: the badge of two tabs is what is counted, whatever is done, also after a stream begins again', async () => {
  const steps = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (all) => {
    await site.parts.db.query(sql`truncate notifications, notification_deliveries`);
    const tabs = [await openTab(), await openTab()];
    for (const { what, at } of all) {
      if (what === 'tell') await tell(at);
      else if (what === 'withdraw') {
        await withdrawLater(system(), securityEvent, [`k${Math.max(1, keys - at)}`]);
        await runJobs(site);
      } else if (what === 'reconnect') {
        await tabs[at]?.close();
        const again = await openTab();
        expect(again.first).toBe(await waiting());
        tabs[at] = again;
      } else await change(what, at);
      const unread = await waiting();
      most = Math.max(most, unread);
      await Promise.all(tabs.map((tab) => tab.showing(unread)));
    }
    await Promise.all(tabs.map((tab) => tab.close()));
  });
  await fc.assert(steps, { numRuns: countCases(24) });
  expect(most).toBeGreaterThan(1);
});
