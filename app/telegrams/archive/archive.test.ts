import { beforeEach, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { DRAFT, as, campaignReaders } from '#test/campaigns.ts';
import { mailing } from '#test/mail/mailing.ts';
import { wordsOf } from '#test/newsletters.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';

import { createCampaign, setArchiveName } from '../campaigns/campaigns.server.ts';
import { sendCampaigns } from '../campaigns/sending.server.ts';

const site = useTestSite();
const { addReaders, forget, start } = campaignReaders(site);
const ARCHIVE = '/telegrams/archive';

beforeEach(forget);

async function publish(name: string): Promise<string> {
  const mail = await mailing(site);
  const campaignId = await start(mail);
  await sendCampaigns(mail.current);
  await setArchiveName(as(mail.current, 'staff'), campaignId, name);
  return campaignId;
}

test('an issue that was sent is read by everybody in their language, with nothing of a reader in it', async () => {
  await addReaders(['ann@example.com']);
  await publish('autumn');
  const list = await wordsOf(await site.ask(undefined, ARCHIVE));
  expect(list).toContain('Big news');
  const page = await (await site.ask(undefined, `${ARCHIVE}/autumn`)).text();
  expect(page).toContain('href="http://localhost:8080/post/big-news"');
  for (const secret of ['manage=', '/telegrams/leave/', 'mails/off', 'ann@', '<script>alert'])
    expect(page).not.toContain(secret);
  expect(await wordsOf(await site.ask(undefined, `/de-DE${ARCHIVE}/autumn`))).toContain('Große Neuigkeit');
});

test('what was not sent yet, or was taken off the site, is not there', async () => {
  const { current } = await mailing(site);
  const { campaignId } = await createCampaign(as(current, 'staff'), DRAFT);
  await setArchiveName(as(current, 'staff'), campaignId, 'early');
  expect((await site.ask(undefined, `${ARCHIVE}/early`)).status).toBe(404);
  const sent = await publish('late');
  expect((await site.ask(undefined, `${ARCHIVE}/late`)).status).toBe(200);
  await setArchiveName(as(current, 'staff'), sent, undefined);
  expect((await site.ask(undefined, `${ARCHIVE}/late`)).status).toBe(404);
  await expect(setArchiveName(as(current, 'player'), sent, 'x')).rejects.toMatchObject({ status: 403 });
});

test('two issues have two addresses, and a wrong one is refused at its field', async () => {
  await publish('autumn');
  const other = await publish('winter');
  const send = (archiveName: string) => {
    const body = String(new URLSearchParams({ intent: 'campaigns.archive', archiveName }));
    return site.ask('staff', `/admin/telegrams/campaigns/${other}`, { method: 'POST', headers: FORM_HEADERS, body });
  };
  expect([(await send('autumn')).status, (await send('A b')).status]).toEqual([409, 400]);
  expect((await send('winter-news')).status).toBe(200);
  const [first, second] = [await wordsOf(await site.ask(undefined, `${ARCHIVE}?after=winter-news`)), 'Big news'];
  expect(first).toContain(second);
});

test('the archive has its documents for feed readers, and stands in the sitemap', async () => {
  await publish('autumn');
  for (const [file, type] of [
    ['rss.xml', 'application/rss+xml'],
    ['atom.xml', 'application/atom+xml'],
    ['feed.json', 'application/feed+json'],
  ]) {
    const answer = await site.ask(undefined, `/telegrams/${file}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type ?? '')]);
    const text = await answer.text();
    expect(text).toContain('Big news');
    expect(text).toContain('http://localhost:8080/telegrams/archive/autumn');
    expect(text).not.toContain('<script>alert');
  }
  expect(await (await site.ask(undefined, ARCHIVE)).text()).toContain('http://localhost:8080/telegrams/rss.xml');
  expect(await (await site.ask(undefined, '/de-DE/telegrams/feed.json')).text()).toContain('Große Neuigkeit');
  expect((await site.ask(undefined, '/telegrams/other.xml')).status).toBe(404);
  const sitemap = await (await site.ask(undefined, '/sitemap/1.xml')).text();
  for (const path of ['', '/autumn'])
    expect(sitemap).toContain(`<loc>http://localhost:8080/telegrams/archive${path}</loc>`);
});

test('a page of the archive after what is not there answers 404', async () => {
  expect((await site.ask(undefined, `${ARCHIVE}?after=none`)).status).toBe(404);
  expect(await site.parts.db.query(sql`select from telegram_campaigns`)).toEqual([]);
});
