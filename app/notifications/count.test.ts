import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { securityEvent } from '#app/accounts/event-kinds.server.ts';
import { banAccount, liftBan } from '#app/accounts/staff/bans.server.ts';
import { changeRole } from '#app/accounts/staff/roles.server.ts';
import { returnedSubmission } from '#app/contact/event-kinds.server.ts';
import { sendSubmission } from '#app/contact/sending.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { publishedLevelEvent } from '#app/levelhead/event-kinds.server.ts';
import { CRATE } from '#app/levelhead/level.ts';
import type { MadeLevel } from '#app/levelhead/world/levels.ts';
import { noteAnswer } from '#app/mailbox/mailbox.server.ts';
import { createMessage, sendMessage, withdrawMessage } from '#app/mailbox/writing/written-messages.server.ts';
import { catalog } from '#app/nouns.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';

import { notifyLater, withdrawLater } from './events.server.ts';
import { findNotifications } from './list/list.server.ts';
import type { NotificationCount } from './notification.ts';

const site = useTestSite();
const system = () => systemCurrent(site.parts);
/** Of two levels at least. */
const creatorOf = (levels: readonly MadeLevel[]) => {
  const [creatorId, own] = Map.groupBy(levels, (level) => level.userId)
    .entries()
    .find(([by, all]) => all.length > 1 && by !== userId) ?? ['', []];
  return { creatorId, own };
};

const ROLES = { creator: 'authenticated', staff: 'staff', admin: 'admin', super: 'super' } as const;
const actorOf = (who: keyof typeof ROLES) => ({
  ...system(),
  actor: { ...system().actor, userId: CAST[who].userId, role: ROLES[who], provedAt: system().now() },
});
const { userId } = CAST.player;
let keys = 0;

/** Whatever decides what may be shown, as the steps have left it: never asked of the nouns. */
const world = {
  levelIds: [] as string[],
  creatorId: '',
  subjectId: '',
  hidden: new Set<string>(),
  isBanned: false,
  isStaff: false,
};

beforeAll(async () => {
  await site.ask('player', '/notifications');
  const { levels } = await seedSmallWorld(site, 30);
  const { creatorId, own } = creatorOf(levels.filter(({ states }) => !states.includes('beta')));
  await site.parts.db.query(sql`insert into accounts (user_id) values (${creatorId}) on conflict do nothing`);
  Object.assign(world, { creatorId, levelIds: own.map(({ levelId }) => levelId).slice(0, 2) });
  const typed = { topic: 'other', title: 'A question', body: 'Hello', email: '', name: '' } as const;
  const more = { facts: {}, files: [], diagnostics: {} };
  world.subjectId = await sendSubmission(actorOf('creator'), { ...typed, ...more });
  await runJobs(site);
});

type TabCounts = Pick<NotificationCount, 'unread' | 'messages'>;

/** What a tab shows: the last counts that its stream has told. */
interface CountTab {
  /** Reads on until the tab shows it. */
  showing(wanted: TabCounts): Promise<void>;
  /** The first that a stream tells. */
  readonly first: TabCounts;
  close(): Promise<void>;
}

async function openTab(process: Pick<TestSite, 'ask'> = site): Promise<CountTab> {
  const open = async () => {
    const headers = { accept: 'text/event-stream' };
    const { body, status } = await process.ask('player', '/api/notifications/count', { headers });
    if (body === null || status !== 200) throw new Error(`there is no stream: ${status}`);
    return body.pipeThrough(new TextDecoderStream()).getReader();
  };
  const tab = { shown: { unread: -1, messages: -1 }, reader: await open() };
  const next = async () => {
    const { value = '', done } = await tab.reader.read();
    // As the browser does, which comes again for the role that its reader has by now.
    if (done) tab.reader = await open();
    const [, data] = /data: (.*)\n/.exec(value) ?? [];
    if (data === undefined) return;
    const { unread, messages } = JSON.parse(data) as NotificationCount;
    tab.shown = { unread, messages };
  };
  await next();
  const first = tab.shown;
  const showing = async ({ unread, messages }: TabCounts) => {
    while (tab.shown.unread !== unread || tab.shown.messages !== messages) await next();
  };
  return { showing, first, close: () => tab.reader.cancel() };
}

interface WaitingRow {
  readonly kind: string;
  readonly level_id: string;
  readonly is_own_message: boolean;
}

/** Kinds that are told here, and whether the reader may be shown one. */
const MAY_SHOW: Readonly<Record<string, (row: WaitingRow) => boolean>> = {
  'accounts.security': () => true,
  'mailbox.sent': (row) => row.is_own_message,
  'levelhead.published': (row) => !world.isBanned && !world.hidden.has(row.level_id),
  'contact.returned': () => world.isStaff,
};

const OWN_MESSAGE = sql`m.state = 'sent' and (m.segment in (${`user:${userId}`}, 'role:authenticated')
  or m.segment in (select 'follows:' || subject from follows where user_id = ${userId}))`;

const waiting = async (): Promise<TabCounts> => {
  const rows = await site.parts.db.query<WaitingRow>(sql`
    select kind, details->>'levelId' as level_id, exists (
      select from mailbox_messages m where m.message_id::text = n.details->>'messageId' and ${OWN_MESSAGE}
    ) as is_own_message from notifications n
    where user_id = ${userId} and read_at is null and archived_at is null
      and (snoozed_until is null or snoozed_until <= ${site.parts.now()})`);
  const [row] = await site.parts.db.query<Pick<TabCounts, 'messages'>>(sql`
    select count(*)::integer as messages from mailbox_messages m
    where ${OWN_MESSAGE} and not exists (
      select from mailbox_marks k where k.user_id = ${userId} and k.message_id = m.message_id
        and (read_at is not null or archived_at is not null))`);
  return { unread: rows.filter((one) => MAY_SHOW[one.kind]?.(one)).length, messages: row?.messages ?? -1 };
};

/** How many the list of what is unread shows. */
const listed = async () => {
  const reader = { ...system().actor, userId, role: world.isStaff ? ('staff' as const) : ('authenticated' as const) };
  return (await findNotifications({ ...system(), actor: reader }, catalog, { tab: 'unread' })).notifications.length;
};

const SUBJECT = 'posts.feed:lore';
/** By a new id, a message to the player, to everyone, or to who follows a feed. */
const send = async (to: number) => {
  const audience = (['user', 'everyone', 'follows'] as const)[to % 3] ?? 'user';
  const of = { user: userId, everyone: '', follows: SUBJECT }[audience];
  const text = { 'en-US': { title: 'A message', body: 'Of the studio.' } };
  const messageId = await createMessage(actorOf('staff'), {
    audience,
    of,
    texts: text,
    path: '',
    about: '',
    perkId: '',
  });
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
  else await site.submit('player', '/mailbox', { intent: change, messageId });
};

const idAt = async (at: number) => {
  const rows = await site.parts.db.query<{ notification_id: string }>(sql`
    select notification_id from notifications where user_id = ${userId} order by at, notification_id`);
  return rows[at % Math.max(rows.length, 1)]?.notification_id;
};

const notify = async (group: number) => {
  keys += 1;
  const details = { kind: 'keyCreated', details: { name: `key ${keys}` } } as const;
  await notifyLater(system(), securityEvent, { key: `k${keys}`, group: `g${group}`, details, userIds: [userId] });
  await runJobs(site);
};

const notifyOf = async (what: string, at: number) => {
  keys += 1;
  const event = { key: `k${keys}`, userIds: [userId] };
  const levelId = world.levelIds[at % world.levelIds.length] ?? '';
  if (what === 'notify of a level')
    await notifyLater(system(), publishedLevelEvent, { ...event, details: { levelId } });
  else await notifyLater(system(), returnedSubmission, { ...event, details: { subjectId: world.subjectId } });
  await runJobs(site);
};

/** Shows it again, if it was hidden. */
const hideLevel = async (levelId: string) => {
  const [row] = await site.parts.db.query<{ item_id: string; tags: string[] }>(sql`
    select item_id, tags from levelhead_levels where level_id = ${levelId}`);
  const tags = row?.tags.filter((tag) => tag !== 'hidden') ?? [];
  const body = { tags: world.hidden.delete(levelId) ? tags : [...tags, 'hidden'] };
  if (body.tags.length > tags.length) world.hidden.add(levelId);
  const path = `/api/storage/crates/${CRATE}/items/${row?.item_id}/metadata`;
  expect((await site.ask('staff', path, { method: 'PATCH', body })).status).toBe(200);
};

const banCreator = async () => {
  world.isBanned = !world.isBanned;
  if (world.isBanned) await banAccount(actorOf('staff'), world.creatorId, { reason: 'spam', until: null });
  else await liftBan(actorOf('staff'), world.creatorId, 'a mistake');
};

const changePlayer = async () => {
  world.isStaff = !world.isStaff;
  await changeRole(actorOf('super'), userId, { role: world.isStaff ? 'staff' : 'authenticated', reason: 'a test' });
  await runJobs(site);
};

/** As it was before the first of the steps, with nobody still to be told of the last. */
const resetWorld = async () => {
  if (world.isBanned) await banCreator();
  if (world.isStaff) await changePlayer();
  for (const levelId of world.hidden) await hideLevel(levelId);
  await runJobs(site);
};

const change = async (intent: string, at: number) => {
  const notificationId = await idAt(at);
  if (notificationId === undefined) return;
  await site.submit('player', '/notifications', { intent: `notify.${intent}`, notificationId, hours: '24' });
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
  fc.record({ what: fc.constant('notify' as const), at: fc.nat(3) }),
  fc.record({ what: fc.constant('send' as const), at: fc.nat(2) }),
  fc.record({ what: fc.constantFrom(...MESSAGE_CHANGES), at: fc.nat(9) }),
  fc.record({ what: fc.constant('follow' as const), at: fc.nat(1) }),
  fc.record({ what: fc.constant('withdraw' as const), at: fc.nat(9) }),
  fc.record({ what: fc.constantFrom('notify of a level', 'notify the desk', 'hide'), at: fc.nat(1) }),
  fc.record({ what: fc.constantFrom('ban', 'role'), at: fc.constant(0) }),
  fc.record({ what: fc.constantFrom(...CHANGES), at: fc.nat(9) }),
  fc.record({ what: fc.constantFrom('readAll', 'reconnect'), at: fc.nat(1) }),
);

/** So that there is something to count. */
const FIRST = [
  { what: 'notify', at: 0 },
  { what: 'send', at: 1 },
  { what: 'notify', at: 1 },
  { what: 'notify of a level', at: 0 },
  { what: 'notify the desk', at: 0 },
] as const;

const reconnect = async (tabs: CountTab[], at: number) => {
  await tabs[at]?.close();
  const again = await openTab();
  expect(again.first).toEqual(await waiting());
  tabs[at] = again;
};

const WORLDS = countCases(24);
const P5_C1 =
  'the badges of two tabs are what the list shows, and messages, whatever is done, shown or forbidden, also after a stream begins again';

test(P5_C1, { timeout: WORLDS * 15_000 }, async () => {
  const steps = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (all) => {
    await resetWorld();
    await site.parts.db.query(sql`truncate notifications, notification_deliveries, mailbox_messages, mailbox_marks,
      mailbox_files, follows, followers, follow_counts`);
    // So that somebody reads what is sent to followers.
    await site.parts.db.query(sql`insert into followers (subject, user_id) values (${SUBJECT}, 'somebody')`);
    const tabs = [await openTab(), await openTab()];
    try {
      for (const { what, at } of [...FIRST, ...all]) {
        if (what === 'notify') await notify(at);
        else if (what === 'send') await send(at);
        else if (MESSAGE_CHANGES.includes(what)) await changeMessage(what, at);
        else if (what === 'follow') {
          const path = `/api/following/${encodeURIComponent(SUBJECT)}`;
          expect((await site.ask('player', path, { method: at === 0 ? 'PUT' : 'DELETE' })).status).toBe(204);
        } else if (what === 'withdraw') {
          await withdrawLater(system(), securityEvent, [`k${Math.max(1, keys - at)}`]);
          await runJobs(site);
        } else if (what === 'reconnect') await reconnect(tabs, at);
        else if (what === 'ban') await banCreator();
        else if (what === 'role') await changePlayer();
        else if (what.startsWith('notify ')) await notifyOf(what, at);
        else if (what === 'hide') {
          await hideLevel(world.levelIds[at % world.levelIds.length] ?? '');
          // Nobody says so: an open tab looks by itself, and one that is opened knows.
          for (const one of tabs.keys()) await reconnect(tabs, one);
        } else await change(what, at);
        const wanted = await waiting();
        await Promise.all(tabs.map((tab) => tab.showing(wanted)));
        expect(await listed()).toBe(wanted.unread);
      }
    } finally {
      await Promise.all(tabs.map((tab) => tab.close()));
    }
  });
  await fc.assert(steps, { numRuns: WORLDS });
});

test('a badge counts an event at once, whichever process records it, without polling', async () => {
  await resetWorld();
  const beside = await site.openBeside();
  const tabs = await Promise.all([site, beside].map((process) => openTab(process)));
  const { unread, messages } = tabs[0]?.first ?? { unread: -1, messages: -1 };
  // A look would find that they have signed out, and end the stream instead of counting.
  await site.parts.db.query(sql`delete from sessions where user_id = ${userId}`);
  await notify(9);
  await Promise.all(tabs.map((tab) => tab.showing({ unread: unread + 1, messages })));
  await send(0);
  await Promise.all(tabs.map((tab) => tab.showing({ unread: unread + 1, messages: messages + 1 })));
  await Promise.all(tabs.map((tab) => tab.close()));
  await beside.close();
});
