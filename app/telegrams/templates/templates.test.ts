import { beforeEach, expect, test } from 'vitest';

import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { as, campaignReaders } from '#test/campaigns.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { readMail } from '#test/mail/mail-server.ts';
import { mailing } from '#test/mail/mailing.ts';
import { wordsOf } from '#test/newsletters.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';

import { startCampaign } from '../campaigns/campaign-states.server.ts';
import { createCampaign, getCampaign } from '../campaigns/campaigns.server.ts';
import { sendCampaigns } from '../campaigns/sending.server.ts';
import { findPreview } from '../issues/preview.server.ts';

const site = useTestSite();
const { addAccounts, forget } = campaignReaders(site);
const TEMPLATES = '/admin/telegrams/templates';
const CAMPAIGNS = '/admin/telegrams/campaigns';

beforeEach(forget);

async function create(): Promise<string> {
  const created = await site.submit('staff', TEMPLATES, { intent: 'templates.create', name: 'Patch day' });
  expect(created.status).toBe(302);
  return created.headers.get('location') ?? '';
}

const save = (page: string, rev: number, fields: Record<string, string>) =>
  site.submit('staff', page, {
    intent: 'templates.save',
    name: 'Patch day',
    locale: 'en-US',
    rev: String(rev),
    subject: 'News: {{title}}',
    body: '{{blurb}} {{greeting}}\n\n[Read]({{link}})',
    ...fields,
  });

const campaign = async () => {
  const [row] = await site.parts.db.query<Row<'telegram_campaigns'>>(sql`select * from telegram_campaigns`);
  return row;
};

test('a template has a text for each language, shows it by day and by night, and is sent to whoever writes it', async () => {
  const page = await create();
  expect((await save(page, 1, {})).status).toBe(200);
  expect((await save(page, 2, { locale: 'de-DE', subject: 'Neues', body: 'Hallo.' })).status).toBe(200);
  expect((await save(page, 2, { subject: 'Late' })).status).toBe(412);
  const shown = await site.ask('staff', `${page}?locale=de-DE`);
  expect(shown.headers.get('content-security-policy')).toContain("frame-src 'self'");
  const frames = [...(await shown.text()).matchAll(/<iframe[^>]* src="([^"]*)"/g)].map(([, src = '']) =>
    src.replaceAll('&amp;', '&'),
  );
  const looks = await Promise.all(frames.map((src) => site.ask('staff', src)));
  const policy = /^sandbox; default-src 'none'; style-src 'unsafe-inline'; .*frame-ancestors 'self'$/;
  for (const { headers } of looks) expect(headers.get('content-security-policy')).toMatch(policy);
  const mails = await Promise.all(looks.map((look) => look.text()));
  expect(mails.map((mail) => /@media (?:not )?all/.exec(mail)?.[0])).toEqual(['@media not all', '@media all']);
  expect(mails.every((mail) => mail.includes('Hallo.'))).toBe(true);
  expect((await site.ask('player', frames[0] ?? '')).status).toBe(404);
  expect((await site.submit('staff', page, { intent: 'templates.test', locale: 'de-DE' })).status).toBe(200);
  expect(site.parts.mailer.keptMails()[0]).toMatchObject({ to: CAST.staff.email, subject: '[Test] Neues' });
});

test('what nobody has filled, links that lead nowhere and mails that are too large are told before they are sent', async () => {
  const page = await create();
  await save(page, 1, { body: `[a](/no/such/page) [b](/admin) [c](/games) {{greeting}} ${'& '.repeat(22_000)}` });
  const words = await wordsOf(await site.ask('staff', page));
  for (const said of ['{{title}} is still empty', '{{greeting}} is still empty', 'kB of HTML. Above 102']) {
    expect(words).toContain(said);
  }
  expect(words).toMatch(/\S+\/no\/such\/page leads nowhere/);
  expect(words).toMatch(/Not everybody can see \S+\/admin/);
  expect(words).not.toContain('/games.');
});

test('a campaign begins as a template that a post fills, and is not sent while a place is empty', async () => {
  const crate = await createCrate(site, 'posts');
  const map = { title: 'Jump *higher*', blurb: 'A <b>patch</b>.', image: 'share-default' };
  await createItem(site, crate, 'creator', { name: 'patch-day', map });
  const page = await create();
  await save(page, 1, {});
  const template = page.split('/').at(-1) ?? '';
  const fields = { intent: 'campaigns.create', name: 'Patch', subscription: 'ballyhoo' };
  const made = await site.submit('staff', CAMPAIGNS, { ...fields, template, post: '/post/patch-day' });
  expect(made.status).toBe(302);
  expect((await campaign())?.versions).toEqual({
    'en-US': {
      subject: 'News: Jump *higher*',
      body: String.raw`A \<b\>patch\</b\>. {{greeting}}` + '\n\n[Read](/post/patch-day)',
    },
  });
  const started = await site.submit('admin', made.headers.get('location') ?? '', { intent: 'campaigns.start' });
  expect([started.status, await wordsOf(started)]).toEqual([409, expect.stringContaining('still empty')]);
});

test('new campaigns begin as the default template, one of all, until there is none', async () => {
  const [first, second] = [await create(), await create()];
  const choose = (page: string, isDefault: string) =>
    site.submit('staff', page, { intent: 'templates.default', isDefault });
  expect((await site.submit('player', first, { intent: 'templates.default', isDefault: 'yes' })).status).toBe(404);
  const chosen = async () => {
    const html = await (await site.ask('staff', CAMPAIGNS)).text();
    const [, options = ''] = /<select [^>]*name="template"[^>]*>([^]*?)<\/select>/.exec(html) ?? [];
    return /<option value="([\w-]+)" selected=""/.exec(options)?.[1];
  };
  expect(await chosen()).toBeUndefined();
  for (const page of [first, second]) {
    expect((await choose(page, 'yes')).status).toBe(200);
    expect(await chosen()).toBe(page.split('/').at(-1));
  }
  expect((await wordsOf(await site.ask('staff', TEMPLATES))).match(/Default/g)).toHaveLength(1);
  expect((await choose(second, 'no')).status).toBe(200);
  expect(await chosen()).toBeUndefined();
});

test('a campaign of a post alone has its title, blurb, picture and link', async () => {
  const fields = { intent: 'campaigns.create', name: 'Patch', subscription: 'ballyhoo', post: 'patch-day' };
  expect((await site.submit('staff', CAMPAIGNS, fields)).status).toBe(302);
  const { 'en-US': text } = ((await campaign())?.versions ?? {}) as Record<string, { subject: string; body: string }>;
  expect(text?.subject).toBe('Jump *higher*');
  expect(text?.body).toMatch(
    /^!\[\]\(\/media\/fit-in\/\S+share-default\.jpg\S*\)\n\n.*patch.*\n\n\[Read on\]\(\/post\/patch-day\)$/,
  );
  const refused = await site.submit('staff', CAMPAIGNS, { ...fields, post: 'no-such-post' });
  expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('value="no-such-post"')]);
});

test('a template may write the marks of a picture itself, and where the post has none there is none', async () => {
  await createItem(site, '/api/storage/crates/posts', 'creator', { name: 'no-picture', map: { title: 'Plain' } });
  const page = await create();
  await save(page, 1, { subject: '{{title}}', body: '![{{title}}]({{image}})\n\nHello.' });
  const template = page.split('/').at(-1) ?? '';
  const bodyOf = async (post: string) => {
    await site.parts.db.query(sql`truncate telegram_campaigns cascade`);
    const fields = { intent: 'campaigns.create', name: 'Patch', subscription: 'ballyhoo', template, post };
    expect((await site.submit('staff', CAMPAIGNS, fields)).status).toBe(302);
    return ((await campaign())?.versions as Record<string, { body: string }> | undefined)?.['en-US']?.body;
  };
  expect(await bodyOf('no-picture')).toBe('Hello.');
  expect(await bodyOf('patch-day')).toMatch(
    /^!\[Jump \\\*higher\\\*\]\(\/media\/[^()]*share-default\.jpg[^()]*\)\n\nHello\.$/,
  );
});

test('a link or a picture without an address is told before it is sent', async () => {
  const page = await create();
  await save(page, 1, { subject: 'News', body: '![Title]() [b]( ) [c](/games)' });
  const words = await wordsOf(await site.ask('staff', page));
  expect(words).toContain('![Title]() has no address');
  expect(words).toContain('[b]( ) has no address');
  expect(words).not.toContain('placeholder is empty');
});

test('campaigns stay when their template is deleted, and players see neither', async () => {
  const page = await create();
  await save(page, 1, { subject: 'Hello', body: 'You.' });
  const template = page.split('/').at(-1) ?? '';
  await site.submit('staff', CAMPAIGNS, {
    intent: 'campaigns.create',
    name: 'One',
    subscription: 'ballyhoo',
    template,
  });
  for (const path of [page, TEMPLATES, '/admin/telegrams']) {
    expect([path, (await site.ask('player', path)).status]).toEqual([path, 404]);
  }
  expect((await site.submit('staff', page, { intent: 'templates.delete' })).status).toBe(302);
  expect((await site.ask('staff', page)).status).toBe(404);
  expect((await campaign())?.versions).toEqual({ 'en-US': { subject: 'Hello', body: 'You.' } });
});

test('the preview is what is sent to the same reader', async () => {
  const mail = await mailing(site);
  await addAccounts([CAST.staff.userId]);
  const staff = as(mail.current, 'staff');
  const versions = { 'en-US': { subject: 'Ünïcode 😀 "><b>', body: '# Hello\n\n[Read](/blog) **you** & <i>me</i>' } };
  const { campaignId } = await createCampaign(staff, { name: 'Proof', subscription: 'ballyhoo', versions });
  const preview = await findPreview(staff, await getCampaign(staff, campaignId), 'en-US');
  await startCampaign(as(mail.current, 'admin'), campaignId);
  await sendCampaigns(mail.current);
  const [one = { from: '', to: [], source: '' }] = mail.taken;
  const { headers, html, text } = readMail(one);
  const unix = (words = '') => words.replaceAll('\r\n', '\n').trimEnd();
  expect([headers['subject'], unix(html), unix(text)]).toEqual([
    preview?.subject,
    unix(preview?.html),
    unix(preview?.text),
  ]);
});

test('the overview tells who gets what, what was sent, whom nobody writes to, and warms a sender up', async () => {
  await addAccounts([CAST.player.userId]);
  await site.parts.db.query(sql`insert into newsletter_suppressions values ('x', 'complaint', now())`);
  await site.submit('staff', CAMPAIGNS, { intent: 'campaigns.create', name: 'Spring', subscription: 'ballyhoo' });
  const words = await wordsOf(await site.ask('staff', '/admin/telegrams'));
  for (const said of ['Ballyhoo 1 1 reader', 'Spring', 'Called it spam 1']) expect(words).toContain(said);
  const warmUp = (who: CastName, fields: Record<string, string>) => site.submit(who, '/admin/telegrams', fields);
  expect((await warmUp('staff', { intent: 'telegrams.warmUp', firstDay: '50' })).status).toBe(403);
  expect((await warmUp('admin', { intent: 'telegrams.warmUp', firstDay: '0' })).status).toBe(400);
  expect(await wordsOf(await warmUp('admin', { intent: 'telegrams.warmUp', firstDay: '50' }))).toContain('50 emails');
  expect(await wordsOf(await warmUp('admin', { intent: 'telegrams.endWarmUp' }))).toContain('Warm-up is off');
});
