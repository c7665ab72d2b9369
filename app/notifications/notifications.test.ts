import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { forgetBounces } from '#app/mail/inbound/bounces.server.ts';
import { hashAddress } from '#app/mail/inbound/return-path.server.ts';
import { catalog } from '#app/nouns.server.ts';
import { publishedPost } from '#app/posts/event-kinds.server.ts';
import { SEARCHED_POSTS } from '#app/posts/jobs.server.ts';
import type { Item } from '#app/storage/item.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { sign } from '#lib/signed.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobs, runJobsAgain } from '#test/mail/jobs.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';

import { notifyLater } from './events.server.ts';
import { fanOut } from './fan-out.server.ts';
import { seeAll, unreadAll } from './list/changes.server.ts';
import { findDestination, findNotifications } from './list/list.server.ts';
import { sendDueDigests } from './mails/digests.server.ts';
import type { NotificationCount } from './notification.ts';

const site = useTestSite();
const system = () => systemCurrent(site.parts);
const { player, creator, staff } = CAST;
let crate = '';
let posts = 0;
let before = 0;

/** Since the test began, the newest first. */
const mails = () => site.parts.mailer.keptMails().slice(0, site.parts.mailer.keptMails().length - before);

beforeAll(async () => {
  crate = await createCrate(site, 'posts', OPEN_POLICY);
  await indexItems(system(), SEARCHED_POSTS);
});

beforeEach(async () => {
  site.clock.now = new Date();
  await site.parts.db
    .query(sql`truncate follows, followers, follow_counts, notification_events, notification_deliveries,
    notifications, notification_settings, notification_mutes, notification_readers, account_choices`);
  before = site.parts.mailer.keptMails().length;
});

const follow = (who: CastName, subject: string) => site.ask(who, `/api/following/${subject}`, { method: 'PUT' });
const countOf = async (who: CastName) => {
  const { unread, unseen } = await dataOf<NotificationCount>(await site.ask(who, '/api/notifications/count'));
  return { unread, unseen };
};

/** The notifications of a page, as their words. */
async function listOf(who: CastName, query = ''): Promise<string[]> {
  const html = await (await site.ask(who, `/notifications${query}`)).text();
  return [...html.matchAll(/<button type="submit" class="cursor-pointer[^>]*>([^<]*)</g)].map(
    ([, words = '']) => words,
  );
}

const send = (who: CastName, intent: string, fields: Record<string, string> = {}, path = '/notifications') =>
  site.submit(who, path, { intent, ...fields });

/** As posts are mailed to them then. */
const wantMail = (who: CastName, mail: string) =>
  send(who, 'alerts.change', { ...ONLY_SITE, 'mail.posts.published': mail }, '/alerts');

const ONLY_SITE = { kind: 'posts.published', onSite: 'posts.published' };

async function publish(tags: string[] = ['topic:news'], title = `Post ${(posts += 1)}`): Promise<Item> {
  const item = await createItem(site, crate, 'creator', { map: { title }, tags });
  await indexItems(system(), SEARCHED_POSTS);
  await runJobs(site);
  return item;
}

const CLOCK = { zone: 'Europe/Berlin', digestHour: '9', digestDay: '1', quietFrom: '', quietUntil: '' };

const ownOf = (who: CastName) =>
  site.parts.db.query<Row<'notifications'>>(sql`select * from notifications where user_id = ${CAST[who].userId}`);

test('a subject is followed once, unfollowed, and nobody follows what is not there', async () => {
  expect((await follow('player', 'posts.feed:news')).status).toBe(204);
  expect((await follow('player', 'posts.feed:news')).status).toBe(204);
  expect((await follow('player', 'posts.feed:nothing')).status).toBe(404);
  expect((await follow('player', 'posts.game:rumpus-pack')).status).toBe(404);
  expect((await site.ask(undefined, '/api/following/posts.feed:news', { method: 'PUT' })).status).toBe(401);
  expect(await dataOf(await site.ask('player', '/api/following'))).toEqual([
    { subject: 'posts.feed:news', title: 'News', path: '/news' },
  ]);
  expect((await site.ask('player', '/api/following/posts.feed:news', { method: 'DELETE' })).status).toBe(204);
  expect(await dataOf(await site.ask('player', '/api/following'))).toEqual([]);
  const [counted] = await site.parts.db.query<Row<'follow_counts'>>(sql`select * from follow_counts`);
  expect(counted?.size).toBe(0);
});

test('the thousandth subject is the last, also of several at once', async () => {
  await follow('player', 'posts.feed:news');
  await site.parts.db.query(sql`update follow_counts set size = 999`);
  const requests = ['lore', 'blog', 'devchat'].map((name) => follow('player', `posts.feed:${name}`));
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 409, 409]);
});

test('a feed, a topic and an author are followed from their pages, without scripts', async () => {
  for (const [path, subject] of [
    ['/news', 'posts.feed:news'],
    ['/blog/design', 'posts.topic:design'],
    [`/blog/@${creator.userId}`, `posts.author:${creator.userId}`],
  ] as const) {
    expect(await (await site.ask('player', path)).text()).toContain(`value="${subject}"`);
    const answer = await send('player', 'following.follow', { subject }, path);
    expect(await answer.text()).toContain('value="following.unfollow"');
    expect(await (await site.ask(undefined, path)).text()).toContain('Sign in to follow');
  }
});

test('who follows several subjects of a post is told once, and its author not at all', async () => {
  for (const subject of ['posts.feed:news', 'posts.feed:blog', 'posts.game:levelhead']) await follow('player', subject);
  await follow('creator', 'posts.feed:news');
  await publish(['topic:news', 'game:levelhead'], 'A <b>bold</b> post');
  expect(await listOf('player')).toEqual(['New post: A &lt;b&gt;bold&lt;/b&gt; post']);
  expect([await countOf('player'), await countOf('creator')]).toEqual([
    { unread: 1, unseen: 1 },
    { unread: 0, unseen: 0 },
  ]);
});

test('the same event twenty times is one notification and one mail', async () => {
  await follow('player', 'posts.feed:news');
  await wantMail('player', 'now');
  const { itemId } = await publish(['topic:lore']);
  const event = { key: 'the-key', details: { itemId }, subjects: ['posts.feed:news'] };
  await Promise.all(Array.from({ length: 20 }, () => notifyLater(system(), publishedPost, event)));
  await runJobs(site);
  await Promise.all(Array.from({ length: 20 }, () => notifyLater(system(), publishedPost, event)));
  await runJobs(site);
  expect(await ownOf('player')).toHaveLength(1);
  expect(mails()).toHaveLength(1);
});

test('a post that is hidden before it is told, or after, is told to nobody, in no list, no count and no mail', async () => {
  await follow('player', 'posts.feed:news');
  await wantMail('player', 'daily');
  const { itemId } = await createItem(site, crate, 'creator', {
    map: { title: 'Secret' },
    tags: ['topic:news', 'hidden'],
  });
  await indexItems(system(), SEARCHED_POSTS);
  await notifyLater(system(), publishedPost, { key: itemId, details: { itemId }, subjects: ['posts.feed:news'] });
  await runJobs(site);
  expect(await countOf('player')).toEqual({ unread: 0, unseen: 0 });
  const later = await publish(['topic:news'], 'Soon secret');
  expect(await countOf('player')).toEqual({ unread: 1, unseen: 1 });
  const tags = { body: { tags: ['topic:news', 'hidden'] }, method: 'PATCH' };
  expect((await site.ask('staff', `${crate}/items/${later.itemId}/metadata`, tags)).status).toBe(200);
  expect(await listOf('player')).toEqual([]);
  await indexItems(system(), SEARCHED_POSTS);
  await runJobs(site);
  expect(await countOf('player')).toEqual({ unread: 0, unseen: 0 });
  site.advanceClock(3 * 86_400_000);
  await sendDueDigests(system());
  await runJobsAgain(site);
  expect(mails()).toEqual([]);
});

test('all alerts are one form: without scripts its button saves every row, with them only those that changed', async () => {
  const html = await (await site.ask('player', '/alerts')).text();
  const [form = ''] = /<form(?=(?:(?!<\/form>).)*alerts\.change).*?<\/form>/s.exec(html) ?? [];
  const fields = [...form.matchAll(/<input ([^>]*)>/g)].map(([, attributes = '']) => ({
    name: /name="([^"]*)"/.exec(attributes)?.[1] ?? '',
    value: /value="([^"]*)"/.exec(attributes)?.[1] ?? '',
    isSent: attributes.includes('type="hidden"') || attributes.includes('checked=""'),
  }));
  const kinds = fields.filter(({ name }) => name === 'kind').map(({ value }) => value);
  expect(kinds).toContain('posts.published');
  expect(html.match(/value="alerts\.change"/g)).toHaveLength(1);
  const shown = fields.flatMap(({ name, value, isSent }) => (isSent ? [[name, value]] : []));
  const sent = shown.map(([name = '', value = '']) => [name, name === 'mail.posts.published' ? 'off' : value]);
  const saved = await site.submit('player', '/alerts', sent);
  expect([saved.status, await saved.text()]).toEqual([200, expect.stringContaining('Saved.')]);
  const settings = () =>
    site.parts.db.query<Row<'notification_settings'>>(sql`
      select * from notification_settings where user_id = ${player.userId} order by kind`);
  const all = await settings();
  expect(all.map(({ kind }) => kind)).toEqual(kinds.toSorted());
  expect(all.find(({ kind }) => kind === 'posts.published')).toMatchObject({ on_site: true, mail: 'off' });
  // A page that was opened before names its one row, and leaves the others as they are now.
  await send('player', 'alerts.change', { kind: 'podcast.published', 'mail.posts.published': 'now' }, '/alerts');
  const changed = await settings();
  const isOther = ({ kind }: Row<'notification_settings'>) => kind !== 'podcast.published';
  expect(changed.filter(isOther)).toEqual(all.filter(isOther));
  expect(changed.find((row) => !isOther(row))).toMatchObject({ on_site: false, mail: 'off' });
});

test('of alerts all are changed or none, and of a kind that one is not told of none', async () => {
  const kinds = ['posts.published', 'posts.published', 'feedbag.entered'].map((kind) => ['kind', kind]);
  expect((await site.submit('player', '/alerts', [['intent', 'alerts.change'], ...kinds])).status).toBe(404);
  expect((await send('player', 'alerts.change', {}, '/alerts')).status).toBe(404);
  expect(await site.parts.db.query(sql`select from notification_settings`)).toEqual([]);
});

test('a mail that is turned off before it is sent is not sent, and one wanted daily by then waits', async () => {
  await follow('player', 'posts.feed:news');
  await follow('staff', 'posts.feed:news');
  for (const who of ['player', 'staff'] as const) {
    await wantMail(who, 'now');
  }
  const item = await createItem(site, crate, 'creator', { map: { title: 'Late' }, tags: ['topic:news'] });
  await indexItems(system(), SEARCHED_POSTS);
  await fanOut(system(), catalog, { kind: 'posts.published', key: item.itemId });
  await wantMail('player', 'off');
  await wantMail('staff', 'daily');
  await runJobs(site);
  expect(mails()).toEqual([]);
  site.advanceClock(86_400_000);
  await sendDueDigests(system());
  await sendDueDigests(system());
  await runJobs(site);
  expect(mails().map(({ to }) => to)).toEqual([staff.email]);
});

test.each(['now', 'daily'])(
  'what is hidden between telling and sending is in no mail, wanted %s, and the log says so',
  async (mail) => {
    await follow('player', 'posts.feed:news');
    await wantMail('player', mail);
    const { itemId } = await createItem(site, crate, 'creator', { map: { title: 'Gone' }, tags: ['topic:news'] });
    await indexItems(system(), SEARCHED_POSTS);
    await fanOut(system(), catalog, { kind: 'posts.published', key: itemId });
    const tags = { body: { tags: ['topic:news', 'hidden'] }, method: 'PATCH' };
    expect((await site.ask('staff', `${crate}/items/${itemId}/metadata`, tags)).status).toBe(200);
    site.advanceClock(86_400_000);
    await sendDueDigests(system());
    await runJobs(site);
    expect(mails()).toEqual([]);
    const states = await site.parts.db.query<{ mail_state: string }>(sql`
    select mail_state from notification_deliveries where user_id = ${player.userId}`);
    expect(states).toEqual([{ mail_state: 'gone' }]);
  },
);

test.each(['now', 'daily'])(
  'a mail to an address that bounces, wanted %s, is not sent, and the log says so',
  async (mail) => {
    const addressHash = hashAddress(player.email);
    await site.parts.db.query(sql`insert into mail_bounces (address_hash, hard_at)
    values (${addressHash}, now())`);
    onTestFinished(() => forgetBounces(system(), player.email));
    await follow('player', 'posts.feed:news');
    await wantMail('player', mail);
    await publish(['topic:news'], 'Unheard');
    site.advanceClock(86_400_000);
    await sendDueDigests(system());
    await runJobs(site);
    expect(mails()).toEqual([]);
    const html = await (await site.ask('player', '/alerts')).text();
    expect(html).toMatch(/New post: Unheard[^]*you have no address that takes emails from us/);
    // Neither does a later mail tell of it.
    await forgetBounces(system(), player.email);
    site.advanceClock(86_400_000);
    await sendDueDigests(system());
    await runJobs(site);
    expect(mails()).toEqual([]);
  },
);

test('a mail to somebody without an address comes to its end, and the log says so', async () => {
  const { userId } = CAST.collaborator;
  const havePrimary = (is: boolean) =>
    site.parts.db.query(sql`update account_emails set is_primary = ${is} where user_id = ${userId}`);
  await havePrimary(false);
  onTestFinished(() => void havePrimary(true));
  await follow('collaborator', 'posts.feed:news');
  await wantMail('collaborator', 'now');
  await publish(['topic:news'], 'Unheard');
  expect(mails()).toEqual([]);
  const html = await (await site.ask('collaborator', '/alerts')).text();
  expect(html).toMatch(/New post: Unheard[^]*you have no address that takes emails from us/);
});

test('one press on the link of a mail turns it off without a sign-in, and to open it changes nothing', async () => {
  await follow('player', 'posts.feed:news');
  await wantMail('player', 'now');
  await publish();
  const [mail] = mails();
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const path = new URL(/<(.*)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
  const address = path.pathname + path.search;
  const settings = () =>
    site.parts.db.query<{ mail: string }>(sql`select mail from notification_settings where user_id = ${player.userId}`);
  const opened = await site.ask(undefined, address);
  const page = await site.ask(undefined, opened.headers.get('location') ?? '');
  expect([opened.status, page.status]).toEqual([302, 200]);
  expect(await page.text()).toContain('Turn them off');
  expect(await settings()).toEqual([{ mail: 'now' }]);
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  const multipart = new Request('http://localhost/', { method: 'POST', body: form });
  for (const { body, type } of [
    { body: 'List-Unsubscribe=One-Click', type: 'application/x-www-form-urlencoded' },
    { body: await multipart.text(), type: multipart.headers.get('content-type') ?? '' },
  ]) {
    await site.parts.db.query(sql`update notification_settings set mail = 'now'`);
    const answer = await site.ask(undefined, address, { method: 'POST', body, headers: { 'content-type': type } });
    expect([answer.status, answer.headers.get('location'), await settings()]).toEqual([200, null, [{ mail: 'off' }]]);
  }
  expect((await site.ask(undefined, `${address}x`, { method: 'POST', body: 'a' })).status).toBe(404);
});

test('a digest at nine o’clock goes out once on the days when the clocks change', async () => {
  await follow('player', 'posts.feed:news');
  expect((await send('player', 'choices.set', CLOCK, '/alerts')).status).toBe(200);
  const { itemId } = await publish(['topic:lore']);
  const sentAt: string[] = [];
  for (const start of ['2027-03-27T10:00:00Z', '2027-10-30T10:00:00Z']) {
    for (let hour = 0; hour < 48; hour += 1) {
      site.clock.now = new Date(Date.parse(start) + hour * 3_600_000);
      if (hour % 8 === 0) {
        const event = { key: `${start} ${hour}`, details: { itemId }, subjects: ['posts.feed:news'] };
        await notifyLater(system(), publishedPost, event);
        await fanOut(system(), catalog, { kind: 'posts.published', key: event.key });
      }
      const had = mails().length;
      await sendDueDigests(system());
      await runJobs(site);
      if (mails().length > had) sentAt.push(site.clock.now.toISOString());
    }
  }
  const days = ['2027-03-28T07', '2027-03-29T07', '2027-10-31T08', '2027-11-01T08'];
  expect(sentAt).toEqual(days.map((day) => `${day}:00:00.000Z`));
});

test('a digest that waits is moved to the hour and the zone that its reader chooses', async () => {
  await follow('player', 'posts.feed:news');
  const { itemId } = await publish(['topic:lore']);
  const dayAt = (time: string, days: number) =>
    new Date(`${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${time}:00Z`);
  site.clock.now = dayAt('12:00', 1);
  await notifyLater(system(), publishedPost, { key: 'moved', details: { itemId }, subjects: ['posts.feed:news'] });
  await fanOut(system(), catalog, { kind: 'posts.published', key: 'moved' });
  const plans = () =>
    site.parts.db.query<Pick<Row<'notification_readers'>, 'next_daily_at'>>(sql`
      select next_daily_at from notification_readers where user_id = ${player.userId}`);
  expect(await plans()).toEqual([{ next_daily_at: dayAt('09:00', 2) }]);
  await send('player', 'choices.set', { ...CLOCK, zone: 'Asia/Tokyo', digestHour: '22' }, '/alerts');
  expect(await plans()).toEqual([{ next_daily_at: dayAt('13:00', 1) }]);
});

test.each([
  ['Europe/Berlin', '14', '15', '13:00'],
  ['UTC', '14', '15', undefined],
  ['Europe/Berlin', '14', '', undefined],
])('a mail at once waits for the end of quiet hours, in %s from %s until %s', async (zone, from, until, end) => {
  await follow('player', 'posts.feed:news');
  await send('player', 'choices.set', { ...CLOCK, zone, quietFrom: from, quietUntil: until }, '/alerts');
  await wantMail('player', 'now');
  const { itemId } = await publish(['topic:lore']);
  // Summer in Berlin, and later than the clock of the database, by which jobs run.
  site.clock.now = new Date(`${new Date().getFullYear() + 1}-06-01T12:30:00Z`);
  const key = `${zone} ${until}`;
  await notifyLater(system(), publishedPost, { key, details: { itemId }, subjects: ['posts.feed:news'] });
  await fanOut(system(), catalog, { kind: 'posts.published', key });
  await runJobs(site);
  const waiting = await site.parts.db.query<{ at: string }>(sql`
    delete from graphile_worker._private_jobs where run_at > now() + interval '1 day'
    returning to_char(run_at at time zone 'UTC', 'HH24:MI') as at`);
  expect([mails().length, waiting]).toEqual(end === undefined ? [1, []] : [0, [{ at: end }]]);
});

test('what is done to a notification is done to one’s own, and another’s is not there', async () => {
  await follow('player', 'posts.feed:news');
  const item = await publish();
  const [own] = await ownOf('player');
  const fields = { notificationId: own?.notification_id ?? '' };
  expect([(await listOf('player')).length, await listOf('creator')]).toEqual([1, []]);
  const creator = {
    ...system(),
    actor: { ...system().actor, userId: CAST.creator.userId, role: 'authenticated' as const },
  };
  expect(await findDestination(creator, catalog, fields.notificationId)).toBeUndefined();
  for (const intent of ['open', 'read', 'unread', 'archive', 'unarchive', 'unsnooze', 'delete']) {
    expect((await send('creator', `notify.${intent}`, fields)).status, intent).toBe(404);
  }
  expect((await send('creator', 'notify.snooze', { ...fields, hours: '1' })).status).toBe(404);
  await send('player', 'notify.snooze', { ...fields, hours: '1' });
  expect([await countOf('player'), (await listOf('player', '?tab=snoozed')).length]).toEqual([
    { unread: 0, unseen: 0 },
    1,
  ]);
  site.clock.now = new Date(Math.max(Date.now(), site.clock.now.getTime()) + 3_700_000);
  expect((await countOf('player')).unread).toBe(1);
  expect((await site.ask('player', '/notifications')).status).toBe(200);
  expect((await countOf('player')).unread).toBe(1);
  const opened = await send('player', 'notify.open', fields);
  expect([opened.status, opened.headers.get('location')]).toEqual([302, `/post/${item.itemId}`]);
  expect((await countOf('player')).unread).toBe(0);
  await send('player', 'notify.archive', fields);
  expect([await listOf('player'), (await listOf('player', '?tab=archived')).length]).toEqual([[], 1]);
  await send('player', 'notify.delete', fields);
  expect(await ownOf('player')).toEqual([]);
});

test('equal things are one notification that grows until it is read', async () => {
  const { itemId } = await publish(['topic:lore']);
  const notify = async (key: string) => {
    const event = { key, group: 'equal', details: { itemId }, userIds: [player.userId] };
    await notifyLater(system(), publishedPost, event);
    await runJobs(site);
  };
  for (const key of ['one', 'two', 'three']) await notify(key);
  expect((await ownOf('player')).map(({ size }) => size)).toEqual([3]);
  await send('player', 'notify.readAll');
  await notify('four');
  expect((await ownOf('player')).map(({ size }) => size).toSorted((one, other) => one - other)).toEqual([1, 3]);
  expect((await countOf('player')).unread).toBe(1);
});

test('a fan-out that is killed goes on, and tells each follower once', async () => {
  const { itemId } = await publish(['topic:lore']);
  await site.parts.db.query(sql`insert into followers (subject, user_id)
    select 'posts.topic:crowd', 'u' || n from generate_series(1, 2500) n`);
  await notifyLater(system(), publishedPost, { key: 'crowd', details: { itemId }, subjects: ['posts.topic:crowd'] });
  const closing = new AbortController();
  const killed = { ...system(), closing: closing.signal };
  const stopped = fanOut(killed, catalog, { kind: 'posts.published', key: 'crowd' });
  closing.abort();
  await expect(stopped).rejects.toThrow('goes on');
  await Promise.all([1, 2].map(() => fanOut(system(), catalog, { kind: 'posts.published', key: 'crowd' })));
  const [row] = await site.parts.db.query<{ all: number; told: string }>(sql`
    select (select count(*)::integer from notifications where user_id like 'u%') as all, told from notification_events
    where event_key = 'crowd'`);
  expect(row).toEqual({ all: 2500, told: '2500' });
});

test('a fan-out pauses after every hundred followers, so that requests have their turn', async () => {
  const { itemId } = await publish(['topic:lore']);
  await site.parts.db.query(sql`insert into followers (subject, user_id)
    select 'posts.topic:turns', 't' || n from generate_series(1, 250) n`);
  await notifyLater(system(), publishedPost, { key: 'turns', details: { itemId }, subjects: ['posts.topic:turns'] });
  const { signal } = new AbortController();
  // Each pause waits for the end of the process too.
  const pauses = vi.spyOn(signal, 'addEventListener');
  await fanOut({ ...system(), closing: signal }, catalog, { kind: 'posts.published', key: 'turns' });
  expect(pauses).toHaveBeenCalledTimes(2);
});

test('security notices and decisions about a name stand on the site beside their mails, and cannot be turned off', async () => {
  const { sendNoticeLater } = await import('#app/accounts/notices.server.ts');
  await sendNoticeLater(system(), player.userId, 'keyCreated', { name: '<i>laptop</i>' });
  await runJobs(site);
  expect((await listOf('player'))[0]).toContain('&lt;i&gt;laptop&lt;/i&gt;');
  expect(mails()).toHaveLength(1);
  expect(
    (await send('player', 'alerts.change', { kind: 'accounts.security', 'mail.accounts.security': 'off' }, '/alerts'))
      .status,
  ).toBe(409);
  expect(await (await site.ask('player', '/alerts')).text()).toContain('Always on');
});

test('the list shows one kind alone to who picks it, within its tab, and nothing of a kind that is none', async () => {
  const { sendNoticeLater } = await import('#app/accounts/notices.server.ts');
  await follow('player', 'posts.feed:news');
  await sendNoticeLater(system(), player.userId, 'keyCreated', { name: 'laptop' });
  await publish(['topic:news'], 'Picked');
  const [post, notice] = [expect.stringContaining('Picked'), expect.stringContaining('laptop')];
  expect(await listOf('player')).toHaveLength(2);
  expect(await listOf('player', '?tab=unread&kind=posts.published')).toEqual([post]);
  expect(await listOf('player', '?kind=accounts.security')).toEqual([notice]);
  for (const query of ['?kind=mailbox.sent', '?kind=none', '?kind=%00%27', '?tab=archived&kind=posts.published'])
    expect(await listOf('player', query)).toEqual([]);
});

test('what is followed and muted is not told, and the log says what was told and why', async () => {
  await follow('player', 'posts.feed:news');
  await send('player', 'alerts.mute', { subject: 'posts.feed:news' }, '/alerts');
  await publish();
  expect(await ownOf('player')).toEqual([]);
  await send('player', 'alerts.unmute', { subject: 'posts.feed:news' }, '/alerts');
  await publish(['topic:news'], 'Heard');
  const html = await (await site.ask('player', '/alerts')).text();
  expect(html).toMatch(/New post: Heard[^]*Waiting[^]*News/);
});

test('what was read all at once is unread again, what a page showed is seen, and a page goes on after its last', async () => {
  const { userId } = player;
  const own = { ...system(), actor: { ...system().actor, userId, role: 'authenticated' as const } };
  const at = system().now();
  await unreadAll(own, at);
  await seeAll(own);
  const after = sign(`${at.toISOString()} ${uuidv7(at.getTime())}`, 'notifications cursor', own.secret);
  const page = await findNotifications(own, catalog, { tab: 'unread', kind: undefined, after });
  expect(page.next).toBeUndefined();
});

test('however much is gone, a page and the count are of what is left, and nothing of it is lost by a look', async () => {
  const own = { ...system(), actor: { ...system().actor, userId: player.userId, role: 'authenticated' as const } };
  const details = { kind: 'keyCreated', details: { name: 'laptop' } };
  await site.parts.db.query(sql`insert into notifications
    (user_id, notification_id, kind, group_key, event_key, details, created_at, at)
    select ${player.userId}, gen_random_uuid(), k.kind, k.kind || n, k.kind || n, k.details, now(), now() - k.age
    from (values ('posts.published', ${JSON.stringify({ itemId: uuidv7(0) })}::jsonb, interval '1 hour', 130),
      ('accounts.security', ${JSON.stringify(details)}::jsonb, interval '1 day', 3)) k(kind, details, age, many),
    generate_series(1, k.many) n`);
  expect(await countOf('player')).toEqual({ unread: 3, unseen: 3 });
  const { notifications, next } = await findNotifications(own, catalog, { tab: 'unread' });
  expect([notifications.length, next]).toEqual([3, undefined]);
  await seeAll(own);
  expect(await countOf('player')).toEqual({ unread: 3, unseen: 0 });
  const waiting = sql`select from notifications where user_id = ${player.userId} and read_at is null`;
  expect(await site.parts.db.query(waiting)).toHaveLength(133);
});

test('a notification that its noun cannot read takes no page down', async () => {
  await site.parts.db.query(sql`insert into notifications
    (user_id, notification_id, kind, group_key, event_key, details, created_at, at)
    values (${player.userId}, gen_random_uuid(), 'posts.published', 'broken', 'broken', 'null', now(), now())`);
  expect((await site.ask('player', '/api/notifications/count')).status).toBe(500);
  const page = await site.ask('player', '/about');
  expect([page.status, await page.text()]).toEqual([200, expect.not.stringContaining('count-badge')]);
});
