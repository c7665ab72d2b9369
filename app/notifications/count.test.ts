import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { securityEvent } from '#app/accounts/event-kinds.server.ts';
import { noteAnswer } from '#app/mailbox/mailbox.server.ts';
import { createMessage, sendMessage, withdrawMessage } from '#app/mailbox/writing/written-messages.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { sendForm } from '#test/posts/editor-page.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';

import type { NotificationCount } from './notification.ts';
import { notifyLater, withdrawLater } from './tell.server.ts';

const site = useTestSite();
const system = () => systemCurrent(site.parts);
const actorOf = (role: 'staff' | 'admin') => ({
  ...system(),
  actor: { ...system().actor, userId: CAST[role].userId, role },
});
const { userId } = CAST.player;
let keys = 0;

beforeAll(() => site.ask('player', '/notifications'));

type Shown = Pick<NotificationCount, 'unread' | 'messages'>;

/** What a tab shows: the last counts that its stream has told. */
interface CountTab {
  /** Reads on until the tab shows it. */
  showing(wanted: Shown): Promise<void>;
  /** The first that a stream tells. */
  readonly first: Shown;
  close(): Promise<void>;
}

async function openTab(process: Pick<TestSite, 'ask'> = site): Promise<CountTab> {
  const response = await process.ask('player', '/api/notifications/count', {
    headers: { accept: 'text/event-stream' },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const tab = { shown: { unread: -1, messages: -1 } };
  const next = async () => {
    const { value = '', done = true } = (await reader?.read()) ?? {};
    if (done) throw new Error('the stream has ended');
    const [, data] = /data: (.*)\n/.exec(value) ?? [];
    if (data === undefined) return;
    const { unread, messages } = JSON.parse(data) as NotificationCount;
    tab.shown = { unread, messages };
  };
  await next();
  const first = tab.shown;
  const showing = async ({ unread, messages }: Shown) => {
    while (tab.shown.unread !== unread || tab.shown.messages !== messages) await next();
  };
  return { showing, first, close: async () => reader?.cancel() };
}

const waiting = async () => {
  const [row] = await site.parts.db.query<Shown>(sql`
    select (
      select count(*)::integer from notifications where user_id = ${userId} and read_at is null
        and archived_at is null and (snoozed_until is null or snoozed_until <= ${site.parts.now()})
    ) as unread, (
      select count(*)::integer from mailbox_messages m where state = 'sent'
        and (segment in (${`user:${userId}`}, 'role:authenticated')
          or segment in (select 'follows:' || subject from follows where user_id = ${userId}))
        and not exists (select from mailbox_marks k where k.user_id = ${userId} and k.message_id = m.message_id
          and (read_at is not null or archived_at is not null))
    ) as messages`);
  return row ?? { unread: -1, messages: -1 };
};

const SUBJECT = 'posts.feed:lore';
/** By a new id, a message to the player, to everyone, or to who follows a feed. */
const send = async (to: number) => {
  const audience = (['user', 'everyone', 'follows'] as const)[to % 3] ?? 'user';
  const of = { user: userId, everyone: '', follows: SUBJECT }[audience];
  const text = { 'en-US': { title: 'A message', body: 'Of the studio.' } };
  const messageId = await createMessage(actorOf('staff'), { audience, of, texts: text, path: '' });
  await sendMessage(actorOf('admin'), messageId, 1);
};

const messageAt = async (at: number) => {
  const rows = await site.parts.db.query<{ message_id: string }>(sql`
    select message_id from mailbox_messages where state = 'sent' order by message_id`);
  return rows[at % Math.max(rows.length, 1)]?.message_id;
};

const changeMessage = async (change: string, at: number) => {
  const messageId = await messageAt(at);
  if (messageId === undefined) return;
  if (change === 'take back') await withdrawMessage(actorOf('admin'), messageId);
  else if (change === 'answer') await noteAnswer(actorOf('staff'), userId, messageId);
  else await sendForm(site, 'player', '/mailbox', { intent: change, messageId });
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

const MESSAGE_CHANGES = [
  'mailbox.read',
  'mailbox.unread',
  'mailbox.archive',
  'mailbox.unarchive',
  'take back',
  'answer',
];
const CHANGES = ['read', 'unread', 'archive', 'unarchive', 'snooze', 'unsnooze', 'delete'];

const step = fc.oneof(
  fc.record({ what: fc.constant('tell' as const), at: fc.nat(3) }),
  fc.record({ what: fc.constant('send' as const), at: fc.nat(2) }),
  fc.record({ what: fc.constantFrom(...MESSAGE_CHANGES), at: fc.nat(9) }),
  fc.record({ what: fc.constant('follow' as const), at: fc.nat(1) }),
  fc.record({ what: fc.constant('withdraw' as const), at: fc.nat(9) }),
  fc.record({ what: fc.constantFrom(...CHANGES), at: fc.nat(9) }),
  fc.record({ what: fc.constantFrom('readAll', 'reconnect'), at: fc.nat(1) }),
);

/** So that there is something to count. */
const FIRST = [
  { what: 'tell', at: 0 },
  { what: 'send', at: 1 },
  { what: 'tell', at: 1 },
] as const;

test('P5-C1: the badges of two tabs are what is counted, of notifications and of messages, whatever is done, also after a stream begins again', async () => {
  const steps = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (all) => {
    await site.parts.db.query(sql`truncate notifications, notification_deliveries, mailbox_messages, mailbox_marks,
      mailbox_files, follows, followers, follow_counts`);
    // So that somebody reads what is sent to followers.
    await site.parts.db.query(sql`insert into followers (subject, user_id) values (${SUBJECT}, 'somebody')`);
    const tabs = [await openTab(), await openTab()];
    for (const { what, at } of [...FIRST, ...all]) {
      if (what === 'tell') await tell(at);
      else if (what === 'send') await send(at);
      else if (MESSAGE_CHANGES.includes(what)) await changeMessage(what, at);
      else if (what === 'follow') {
        const path = `/api/following/${encodeURIComponent(SUBJECT)}`;
        expect((await site.ask('player', path, { method: at === 0 ? 'PUT' : 'DELETE' })).status).toBe(204);
      } else if (what === 'withdraw') {
        await withdrawLater(system(), securityEvent, [`k${Math.max(1, keys - at)}`]);
        await runJobs(site);
      } else if (what === 'reconnect') {
        await tabs[at]?.close();
        const again = await openTab();
        expect(again.first).toEqual(await waiting());
        tabs[at] = again;
      } else await change(what, at);
      const wanted = await waiting();
      await Promise.all(tabs.map((tab) => tab.showing(wanted)));
    }
    await Promise.all(tabs.map((tab) => tab.close()));
  });
  await fc.assert(steps, { numRuns: countCases(24) });
});

test('a badge hears of an event by itself, from whichever process, and waits for no look that it takes from time to time', async () => {
  const beside = await site.openBeside();
  const tabs = await Promise.all([site, beside].map((process) => openTab(process)));
  const { unread, messages } = tabs[0]?.first ?? { unread: -1, messages: -1 };
  // A look would find that they have signed out, and end the stream instead of counting.
  await site.parts.db.query(sql`delete from sessions where user_id = ${userId}`);
  await tell(9);
  await Promise.all(tabs.map((tab) => tab.showing({ unread: unread + 1, messages })));
  await send(0);
  await Promise.all(tabs.map((tab) => tab.showing({ unread: unread + 1, messages: messages + 1 })));
  await Promise.all(tabs.map((tab) => tab.close()));
  await beside.close();
});
