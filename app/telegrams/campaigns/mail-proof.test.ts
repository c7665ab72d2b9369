import { generateKeyPairSync } from 'node:crypto';

import { beforeEach, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { addressesOf, as, campaignReaders } from '#test/campaigns.ts';
import { proveDkim } from '#test/mail/dkim.ts';
import { readMail } from '#test/mail/mail-server.ts';
import { mailing } from '#test/mail/mailing.ts';
import { faultsInWord } from '#test/mail/word.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { toSubscriberId } from '../subscribers.server.ts';
import { getCampaign } from './campaigns.server.ts';
import { sendCampaigns } from './sending.server.ts';

const site = useTestSite();
const { addReaders, deliveries, forget, start } = campaignReaders(site);

beforeEach(forget);

const HARSH = `"><b>😀\u200f`;
const DRAFT = {
  subscription: 'ballyhoo',
  perMinute: 60_000,
  name: 'Proof',
  headers: { 'X-Season': 'autumn', 'List-Help': '<https://www.rumpus.example/support>' },
  versions: {
    'en-US': { subject: `News ${HARSH}`, body: `Hello ${HARSH} <script>alert(1)</script>\n\n[Read](/blog)` },
    'de-DE': { subject: 'Neues', body: 'Hallo.' },
  },
};

test('every mail parses, is in its language, has a text and both headers, and its signature holds over them', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const dns = new Map([
    [
      'news._domainkey.rumpus.example',
      `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`,
    ],
  ]);
  const resolveTxt = (name: string) => Promise.resolve(dns.get(name) ?? '');
  const mail = await mailing(site, undefined, {
    DKIM_DOMAIN: 'rumpus.example',
    DKIM_SELECTOR: 'news',
    DKIM_KEY: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  });
  await addReaders(['ann@example.com', 'o"hara+<b>@example.com']);
  await addReaders(['bert@example.com'], 'de-DE');
  const english = DRAFT.versions['en-US'];
  const body = `${english.body}\n\n![A hat](/media/fit-in/1024x1024/a.png) ![A pin](/media/fit-in/32x32/b.png)`;
  await start(mail, { ...DRAFT, versions: { ...DRAFT.versions, 'en-US': { ...english, body } } });
  await sendCampaigns(mail.current);
  expect(mail.taken.flatMap(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'bert@example.com']);
  for (const one of mail.taken) {
    const { headers, html, text } = readMail(one);
    const isGerman = one.to[0] === 'bert@example.com';
    expect(headers['subject']).toBe(isGerman ? 'Neues' : `News ${HARSH}`);
    expect(text.trim()).toContain(isGerman ? 'Hallo.' : 'Hello ">😀');
    expect(text).not.toContain('nothing to unsubscribe from');
    expect(html).toContain(isGerman ? '<html lang="de-DE"' : '<html lang="en-US"');
    expect(html).not.toMatch(/<script|"><b>/);
    expect(faultsInWord(html)).toEqual([]);
    expect([...html.matchAll(/<img [^>]*width="(\d+)"/g)].map(([, width]) => width)).toEqual(
      isGerman ? [] : ['546', '32'],
    );
    expect(headers['list-unsubscribe']).toMatch(/^<http:\/\/localhost:8080\/api\/mails\/off\?token=[\w.-]+>$/);
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(headers).toMatchObject({ 'x-season': 'autumn', 'list-help': '<https://www.rumpus.example/support>' });
    expect(one.source.match(/^list-unsubscribe:/gim)).toHaveLength(1);
    const proved = await proveDkim(one.source, resolveTxt);
    expect(proved.domain).toBe('rumpus.example');
    const signed = ['from', 'list-help', 'list-unsubscribe', 'list-unsubscribe-post'];
    expect(proved.headers).toEqual(expect.arrayContaining(signed));
    const changed = one.source.replace('/api/mails/off', '/api/mails/on');
    await expect(proveDkim(changed, resolveTxt)).rejects.toThrow('the headers are others');
    await expect(proveDkim(`${one.source}more`, resolveTxt)).rejects.toThrow('the body is another one');
  }
});

test('a line break in a subject adds no header', async () => {
  const mail = await mailing(site);
  await addReaders(['ann@example.com']);
  const subject = 'News\r\nBcc: all@example.com';
  const campaignId = await start(mail, { ...DRAFT, versions: { 'en-US': { subject, body: 'Hello.' } } });
  await sendCampaigns(mail.current);
  expect(mail.taken).toEqual([]);
  expect(await deliveries(campaignId)).toMatchObject([{ state: 'failed' }]);
});

test('who or what follows every link of a mail with GET and HEAD leaves, confirms and changes nothing', async () => {
  const mail = await mailing(site);
  await addReaders(['ann@example.com']);
  await start(mail, DRAFT);
  await sendCampaigns(mail.current);
  const [one = { from: '', to: [], source: '' }] = mail.taken;
  const { headers, html } = readMail(one);
  const links = [...`${html} ${headers['list-unsubscribe']}`.matchAll(/http:\/\/localhost:8080[^"<> ]*/g)].map(
    ([link]) => link.replaceAll('&amp;', '&').slice('http://localhost:8080'.length),
  );
  expect(links.length).toBeGreaterThan(3);
  for (const link of new Set(links)) {
    const page = await openVisitor(site).get(link || '/');
    expect([link, page.status < 400]).toEqual([link, true]);
    await openVisitor(site).get(page.headers.get('location') ?? '/');
    await site.ask(undefined, link || '/', { method: 'HEAD' });
  }
  expect(await site.parts.db.query(sql`select state from newsletter_subscriptions`)).toEqual([{ state: 'confirmed' }]);
});

test('who is suppressed while a campaign runs gets nothing, when that was before their turn', async () => {
  const suppressed = toSubscriberId({ email: 'reader9@host2.example' });
  let count = 0;
  const mail = await mailing(site, () => {
    count += 1;
    return undefined;
  });
  await addReaders(addressesOf(10));
  const campaignId = await start(mail, DRAFT);
  await site.parts.db.query(sql`insert into newsletter_suppressions values (${suppressed}, 'bounce', now())`);
  await sendCampaigns(mail.current);
  expect(count).toBe(9);
  expect(mail.taken.flatMap(({ to }) => to)).not.toContain('reader9@host2.example');
  const row = (await deliveries(campaignId)).find(({ subscriber_id }) => subscriber_id === suppressed);
  expect(row).toMatchObject({ state: 'skipped', reason: 'bounce' });
  expect((await getCampaign(as(mail.current, 'staff'), campaignId)).state).toBe('finished');
});
