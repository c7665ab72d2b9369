import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { visit } from './visitor.ts';

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
  await page.getByText("That doesn't look like an email address").waitFor();
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
