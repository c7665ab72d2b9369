import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Current } from '#app/current/current.server.ts';
import { findSuppressions, forgetBounces } from '#app/mail/inbound/bounces.server.ts';
import { hashAddress } from '#app/mail/inbound/return-path.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { DRAFT, addressesOf, as, campaignReaders } from '#test/campaigns.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { readMail, smtpError } from '#test/mail/mail-server.ts';
import type { ReadMail } from '#test/mail/mail-server.ts';
import { mailing } from '#test/mail/mailing.ts';
import { linkIn, newsletterReaders } from '#test/newsletters.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { addSubscriber, confirmSubscriptions, toSubscriberId } from '../subscribers.server.ts';
import { attachFiles } from './campaign-files.server.ts';
import {
  cancelCampaign,
  pauseCampaign,
  releaseCampaign,
  resumeCampaign,
  scheduleCampaign,
  startCampaign,
  startDueCampaigns,
} from './campaign-states.server.ts';
import { changeCampaign, countUnreleasedCampaigns, createCampaign, getCampaign } from './campaigns.server.ts';
import { LOST_MINUTES, findProgress, retryDeliveries } from './deliveries.server.ts';
import { sendCampaigns } from './sending.server.ts';

const site = useTestSite({ LIMITS: '0' });
const { addReaders, deliveries, forget, start } = campaignReaders(site);
const MINUTE_MS = 60_000;
beforeEach(forget);

/** The counters, and the same counted from the rows. */
async function progress(current: Current, campaignId: string) {
  const rows = await deliveries(campaignId);
  const counted = Object.fromEntries(
    ['accepted', 'failed', 'unknown', 'skipped'].map((state) => [
      state,
      rows.filter((row) => row.state === state).length,
    ]),
  );
  return { kept: await findProgress(current, campaignId), counted };
}

describe('a campaign', () => {
  test('reaches each reader once, in their language, with links of their own and no script', async () => {
    const mail = await mailing(site);
    await addReaders(['ann@example.com', '"><b>"@example.com']);
    await addReaders(['bert@example.com'], 'de-DE');
    await addReaders(['kim@example.com'], 'ko-KR');
    const campaignId = await start(mail);
    await sendCampaigns(mail.current);
    const got = Object.fromEntries(mail.taken.map((one): [string, ReadMail] => [one.to[0] ?? '', readMail(one)]));
    expect(Object.keys(got).toSorted()).toContain('ann@example.com');
    const ann = got['ann@example.com'];
    expect(ann?.headers).toMatchObject({ subject: 'Big news', 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
    expect(ann?.html).toContain('href="http://localhost:8080/post/big-news"');
    expect(ann?.html).not.toContain('<script');
    expect(ann?.html).not.toContain('.invalid');
    expect(ann?.text).toContain('telegrams?manage=');
    expect(got['bert@example.com']?.headers['subject']).toBe('Große Neuigkeit');
    expect(got['kim@example.com']?.headers['subject']).toBe('Big news');
    const links = Object.values(got).map(({ headers }) => headers['list-unsubscribe']);
    expect(new Set(links).size).toBe(mail.taken.length);
    expect(await getCampaign(as(mail.current, 'staff'), campaignId)).toMatchObject({ state: 'finished', total: 4 });
    const { kept, counted } = await progress(mail.current, campaignId);
    expect(kept).toEqual(counted);
  });

  test('links its mails to the main site, whichever process sends them', async () => {
    const main = 'https://www.rumpus.example';
    const mail = await mailing(site, undefined, { PUBLIC_URL: 'https://beta.rumpus.example', MAIN_URL: `${main}/` });
    await addReaders(['ann@example.com']);
    await start(mail);
    await sendCampaigns(mail.current);
    const [one = { to: [], from: '', source: '' }] = mail.taken;
    const { headers, html, text } = readMail(one);
    const links = `${headers['list-unsubscribe']} ${headers['message-id']} ${html} ${text}`;
    expect(links).not.toContain('beta.rumpus.example');
    expect(headers['list-unsubscribe']).toContain(`<${main}/api/mails/off?token=`);
    expect(headers['message-id']).toContain('@www.rumpus.example>');
    for (const path of ['/post/big-news', '/telegrams?manage=', '/telegrams/leave/'])
      expect(html).toContain(main + path);
  });

  test('is sent by two processes, each of its 300 mails once', async () => {
    const mail = await mailing(site);
    const other = await mailing(await site.openBeside());
    await addReaders(addressesOf(300));
    const campaignId = await start(mail);
    await Promise.all([sendCampaigns(mail.current), sendCampaigns(other.current)]);
    const all = [...mail.taken, ...other.taken].map(({ to }) => to[0]);
    expect(all).toHaveLength(300);
    expect(new Set(all).size).toBe(300);
    const { kept, counted } = await progress(mail.current, campaignId);
    expect([kept.accepted, counted['accepted']]).toEqual([300, 300]);
  });

  test('attaches its files to each mail once', async () => {
    const mail = await mailing(site);
    await addReaders(addressesOf(3));
    const staff = as(mail.current, 'staff');
    const { campaignId, rev } = await createCampaign(staff, DRAFT);
    await attachFiles(staff, campaignId, rev, [new File(['%PDF-1.7'], 'party.pdf')]);
    await startCampaign(as(mail.current, 'admin'), campaignId);
    await sendCampaigns(mail.current);
    expect(mail.taken).toHaveLength(3);
    for (const { source } of mail.taken) {
      const { attachments, html, text } = await PostalMime.parse(source);
      expect([html?.includes('Read on'), text?.includes('Read on')]).toEqual([true, true]);
      expect(attachments).toMatchObject([
        { filename: 'party.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
      ]);
      expect(Buffer.from(attachments[0]?.content as ArrayBuffer).toString()).toBe('%PDF-1.7');
    }
  });

  test('sends one mail to a reader with an account and the same address', async () => {
    const mail = await mailing(site);
    const id = toSubscriberId({ userId: CAST.player.userId });
    await addReaders([CAST.player.email]);
    await site.parts.db.query(sql`insert into subscribers (subscriber_id, user_id, locale, created_at)
      values (${id}, ${CAST.player.userId}, 'en-US', now())`);
    await site.parts.db.query(sql`insert into newsletter_subscriptions
      (subscriber_id, subscription_id, state, asked_at, confirmed_at) values (${id}, 'ballyhoo', 'confirmed', now(), now())`);
    const campaignId = await start(mail);
    await sendCampaigns(mail.current);
    expect(mail.taken).toHaveLength(1);
    const ends = (await deliveries(campaignId)).map(({ state, reason }) => `${state} ${reason}`);
    expect(ends.toSorted()).toEqual(['accepted null', 'skipped duplicate']);
  });

  test('leaves out who left, pauses, wants rare issues or is suppressed by the time of their turn', async () => {
    const mail = await mailing(site);
    const [left = '', pauses = '', rare = '', blocked = ''] = addressesOf(4);
    await addReaders([left, pauses, rare, blocked]);
    const campaignId = await start(mail);
    const now = site.parts.now();
    const id = (email: string) => toSubscriberId({ email });
    await site.parts.db.query(sql`update newsletter_subscriptions set state = 'left', left_at = now()
      where subscriber_id = ${id(left)}`);
    await site.parts.db.query(sql`update subscribers set paused_until = ${new Date(now.getTime() + MINUTE_MS)}
      where subscriber_id = ${id(pauses)}`);
    await site.parts.db.query(sql`update subscribers set min_days = 7, last_issue_at = ${now}
      where subscriber_id = ${id(rare)}`);
    await site.parts.db.query(sql`insert into newsletter_suppressions values (${id(blocked)}, 'bounce', now())`);
    await sendCampaigns(mail.current);
    expect(mail.taken).toEqual([]);
    expect((await deliveries(campaignId)).map(({ reason }) => reason ?? '').toSorted()).toEqual([
      'bounce',
      'left',
      'pace',
      'pause',
    ]);
  });

  test('leaves out whose mail came back while the campaign ran, by address and by account', async () => {
    const mail = await mailing(site);
    const [gone = ''] = addressesOf(1);
    await addReaders([gone]);
    const { userId, email } = CAST.player;
    const subscriberId = await addSubscriber(mail.current, { userId }, null);
    await confirmSubscriptions(mail.current, subscriberId, ['ballyhoo']);
    const campaignId = await start(mail);
    for (const address of [gone, email]) {
      await site.parts.db.query(sql`insert into mail_bounces (address_hash, hard_at)
        values (${hashAddress(address)}, now())`);
    }
    await sendCampaigns(mail.current);
    expect(mail.taken).toEqual([]);
    expect((await deliveries(campaignId)).map(({ reason }) => reason)).toEqual(['bounce', 'bounce']);
    await site.parts.db.query(sql`truncate mail_bounces`);
  });

  test('sends one issue to a reader who wants rare ones, and then none for a while', async () => {
    const mail = await mailing(site);
    const [rare = ''] = addressesOf(1);
    await addReaders([rare]);
    await site.parts.db.query(sql`update subscribers set min_days = 30`);
    await start(mail);
    await sendCampaigns(mail.current);
    await start(mail);
    await sendCampaigns(mail.current);
    expect(mail.taken).toHaveLength(1);
  });

  test('tries again after a refusal for now, gives up after one for good, and keeps what the server said', async () => {
    const seen = new Set<string>();
    const mail = await mailing(site, (source) => {
      if (source.includes('To: gone@')) return smtpError(550, 'no such mailbox');
      if (!source.includes('To: later@') || seen.has('later')) return undefined;
      seen.add('later');
      return smtpError(451, 'try later');
    });
    await addReaders(['gone@example.com', 'later@example.com', 'fine@example.com']);
    const fine = hashAddress('fine@example.com');
    await site.parts.db.query(sql`insert into mail_send_days values (${fine}, '2026-01-01', true)`);
    const campaignId = await start(mail);
    await sendCampaigns(mail.current);
    const byId = Object.fromEntries((await deliveries(campaignId)).map((row) => [row.subscriber_id, row]));
    expect(byId[toSubscriberId({ email: 'gone@example.com' })]).toMatchObject({ state: 'failed', smtp_code: 550 });
    expect(byId[toSubscriberId({ email: 'later@example.com' })]).toMatchObject({ state: 'queued', attempts: 1 });
    await sendCampaigns({ ...mail.current, now: () => new Date(site.parts.now().getTime() + 2 * MINUTE_MS) });
    const rows = await deliveries(campaignId);
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['accepted', 'accepted', 'failed']);
    expect(JSON.stringify(rows)).not.toContain('gone@example.com');
    const addresses = ['gone@example.com', 'later@example.com', 'fine@example.com'];
    expect(await findSuppressions(mail.current, addresses)).toEqual(new Map([['gone@example.com', 'bounce']]));
    // Of an address of which a mail came back, it is noted that another was taken.
    const days = await site.parts.db.query(
      sql`select has_failed from mail_send_days where address_hash = ${fine} order by day`,
    );
    expect(days).toEqual([{ has_failed: true }, { has_failed: false }]);
    await forgetBounces(mail.current, 'gone@example.com');
    await forgetBounces(mail.current, 'fine@example.com');
  });

  test('has all of its tries again for a mail that had failed, when somebody asks for it', async () => {
    const mail = await mailing(site, () => smtpError(451, 'try later'));
    await addReaders(['later@example.com']);
    const campaignId = await start(mail);
    await site.parts.db.query(sql`update telegram_deliveries set state = 'failed', attempts = 5`);
    await retryDeliveries(as(mail.current, 'admin'), campaignId, 'failed');
    await sendCampaigns(mail.current);
    expect(await deliveries(campaignId)).toMatchObject([{ state: 'queued', attempts: 1 }]);
  });

  test('counts a mail whose process died as unknown, and sends no second one by itself', async () => {
    const mail = await mailing(site);
    await addReaders(addressesOf(3));
    const campaignId = await start(mail);
    await site.parts.db.query(
      sql`update telegram_deliveries set state = 'sending', attempts = 1, due_at = ${new Date(
        site.parts.now().getTime() - (LOST_MINUTES + 1) * MINUTE_MS,
      )} where subscriber_id = ${toSubscriberId({ email: 'reader0@host0.example' })}`,
    );
    await sendCampaigns(mail.current);
    expect(mail.taken).toHaveLength(2);
    const { kept, counted } = await progress(mail.current, campaignId);
    expect([kept, counted]).toEqual([
      { accepted: 2, failed: 0, unknown: 1, skipped: 0 },
      { accepted: 2, failed: 0, unknown: 1, skipped: 0 },
    ]);
  });

  test('pauses by itself when most mails fail, and says why', async () => {
    const mail = await mailing(site, () => smtpError(554, 'blocked'));
    await addReaders(addressesOf(200));
    const campaignId = await start(mail);
    await sendCampaigns(mail.current);
    const campaign = await getCampaign(as(mail.current, 'staff'), campaignId);
    expect(campaign).toMatchObject({ state: 'paused', pauseReason: expect.stringContaining('mails failed') });
    const { kept } = await progress(mail.current, campaignId);
    expect(kept.failed).toBeLessThan(60);
  });

  test('sends nothing while it is paused, goes on when it is resumed, and ends when it is cancelled', async () => {
    const mail = await mailing(site);
    await addReaders(addressesOf(5));
    const admin = as(mail.current, 'admin');
    const campaignId = await start(mail);
    await pauseCampaign(admin, campaignId);
    await sendCampaigns(mail.current);
    expect(mail.taken).toEqual([]);
    await resumeCampaign(admin, campaignId);
    await cancelCampaign(admin, campaignId);
    await sendCampaigns(mail.current);
    expect(mail.taken).toEqual([]);
    await expect(resumeCampaign(admin, campaignId)).rejects.toMatchObject({ code: 'campaigns.notNow' });
  });

  test('starts at its time, once, whatever the number of processes', async () => {
    const mail = await mailing(site);
    await addReaders(addressesOf(5));
    const { campaignId } = await createCampaign(as(mail.current, 'staff'), DRAFT);
    const at = new Date(site.parts.now().getTime() + MINUTE_MS);
    await scheduleCampaign(as(mail.current, 'admin'), campaignId, at);
    await startDueCampaigns(mail.current);
    expect((await deliveries(campaignId)).length).toBe(0);
    const later = { ...mail.current, now: () => new Date(at.getTime() + 1) };
    await Promise.all([startDueCampaigns(later), startDueCampaigns(later)]);
    await sendCampaigns(later);
    expect(mail.taken).toHaveLength(5);
  });
});

test('a campaign whose time passed while nothing was sent asks before it starts', async () => {
  const mail = await mailing(site);
  await addReaders(['ann@example.com']);
  const { campaignId } = await createCampaign(as(mail.current, 'staff'), DRAFT);
  const at = new Date(site.parts.now().getTime() + MINUTE_MS);
  await scheduleCampaign(as(mail.current, 'admin'), campaignId, at);
  await startDueCampaigns({ ...mail.current, now: () => new Date(at.getTime() + 61 * MINUTE_MS) });
  const stale = await getCampaign(as(mail.current, 'staff'), campaignId);
  expect(stale).toMatchObject({ state: 'draft', pauseReason: expect.stringContaining('more than an hour ago') });
  await startCampaign(as(mail.current, 'admin'), campaignId);
  await sendCampaigns(mail.current);
  expect(mail.taken).toHaveLength(1);
});

test('a campaign that may not start at its time becomes a draft again, and says why', async () => {
  const mail = await mailing(site);
  const { campaignId } = await createCampaign(as(mail.current, 'staff'), { ...DRAFT, versions: {} });
  const at = new Date(site.parts.now().getTime() + MINUTE_MS);
  await scheduleCampaign(as(mail.current, 'admin'), campaignId, at);
  await startDueCampaigns({ ...mail.current, now: () => new Date(at.getTime() + 1) });
  const campaign = await getCampaign(as(mail.current, 'staff'), campaignId);
  expect(campaign).toMatchObject({ state: 'draft', pauseReason: expect.stringContaining('nothing to read') });
});

describe('who may', () => {
  test.each([
    ['player', false, false],
    ['staff', true, false],
    ['admin', true, true],
  ] as const)('a %s may write campaigns: %s, and send them: %s', async (who, mayWrite, maySend) => {
    const mail = await mailing(site);
    const own = as(mail.current, who);
    const created = createCampaign(own, DRAFT);
    if (mayWrite) await expect(created).resolves.toMatchObject({ state: 'draft' });
    else await expect(created).rejects.toMatchObject({ status: 403 });
    const { campaignId } = await createCampaign(as(mail.current, 'staff'), DRAFT);
    const sent = startCampaign(own, campaignId);
    if (maySend) await expect(sent).resolves.toMatchObject({ state: 'running' });
    else await expect(sent).rejects.toMatchObject({ status: 403 });
  });

  test('a campaign for more than 1,000 readers needs a second person, and a change takes their release back', async () => {
    const mail = await mailing(site);
    await addReaders(addressesOf(1001));
    const admin = as(mail.current, 'admin');
    const { campaignId } = await createCampaign(admin, DRAFT);
    await expect(startCampaign(admin, campaignId)).rejects.toMatchObject({ code: 'campaigns.needsRelease' });
    expect(await deliveries(campaignId)).toEqual([]);
    await expect(releaseCampaign(admin, campaignId, 1)).rejects.toMatchObject({ code: 'campaigns.notNow' });
    await releaseCampaign(as(mail.current, 'super'), campaignId, 1);
    await changeCampaign(admin, campaignId, 1, { ...DRAFT, name: 'Other' });
    await expect(startCampaign(admin, campaignId)).rejects.toMatchObject({ code: 'campaigns.needsRelease' });
    await releaseCampaign(as(mail.current, 'super'), campaignId, 2);
    await expect(startCampaign(admin, campaignId)).resolves.toMatchObject({ state: 'running', total: 1001 });
  });

  test('a planned campaign for many waits for whoever may release it, until one of them has', async () => {
    const mail = await mailing(site);
    await addReaders(addressesOf(1001));
    const [admin, other] = [as(mail.current, 'admin'), as(mail.current, 'super')];
    const { campaignId } = await createCampaign(admin, DRAFT);
    await scheduleCampaign(admin, campaignId, new Date(mail.current.now().getTime() + MINUTE_MS));
    const waiting = (...who: Current[]) => Promise.all(who.map((one) => countUnreleasedCampaigns(one, 100)));
    expect(await waiting(as(mail.current, 'staff'), admin, other)).toEqual([0, 0, 1]);
    await releaseCampaign(other, campaignId, 1);
    expect(await waiting(other)).toEqual([0]);
  });

  test('of two people who change the same state of a campaign, one hears that it has changed', async () => {
    const mail = await mailing(site);
    const staff = as(mail.current, 'staff');
    const { campaignId } = await createCampaign(staff, DRAFT);
    const results = await Promise.allSettled([
      changeCampaign(staff, campaignId, 1, { ...DRAFT, name: 'One' }),
      changeCampaign(staff, campaignId, 1, { ...DRAFT, name: 'Two' }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 412 } });
  });
});

test('who joins, confirms and gets an issue leaves by one press of a mail program, and gets no other', async () => {
  const mail = await mailing(site);
  const { mailsTo, signUp } = newsletterReaders(site);
  const visitor = openVisitor(site);
  expect((await signUp({ subscribe: 'ballyhoo', email: 'walk@example.com' })).status).toBe(200);
  await runJobs(site);
  await start(mail);
  await sendCampaigns(mail.current);
  expect(mail.taken).toEqual([]);
  const link = linkIn(mailsTo('walk@example.com')[0]?.text);
  expect(await (await visitor.get(link)).text()).toContain('Ballyhoo');
  await visitor.post(link, {});
  await start(mail);
  await sendCampaigns(mail.current);
  const issue = readMail(mail.taken.splice(0)[0] ?? { to: [], from: '', source: '' });
  const { pathname, search } = new URL(/<([^>]+)>/.exec(issue.headers['list-unsubscribe'] ?? '')?.[1] ?? '');
  const press = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const body = issue.headers['list-unsubscribe-post'] ?? '';
  expect((await site.ask(undefined, pathname + search, { ...press, body })).status).toBe(200);
  await start(mail);
  await sendCampaigns(mail.current);
  expect(mail.taken).toEqual([]);
});

describe('one click', () => {
  async function leaveUrl(): Promise<string> {
    const mail = await mailing(site);
    await addReaders(['ann@example.com']);
    await start(mail);
    await sendCampaigns(mail.current);
    const [one] = mail.taken;
    const header = one && readMail(one).headers['list-unsubscribe'];
    const { pathname, search } = new URL(/<([^>]+)>/.exec(header ?? '')?.[1] ?? '');
    return pathname + search;
  }

  const stateOfAnn = async () => {
    const [row] = await site.parts.db.query<Pick<Row<'newsletter_subscriptions'>, 'state'>>(
      sql`select state from newsletter_subscriptions`,
    );
    return row?.state;
  };

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('leaves by one POST of a mail program as %s, without cookie, origin or redirect', async (type, body) => {
    const path = await leaveUrl();
    const response = await site.ask(undefined, path, { method: 'POST', headers: { 'content-type': type }, body });
    expect(response.status).toBe(200);
    expect(await stateOfAnn()).toBe('left');
    const again = await site.ask(undefined, path, { method: 'POST', headers: { 'content-type': type }, body });
    expect(again.status).toBe(200);
  });

  test('changes nothing by GET and HEAD, which lead to a page with a button', async () => {
    const path = await leaveUrl();
    await site.ask(undefined, path, { method: 'HEAD' });
    const opened = await site.ask(undefined, path);
    const button = opened.headers.get('location') ?? '';
    const page = await openVisitor(site).get(button);
    expect([opened.status, page.status, await page.text()]).toEqual([
      302,
      200,
      expect.stringContaining('Leave Ballyhoo'),
    ]);
    expect(await stateOfAnn()).toBe('confirmed');
    expect((await openVisitor(site).post(button, { intent: 'leave' })).status).toBe(200);
    expect(await stateOfAnn()).toBe('left');
  });

  test('answers 404 when it was changed', async () => {
    const path = await leaveUrl();
    expect((await site.ask(undefined, `${path.slice(0, -3)}abc`, { method: 'POST' })).status).toBe(404);
  });
});
