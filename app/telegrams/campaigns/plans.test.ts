import { beforeEach, describe, expect, test } from 'vitest';

import { followSubject } from '#app/following/follows.server.ts';
import { postSubjects } from '#app/posts/post-subjects.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { DRAFT, addressesOf, as, campaignReaders } from '#test/campaigns.ts';
import { CAST } from '#test/cast.ts';
import { readMail } from '#test/mail/mail-server.ts';
import { mailing } from '#test/mail/mailing.ts';
import { useTestSite } from '#test/site.ts';

import { joinNewsletters } from '../joining.server.ts';
import { leaveNewsletters, rejoinNewsletter } from '../preferences.server.ts';
import { findReader, getReaderHistory } from '../reader-history.server.ts';
import { toSubscriberId } from '../subscribers.server.ts';
import { chooseSubject, pauseCampaign, scheduleCampaign, startDueCampaigns } from './campaign-states.server.ts';
import { createCampaign, duplicateCampaign, getCampaign } from './campaigns.server.ts';
import { findProgress, findTrialResults } from './deliveries.server.ts';
import type { Segment } from './segment.ts';
import { countReaders, countSuppressed } from './segments.server.ts';
import { sendCampaigns } from './sending.server.ts';
import { endWarmUp, startWarmUp, warmUpRule } from './warm-up.server.ts';

const site = useTestSite();
const { addAccounts, addReaders, deliveries, forget, start } = campaignReaders(site);
const HOUR_MS = 3_600_000;

beforeEach(forget);

describe('a segment', () => {
  beforeEach(async () => {
    await addReaders(['ann@example.com', 'gone@example.com']);
    await addReaders(['bert@example.com'], 'de-DE');
    await addAccounts([CAST.player.userId, CAST.staff.userId]);
    const [old, gone] = [toSubscriberId({ email: 'bert@example.com' }), toSubscriberId({ email: 'gone@example.com' })];
    await site.parts.db.query(sql`update newsletter_subscriptions set confirmed_at = '2026-01-31T23:59:59Z'
      where subscriber_id = ${old}`);
    await site.parts.db.query(sql`insert into newsletter_suppressions values (${gone}, 'bounce', now())`);
  });

  const ALL = ['ann', 'bert', 'player', 'staff'];
  const SEGMENTS: [string, Segment, string[]][] = [
    ['everybody who may be written to', {}, ALL],
    ['a language', { locales: ['de-DE', 'ja-JP'] }, ['bert']],
    ['who joined from a day on', { joinedFrom: '2026-02-01' }, ['ann', 'player', 'staff']],
    ['who joined before a day', { joinedBefore: '2026-02-01' }, ['bert']],
    ['who has an account', { account: 'yes' }, ['player', 'staff']],
    ['who has none', { account: 'no' }, ['ann', 'bert']],
    ['a role', { role: 'staff' }, ['staff']],
    ['who follows a game', { game: 'levelhead' }, ['player']],
    ['who is all of it', { account: 'yes', game: 'levelhead', locales: ['de-DE'] }, []],
  ];

  test.each(SEGMENTS)('is %s: counted now, and sent to when the campaign starts', async (_, segment, names) => {
    const mail = await mailing(site);
    await followSubject(as(mail.current, 'player'), postSubjects, 'posts.game:levelhead');
    const draft = { ...DRAFT, segment };
    expect(await countReaders(as(mail.current, 'staff'), 'ballyhoo', segment)).toBe(names.length);
    const campaignId = await start(mail, draft);
    await sendCampaigns(mail.current);
    const nameOf = (address: string) =>
      Object.entries(CAST).find(([, { email }]) => email === address)?.[0] ?? address.replace(/@.*/, '');
    expect(mail.taken.map(({ to: [address = ''] }) => nameOf(address)).toSorted()).toEqual(names.toSorted());
    expect(await getCampaign(as(mail.current, 'staff'), campaignId)).toMatchObject({ segment, total: names.length });
  });

  test('counts suppressed readers by their reason', async () => {
    const { current } = await mailing(site);
    expect(await countSuppressed(as(current, 'staff'))).toEqual({ blocked: 0, bounce: 1, complaint: 0 });
    await expect(countSuppressed(as(current, 'player'))).rejects.toMatchObject({ status: 403 });
  });
});

test('each reader gets it when their own clock shows the time, and who has no known zone by that of the campaign', async () => {
  const mail = await mailing(site);
  const zones = {
    'tokyo@example.com': 'Asia/Tokyo',
    'la@example.com': 'America/Los_Angeles',
    'odd@example.com': 'Moon/Sea',
  };
  await addReaders([...Object.keys(zones), 'none@example.com']);
  for (const [email, zone] of Object.entries(zones)) {
    await site.parts.db.query(sql`update subscribers set zone = ${zone} where email = ${email}`);
  }
  const { campaignId } = await createCampaign(as(mail.current, 'staff'), DRAFT);
  const year = site.parts.now().getUTCFullYear() + 1;
  const local = `${year}-07-01T17:00`;
  const at = new Date(`${year}-07-01T15:00Z`);
  await scheduleCampaign(as(mail.current, 'admin'), campaignId, at, { local, zone: 'Europe/Berlin' });
  const got = async (hours: number) => {
    const current = { ...mail.current, now: () => new Date(at.getTime() + hours * HOUR_MS) };
    await startDueCampaigns(current);
    await sendCampaigns(current);
    return mail.taken
      .splice(0)
      .map(({ to: [address = ''] }) => address.replace(/@.*/, ''))
      .toSorted();
  };
  expect([await got(-13), await got(-7.1), await got(-6.9), await got(-0.1)]).toEqual([[], [], ['tokyo'], []]);
  expect([await got(0.1), await got(8.9)]).toEqual([['none', 'odd'], []]);
  expect((await getCampaign(as(mail.current, 'staff'), campaignId)).state).toBe('running');
  expect(await got(9.1)).toEqual(['la']);
  expect((await getCampaign(as(mail.current, 'staff'), campaignId)).state).toBe('finished');
});

test('of two subjects each goes to half of those on whom they are tried, and the one that is chosen to the rest', async () => {
  const mail = await mailing(site);
  await addReaders(addressesOf(100));
  const versions = { 'en-US': { subject: 'First', otherSubject: 'Second', body: 'Hello.' } };
  const campaignId = await start(mail, { ...DRAFT, versions, trialPercent: 40 });
  await sendCampaigns(mail.current);
  const subjects = () => mail.taken.splice(0).map((one) => readMail(one).headers['subject'] ?? '');
  const tried = subjects();
  expect(tried.length).toBeGreaterThan(20);
  expect(tried.length).toBeLessThan(60);
  expect(new Set(tried)).toEqual(new Set(['First', 'Second']));
  const staff = as(mail.current, 'staff');
  const counts = (await findTrialResults(staff, await getCampaign(staff, campaignId))).map(({ accepted }) => accepted);
  expect(counts).toEqual([
    tried.filter((one) => one === 'First').length,
    tried.filter((one) => one === 'Second').length,
  ]);
  expect((await getCampaign(staff, campaignId)).state).toBe('running');
  await expect(chooseSubject(staff, campaignId, 'b')).rejects.toMatchObject({ status: 403 });
  const chosen = await Promise.allSettled([
    chooseSubject(as(mail.current, 'admin'), campaignId, 'b'),
    chooseSubject(as(mail.current, 'admin'), campaignId, 'b'),
  ]);
  expect(chosen.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await sendCampaigns(mail.current);
  const rest = subjects();
  expect([rest.length + tried.length, new Set(rest)]).toEqual([100, new Set(['Second'])]);
  expect((await getCampaign(staff, campaignId)).state).toBe('finished');
});

test('who joins gets the welcome once, after its wait, whatever they leave and join again', async () => {
  const mail = await mailing(site);
  await addReaders(['early@example.com']);
  const campaignId = await start(mail, { ...DRAFT, kind: 'welcome', waitMinutes: 30 });
  const player = as(mail.current, 'player');
  await joinNewsletters(player, { subscriptions: ['ballyhoo'], email: '' });
  await joinNewsletters(player, { subscriptions: ['ballyhoo'], email: '' });
  await sendCampaigns(mail.current);
  expect(mail.taken).toEqual([]);
  const later = { ...mail.current, now: () => new Date(site.parts.now().getTime() + HOUR_MS) };
  await sendCampaigns(later);
  await leaveNewsletters(player, undefined);
  await rejoinNewsletter(player, undefined, 'ballyhoo');
  await joinNewsletters(player, { subscriptions: ['ballyhoo'], email: '' });
  await sendCampaigns(later);
  expect(mail.taken.map(({ to }) => to)).toEqual([[CAST.player.email]]);
  expect(await getCampaign(as(mail.current, 'staff'), campaignId)).toMatchObject({ state: 'running' });
  expect(await findProgress(mail.current, campaignId)).toMatchObject({ accepted: 1 });
});

test('welcomes with a wait are the steps of a sequence, and staff see where each reader is in it', async () => {
  const mail = await mailing(site);
  const staff = as(mail.current, 'staff');
  for (const waitMinutes of [0, 60]) {
    const name = `After ${waitMinutes}`;
    const versions = { 'en-US': { subject: name, body: 'Hello.' } };
    await start(mail, { ...DRAFT, kind: 'welcome', waitMinutes, name, versions });
  }
  await joinNewsletters(as(mail.current, 'player'), { subscriptions: ['ballyhoo'], email: '' });
  const reader = await findReader(staff, CAST.player.email);
  expect(await findReader(staff, `@${CAST.player.userId}`)).toBe(reader);
  const statesAfter = async (hours: number) => {
    await sendCampaigns({ ...mail.current, now: () => new Date(site.parts.now().getTime() + hours * HOUR_MS) });
    const { mails } = await getReaderHistory(staff, reader);
    return mails.map(({ name, state }) => `${name}: ${state}`).toSorted();
  };
  expect(await statesAfter(0)).toEqual(['After 0: accepted', 'After 60: queued']);
  const page = await (await site.ask('staff', `/admin/telegrams/readers/${reader}`)).text();
  expect([page.includes('Waiting its turn'), page.includes(CAST.player.email)]).toEqual([true, false]);
  expect(await statesAfter(1.1)).toEqual(['After 0: accepted', 'After 60: accepted']);
  expect(mail.taken.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim())).toEqual(['After 0', 'After 60']);
  await expect(findReader(staff, 'nobody@example.com')).rejects.toMatchObject({ status: 404 });
  for (const deed of [findReader, getReaderHistory])
    await expect(deed(as(mail.current, 'player'), reader)).rejects.toMatchObject({ status: 403 });
  expect((await site.ask('player', `/admin/telegrams/readers/${reader}`)).status).toBe(404);
});

test('however many welcomes run, the next issue is sent', async () => {
  const mail = await mailing(site);
  await start(mail, { ...DRAFT, kind: 'welcome' });
  await site.parts.db.query(sql`insert into telegram_campaigns select (copy).* from (
    select jsonb_populate_record(c, jsonb_build_object('campaign_id',
      '00000000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))) as copy
    from telegram_campaigns c, generate_series(1, 40) number) copies`);
  await addReaders(['ann@example.com']);
  await start(mail, DRAFT);
  await sendCampaigns(mail.current);
  expect(mail.taken.flatMap(({ to }) => to)).toEqual(['ann@example.com']);
});

test('a welcome that pauses keeps who joins for later, and one that is cancelled does not', async () => {
  const mail = await mailing(site);
  const campaignId = await start(mail, { ...DRAFT, kind: 'welcome' });
  await pauseCampaign(as(mail.current, 'admin'), campaignId);
  await joinNewsletters(as(mail.current, 'player'), { subscriptions: ['ballyhoo'], email: '' });
  expect(await deliveries(campaignId)).toMatchObject([{ state: 'queued' }]);
  await site.parts.db.query(sql`update telegram_campaigns set state = 'cancelled'`);
  await joinNewsletters(as(mail.current, 'staff'), { subscriptions: ['ballyhoo'], email: '' });
  expect(await deliveries(campaignId)).toHaveLength(1);
});

test('while a sender warms up, a domain gets a few mails on the first day and twice as many each day after', async () => {
  const mail = await mailing(site, undefined, { LIMITS: '1' });
  await addReaders(Array.from({ length: 10 }, (_, at) => `reader${at}@one.example`));
  await expect(startWarmUp(as(mail.current, 'staff'), 2)).rejects.toMatchObject({ status: 403 });
  await startWarmUp(as(mail.current, 'admin'), 2);
  await start(mail);
  const day = (days: number) => ({
    ...mail.current,
    now: () => new Date(site.parts.now().getTime() + days * 24 * HOUR_MS),
  });
  const got = async (days: number) => {
    await sendCampaigns(day(days));
    return mail.taken.splice(0).length;
  };
  expect(await got(0)).toBe(2);
  expect(await got(0)).toBe(0);
  const started = { startedAt: new Date('2026-11-23T23:59:00Z'), firstDay: 50 };
  const points = ['2026-11-23T23:59:30Z', '2026-11-24T00:00:00Z', '2026-11-25T12:00:00Z', '2027-11-25T12:00:00Z'].map(
    (now) => warmUpRule(started, new Date(now)).points,
  );
  expect(points).toEqual([50, 100, 200, 1_000_000_000]);
  await endWarmUp(as(mail.current, 'admin'));
  expect(await got(1)).toBe(8);
});

test('a domain gets 300 mails in a minute, and those of others do not wait for it', async () => {
  const mail = await mailing(site, undefined, { LIMITS: '1' });
  await addReaders(Array.from({ length: 304 }, (_, at) => `reader${at}@busy.example`));
  await addReaders(['ann@other.example', 'bert@other.example']);
  await start(mail);
  // It stands still, so that no minute ends on a slow machine.
  site.clock.now = new Date(Date.now() + HOUR_MS);
  const got = async (current = mail.current) => {
    await sendCampaigns(current);
    return Map.groupBy(mail.taken.splice(0), ({ to }) => to[0]?.split('@')[1] ?? '');
  };
  const first = await got();
  expect([first.get('busy.example')?.length, first.get('other.example')?.length]).toEqual([300, 2]);
  const later = { ...mail.current, now: () => new Date(site.parts.now().getTime() + HOUR_MS) };
  site.clock.now = later.now();
  const rest = await got(later);
  site.clock.now = new Date();
  expect(rest.get('busy.example')?.length).toBe(4);
});

test('a copy has the text, the readers and the plan of a campaign, and none of its past', async () => {
  const mail = await mailing(site);
  await addReaders(['ann@example.com']);
  const campaignId = await start(mail, { ...DRAFT, segment: { account: 'no' }, trialPercent: 100 });
  const copy = await duplicateCampaign(as(mail.current, 'staff'), campaignId, 'Winter');
  const { versions } = DRAFT;
  expect(copy).toMatchObject({
    name: 'Winter',
    state: 'draft',
    segment: { account: 'no' },
    trialPercent: 100,
    versions,
  });
  expect([copy.startedAt, copy.total, copy.archiveName]).toEqual([undefined, undefined, undefined]);
});
