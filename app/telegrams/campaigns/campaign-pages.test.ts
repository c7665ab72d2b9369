import { beforeEach, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { wordsOf } from '#test/newsletters.ts';
import { useTestSite } from '#test/site.ts';

import { findTelegramFiles } from './campaign-files.server.ts';

const site = useTestSite();
const LIST = '/admin/telegrams/campaigns';
const TEXT = { name: 'Autumn', subscription: 'ballyhoo', perMinute: '600', locale: 'en-US' };

beforeEach(() => site.parts.db.query(sql`truncate telegram_campaigns, telegram_deliveries, telegram_progress cascade`));

/** @returns its page */
async function create(who: CastName = 'staff'): Promise<string> {
  const created = await site.submit(who, LIST, {
    intent: 'campaigns.create',
    name: 'Autumn',
    subscription: 'ballyhoo',
  });
  expect(created.status).toBe(302);
  return created.headers.get('location') ?? '';
}

const save = (who: CastName, page: string, fields: Record<string, string>) =>
  site.submit(who, page, { intent: 'campaigns.save', ...TEXT, subject: 'Big news', body: 'Hello.', ...fields });

const campaign = async () => {
  const [row] = await site.parts.db.query<Row<'telegram_campaigns'>>(sql`select * from telegram_campaigns`);
  return row;
};

test('staff write a campaign, see what a reader gets, and send it to themselves', async () => {
  const page = await create();
  expect((await save('staff', page, { rev: '1', body: 'Hello **you**. <img src=x onerror=alert(1)>' })).status).toBe(
    200,
  );
  const [frame = ''] = /<iframe[^>]*>/.exec(await (await site.ask('staff', page)).text()) ?? [];
  expect(frame).toContain('sandbox=""');
  for (const who of [undefined, 'player'] as const) {
    expect((await site.ask(who, page.replace('/admin/telegrams/', '/telegrams/preview/'))).status).toBe(404);
  }
  const look = await (await site.ask('staff', page.replace('/admin/telegrams/', '/telegrams/preview/'))).text();
  expect(look).toContain('<strong>you</strong>');
  expect(look).not.toContain('onerror');
  expect((await site.submit('staff', page, { intent: 'campaigns.test', locale: 'de-DE' })).status).toBe(200);
  const [mail] = site.parts.mailer.keptMails();
  expect(mail).toMatchObject({ to: CAST.staff.email, subject: '[Test] Big news' });
  expect(await wordsOf(await site.ask('staff', LIST))).toContain('Autumn');
});

test('a campaign without a text is not sent, and says so', async () => {
  const page = await create();
  const started = await site.submit('admin', page, { intent: 'campaigns.start' });
  expect([started.status, await wordsOf(started)]).toEqual([409, expect.stringContaining('nothing to read yet')]);
  expect((await site.submit('staff', page, { intent: 'campaigns.test', locale: 'en-US' })).status).toBe(409);
});

test('of two who write at once the second sees what the first wrote, and keeps what they typed', async () => {
  const page = await create();
  await save('staff', page, { rev: '1', subject: 'Mine' });
  const second = await save('admin', page, { rev: '1', subject: 'Other' });
  const html = await second.text();
  expect(second.status).toBe(412);
  expect(html).toContain('value="Other"');
  expect(html).toContain('Mine');
  expect((await campaign())?.versions).toMatchObject({ 'en-US': { subject: 'Mine' } });
});

test('each language has a text of its own, and saving one leaves the others', async () => {
  const page = await create();
  await save('staff', page, { rev: '1' });
  await save('staff', page, { rev: '2', locale: 'de-DE', subject: 'Neues', body: 'Hallo.' });
  expect((await campaign())?.versions).toEqual({
    'en-US': { subject: 'Big news', body: 'Hello.' },
    'de-DE': { subject: 'Neues', body: 'Hallo.' },
  });
  expect(await wordsOf(await site.ask('staff', `${page}?locale=de-DE`))).toContain('Neues');
});

test.each([
  ['name', { name: '' }],
  ['perMinute', { perMinute: '0' }],
  ['subject', { subject: 'a\nb' }],
])('a campaign with a wrong %s is refused with 400', async (_, fields) => {
  const page = await create();
  expect((await save('staff', page, { rev: '1', ...(fields as Record<string, string>) })).status).toBe(400);
});

test('a campaign has headers of its own, which its trial mail and a copy have too', async () => {
  const page = await create();
  const headers = 'X-Season: autumn & rain\r\nList-Help: <https://www.rumpus.example/support>\r\n';
  expect((await save('staff', page, { rev: '1', headers })).status).toBe(200);
  const kept = { 'X-Season': 'autumn & rain', 'List-Help': '<https://www.rumpus.example/support>' };
  expect((await campaign())?.headers).toEqual(kept);
  expect(await (await site.ask('staff', page)).text()).toContain('X-Season: autumn &amp; rain');
  await site.submit('staff', page, { intent: 'campaigns.test', locale: 'en-US' });
  expect(site.parts.mailer.keptMails()[0]?.headers).toEqual({ ...kept, 'Auto-Submitted': 'auto-generated' });
  const copy = await site.submit('staff', page, { intent: 'campaigns.duplicate', name: 'Copy' });
  expect(await (await site.ask('staff', copy.headers.get('location') ?? '')).text()).toContain('X-Season: autumn');
});

test.each([
  'Bcc: all@example.com',
  'X-Season',
  'X-: autumn',
  'X Season: autumn',
  'X-Season: ',
  'X-Season: autumn\rBcc: all@example.com',
  'X-Season: autumn\nBcc: all@example.com',
  'X-Season: gr\u00fcn',
  'X-Season: autumn\nx-season: winter',
  'list-unsubscribe: <https://elsewhere.example>',
  'List-Unsubscribe-Post: no',
  'List-Id: <others.example>',
  Array.from({ length: 11 }, (_, at) => `X-${at}: a`).join('\n'),
])('a campaign has no such headers, and they stay in the field: %j', async (headers) => {
  const page = await create();
  const refused = await save('staff', page, { rev: '1', headers });
  expect([refused.status, await wordsOf(refused)]).toEqual([400, expect.stringContaining('One header per line')]);
  expect((await campaign())?.headers).toEqual({});
});

test('sending is offered to who may, and a release to whoever else may give it, once', async () => {
  const page = await create();
  await save('staff', page, { rev: '1' });
  const offered = async (who: CastName) => {
    const html = await (await site.ask(who, page)).text();
    return ['release', 'start', 'schedule'].filter((name) => html.includes(`value="campaigns.${name}"`));
  };
  expect([await offered('staff'), await offered('admin')]).toEqual([[], ['release', 'start', 'schedule']]);
  expect(await wordsOf(await site.ask('staff', page))).toContain('Admins release it and send it.');
  await site.submit('admin', page, { intent: 'campaigns.release', rev: '2' });
  expect([await offered('admin'), await offered('super')]).toEqual([
    ['start', 'schedule'],
    ['start', 'schedule'],
  ]);
});

test('staff may not send, and admins may', async () => {
  const page = await create();
  await save('staff', page, { rev: '1' });
  const [day = ''] = new Date(site.parts.now().getTime() + 86_400_000 * 3).toISOString().split('T');
  const intents: Record<string, string>[] = [
    { intent: 'campaigns.release', rev: '2' },
    { intent: 'campaigns.schedule', local: `${day}T09:00`, zone: 'Europe/Berlin' },
    { intent: 'campaigns.start' },
    { intent: 'campaigns.pause' },
    { intent: 'campaigns.resume' },
    { intent: 'campaigns.cancel' },
    { intent: 'campaigns.retry', state: 'failed' },
    { intent: 'campaigns.skip' },
  ];
  for (const fields of intents) {
    expect([fields['intent'], (await site.submit('staff', page, fields)).status]).toEqual([fields['intent'], 403]);
  }
  for (const fields of intents) {
    expect([fields['intent'], (await site.submit('admin', page, fields)).status]).toEqual([fields['intent'], 200]);
  }
});

test('a time that has passed, and one that no clock shows, are refused at the field', async () => {
  const page = await create();
  await save('staff', page, { rev: '1' });
  const refused = await site.submit('admin', page, {
    intent: 'campaigns.schedule',
    local: '2020-01-01T09:00',
    zone: 'Europe/Berlin',
  });
  expect(refused.status).toBe(400);
});

test('a campaign that runs says how far it is, how fast, and when it will be through', async () => {
  const page = await create();
  const campaignId = page.split('/').at(-1) ?? '';
  site.clock.now = new Date();
  const startedAt = new Date(site.clock.now.getTime() - 10 * 60_000);
  await site.parts.db.query(sql`update telegram_campaigns set state = 'running', started_at = ${startedAt}, total = 1000
    where campaign_id = ${campaignId}`);
  await site.parts.db.query(
    sql`insert into telegram_progress values (${campaignId}, 'accepted', 0, 480), (${campaignId}, 'skipped', 1, 20)`,
  );
  expect(await wordsOf(await site.ask('staff', page))).toMatch(/500 of 1,000 · 50 a minute, about 1[01] minutes left/);
});

test('the rate is that since the last pause, and domains that must wait are told with what their servers said', async () => {
  const page = await create();
  await save('staff', page, { rev: '1' });
  const campaignId = page.split('/').at(-1) ?? '';
  await site.submit('admin', page, { intent: 'campaigns.start' });
  const hoursAgo = new Date(Date.now() - 5 * 3_600_000);
  await site.parts.db.query(
    sql`update telegram_campaigns set state = 'paused', started_at = ${hoursAgo}, total = 1000`,
  );
  await site.parts.db.query(sql`insert into telegram_progress values (${campaignId}, 'accepted', 0, 480)`);
  await site.submit('admin', page, { intent: 'campaigns.resume' });
  await site.parts.db.query(sql`update telegram_campaigns set resumed_at = resumed_at - interval '2 minutes'`);
  await site.parts.db.query(sql`update telegram_progress set size = 500`);
  const later = new Date(site.parts.now().getTime() + 1_800_000);
  await site.parts.db
    .query(sql`insert into telegram_deliveries (campaign_id, subscriber_id, due_at, domain, attempts, reason)
    select ${campaignId}, 'r' || n, ${later}, 'slow.example', 1, '450 too busy' from generate_series(1, 3) n`);
  await site.parts.db.query(sql`insert into telegram_deliveries (campaign_id, subscriber_id, due_at, domain)
    values (${campaignId}, 'leased', now(), 'fast.example')`);
  const words = await wordsOf(await site.ask('staff', page));
  expect(words).toMatch(/500 of 1,000 · (?:9|10) a minute, about 5\d minutes left/);
  expect(words).toMatch(/slow\.example Waiting 3 .*450 too busy/);
  expect(words).not.toContain('fast.example');
});

test('of many who did not get it each is on one page of the list', async () => {
  const page = await create();
  const campaignId = page.split('/').at(-1) ?? '';
  await site.parts.db.query(sql`update telegram_campaigns set state = 'finished'`);
  await site.parts.db.query(sql`insert into telegram_deliveries (campaign_id, subscriber_id, state, due_at, reason)
    select ${campaignId}, 'r' || lpad(n::text, 3, '0'), 'failed', now(), 'reason ' || n || '.' from generate_series(1, 60) n`);
  const [first, next] = [page, `${page}?show=failed&after=r050`];
  const pages = await Promise.all([first, next].map(async (one) => (await site.ask('staff', one)).text()));
  expect(pages[0]).toContain('show=failed&amp;after=r050');
  expect(pages.map((html) => [...html.matchAll(/>reason (\d+)\.</g)].length)).toEqual([50, 10]);
});

test('who did not get it is listed with the reason and the domain alone, and tried again or left out', async () => {
  const page = await create();
  await save('staff', page, { rev: '1' });
  const campaignId = page.split('/').at(-1) ?? '';
  await site.submit('admin', page, { intent: 'campaigns.start' });
  await site.parts.db
    .query(sql`insert into telegram_deliveries (campaign_id, subscriber_id, state, due_at, domain, smtp_code, reason)
    values (${campaignId}, 'a', 'failed', now(), 'gone.example', 550, 'no such mailbox'),
      (${campaignId}, 'b', 'unknown', now(), 'lost.example', null, 'the process ended')`);
  await site.parts.db.query(
    sql`insert into telegram_progress values (${campaignId}, 'failed', 0, 1), (${campaignId}, 'unknown', 0, 1)`,
  );
  const failed = await wordsOf(await site.ask('staff', page));
  expect(failed).toContain('gone.example');
  expect(failed).toContain('550');
  expect(await wordsOf(await site.ask('staff', `${page}?show=unknown`))).toContain('lost.example');
  await site.submit('admin', page, { intent: 'campaigns.retry', state: 'failed' });
  await site.submit('admin', page, { intent: 'campaigns.skip' });
  const rows = await site.parts.db.query<Row<'telegram_deliveries'>>(
    sql`select * from telegram_deliveries order by subscriber_id`,
  );
  expect(rows.map(({ state }) => state)).toEqual(['queued', 'skipped']);
  const counts = await site.parts.db.query<{ state: string; size: string }>(sql`
    select state, sum(size)::text as size from telegram_progress group by state order by state`);
  expect(counts).toEqual([
    { state: 'failed', size: '0' },
    { state: 'skipped', size: '1' },
    { state: 'unknown', size: '0' },
  ]);
});

test('readers of a segment are counted while it is chosen, for staff, and nothing is saved', async () => {
  const path = '/admin/telegrams/readers?subscription=ballyhoo';
  for (const [query, status] of [
    ['', 200],
    ['&account=yes&locales=de-DE&locales=ja-JP', 200],
    ['&joinedFrom=soon', 400],
    ['&joinedFrom=0000-01-01', 400],
    ['&role=king', 400],
  ] as const) {
    const answer = await site.ask('staff', path + query);
    expect([query, answer.status]).toEqual([query, status]);
    if (status === 200) expect(await answer.json()).toEqual({ readers: 0 });
  }
  expect((await site.ask('staff', '/admin/telegrams/readers?subscription=none')).status).toBe(404);
  expect([(await site.ask('player', path)).status, (await site.ask(undefined, path)).status]).toEqual([404, 302]);
});

test('what was sent, paused or released stands in the audit', async () => {
  const page = await create();
  await save('staff', page, { rev: '1' });
  await site.submit('admin', page, { intent: 'campaigns.start' });
  await site.submit('admin', page, { intent: 'campaigns.cancel' });
  const entries = await site.parts.db.query<Row<'audit'>>(
    sql`select action, user_id from audit where action like 'campaign.%' order by audit_id desc limit 2`,
  );
  expect(entries).toMatchObject([
    { action: 'campaign.cancel', user_id: CAST.admin.userId },
    { action: 'campaign.start', user_id: CAST.admin.userId },
  ]);
});

const attach = (who: CastName | undefined, page: string, rev: number, ...files: File[]) =>
  site.submitFiles(who, page, { intent: 'campaigns.attach', rev: String(rev), files });

const attached = () =>
  site.parts.db.query<Row<'telegram_files'>>(sql`select * from telegram_files order by campaign_id, name`);

test('a file is attached, goes with the trial mail and with a copy, and is taken off', async () => {
  const page = await create();
  await save('staff', page, { rev: '1' });
  const terms = new File(['Be kind.'], '../terms <b>.txt', { type: 'text/html' });
  expect([(await attach(undefined, page, 2, terms)).status, (await attach('player', page, 2, terms)).status]).toEqual([
    404, 404,
  ]);
  await site.submit('admin', page, { intent: 'campaigns.release', rev: '2' });
  expect((await attach('staff', page, 2, terms)).status).toBe(200);
  expect(await campaign()).toMatchObject({ rev: '3', released_by: null });
  expect((await attach('staff', page, 2, terms)).status).toBe(412);
  await site.submit('staff', page, { intent: 'campaigns.test', locale: 'en-US' });
  const file = { name: 'terms b.txt', type: 'text/plain; charset=utf-8' };
  expect(site.parts.mailer.keptMails()[0]?.files).toEqual([{ ...file, content: Buffer.from('Be kind.') }]);
  expect(await wordsOf(await site.ask('staff', page))).toContain('terms b.txt');
  await site.submit('staff', page, { intent: 'campaigns.duplicate', name: 'Copy' });
  const files = await attached();
  expect(files).toHaveLength(2);
  const { file_id: fileId = '', file_key: key = '' } = files[0] ?? {};
  expect((await site.submit('staff', page, { intent: 'campaigns.detach', rev: '3', fileId })).status).toBe(200);
  expect(await attached()).toMatchObject([{ name: file.name }]);
  expect(await findTelegramFiles(systemCurrent(site.parts), [key, 'none'])).toEqual([key]);
});

test('what mail servers refuse is not attached, nor too much of anything', async () => {
  const page = await create();
  const text = (name: string, bytes = 3) => new File(['x'.repeat(bytes)], name);
  for (const [files, status, words] of [
    [[], 400, 'Choose a file first'],
    [[text('game.exe')], 415, 'Mail servers refuse files like that'],
    [['a', 'b', 'c', 'd', 'e'].map((name) => text(`${name}.txt`)), 400, ''],
    [[text('a.txt', 1_200_000), text('b.txt', 1_200_000)], 413, ''],
    [[text('a.txt', 1_000_000), text('b.txt', 1_100_000)], 413, '2 MB'],
  ] as const) {
    const refused = await attach('staff', page, 1, ...files);
    expect([refused.status, await wordsOf(refused)]).toEqual([status, expect.stringContaining(words)]);
  }
  expect(await attached()).toEqual([]);
  expect((await attach('staff', page, 1, text('a.txt', 600_000))).status).toBe(200);
  await save('staff', page, { rev: '2' });
  expect(await wordsOf(await site.ask('staff', page))).toMatch(/Each email is \d+ kB with its files/);
  await site.submit('admin', page, { intent: 'campaigns.start' });
  expect((await attach('staff', page, 3, text('late.txt'))).status).toBe(409);
});

test('older campaigns stand on the next page', async () => {
  const page = await create();
  const older = await wordsOf(await site.ask('staff', `${LIST}?before=${page.split('/').at(-1)}`));
  expect(older).toContain('Nothing written yet');
});
