import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { newAddress } from './joining.ts';
import { letterTo } from './mailbox.ts';
import { signIn } from './sign-in.ts';
import type { JourneyCastName } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';

const ANN = 'ann@example.com';

test('the newsletter shows Sign Up for a possible address, and Enter submits it', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open('/');
  const email = page.getByRole('textbox', { name: 'Email' });
  const signUp = page.getByRole('button', { name: 'Sign Up' });
  expect(await signUp.isVisible()).toBe(false);
  await email.fill('ann@ex');
  expect(await signUp.isVisible()).toBe(false);
  await email.press('Enter');
  await page.getByText('That doesn’t look like an email address').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await email.fill(ANN);
  await signUp.waitFor();
  const focused = page.locator('input[name=email]:focus');
  expect(await focused.count()).toBe(1);
  for (let letters = 0; letters < 'example.com'.length; letters += 1) await email.press('Backspace');
  await signUp.waitFor({ state: 'hidden' });
  await page.keyboard.type('example.com');
  await signUp.waitFor();
  expect(await focused.count()).toBe(1);
  await visitor.follow(() => email.press('Enter'), '/telegrams');
  expect(new URL(page.url()).search).toBe('?subscribe=ballyhoo&email=ann%40example.com');
  await expect.poll(() => email.inputValue()).toBe(ANN);
  await signUp.click();
  await page.getByText('Check your inbox').waitFor();
  await inspect(page);
});

test('without scripts Sign Up is always there, and the server checks the address', async () => {
  const visitor = await visit({ javaScriptEnabled: false });
  const { page } = visitor;
  await visitor.open('/de-DE');
  const email = page.locator('input[name=email]').first();
  await email.fill('ann@ex');
  visitor.mayBeRefused('/de-DE?index');
  await page.locator('main form button').click();
  await page.locator('.field-error').waitFor();
  await expect.poll(() => email.inputValue()).toBe('ann@ex');
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  await email.fill(ANN);
  await visitor.follow(() => page.locator('main form button').click(), '/de-DE/telegrams');
  await expect.poll(() => email.inputValue()).toBe(ANN);
  await page.locator('main form button').first().click();
  await page.locator('main output p').waitFor();
});

test('who joins and confirms gets the campaign, and one press in a mail program is the last of it', async () => {
  const visitor = await visit();
  const { page } = visitor;
  const address = newAddress('reader');
  await visitor.open(`/telegrams?subscribe=playtests&email=${encodeURIComponent(address)}`);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('Check your inbox').waitFor();
  await visitor.open((await letterTo(address, 'One click')).path);
  await page.getByRole('button', { name: 'Send them to me' }).click();
  await page.getByText('You’re on the list').first().waitFor();

  const subject = `Walk ${Date.now().toString(36)}`;
  const campaign = await writeCampaign(subject);
  await countTurks(campaign);
  await postAs('admin', campaign, { intent: 'campaigns.start' });
  const { text } = await letterTo(address, subject);
  const [, leave = '', token = ''] = /(\/telegrams\/leave\/([\w.%=-]+))/.exec(text) ?? [];
  await visitor.open(leave);
  await page.getByRole('button', { name: 'Leave Feedback Friends' }).waitFor();
  // What the header of the mail tells its program to send.
  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  expect((await fetch(new URL(`/api/mails/off?token=${token}`, BASE_URL), oneClick)).status).toBe(200);
  await visitor.follow(() => page.getByRole('link', { name: 'See all my newsletters' }).click(), '/telegrams');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Feedback Friends' })
    .getByText('Unsubscribed', { exact: true })
    .waitFor();
});

/** Nobody has joined in Turkish; whoever has just joined is told of as soon as that is not ticked any more. */
async function countTurks(campaign: string): Promise<void> {
  const staff = await visit({ as: 'staff' });
  await staff.open(campaign);
  const { page } = staff;
  const readers = page.getByRole('status').filter({ hasText: 'would get it now' });
  await page.getByText('Who gets it').click();
  await page.getByRole('checkbox', { name: 'Türkçe' }).check();
  await expect.poll(() => readers.textContent()).toBe('0 readers would get it now.');
  await page.getByRole('checkbox', { name: 'Türkçe' }).uncheck();
  await expect.poll(() => readers.textContent()).toMatch(/^[1-9]\d* readers? would get it now\.$/);
}

async function writeCampaign(subject: string): Promise<string> {
  const about = { name: subject, subscription: 'playtests' };
  const campaign = await postAs('staff', '/admin/telegrams/campaigns', { intent: 'campaigns.create', ...about });
  const text = { perMinute: '600', locale: 'en-US', rev: '1', subject, body: 'Come and [play](/games).' };
  await postAs('staff', campaign, { intent: 'campaigns.save', ...about, ...text });
  return campaign;
}

/** @returns where it leads */
async function postAs(who: JourneyCastName, path: string, fields: Record<string, string>): Promise<string> {
  const headers = { cookie: signIn(who).cookie, origin: BASE_URL };
  const body = new URLSearchParams(fields);
  const answer = await fetch(new URL(path, BASE_URL), { method: 'POST', redirect: 'manual', headers, body });
  expect([200, 302]).toContain(answer.status);
  return answer.headers.get('location') ?? '';
}
