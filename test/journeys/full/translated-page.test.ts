import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { SENT, newAddress, openPanelByKeys, panelOf, typeCode } from '../joining.ts';
import { retype, tabTo } from '../keyboard.ts';
import { letterTo } from '../mailbox.ts';
import { visit } from '../visitor.ts';
import type { BrowserVisitor } from '../visitor.ts';
import { changeTexts, translatePages } from './translator.ts';

test('who has each page translated by the browser writes in, joins the newsletter, signs in, comments and follows', async () => {
  const visitor = await visit();
  await translatePages(visitor.page, 'replaces');
  await writeIn(visitor);
  await joinNewsletter(visitor);
  await signInByCode(visitor);
  await comment(visitor);
  await follow(visitor);
  // What the markup of a part that is not ours may do.
  expect(await changeTexts(visitor.page)).toBe('[new]changed');
});

test('who has each page translated by a browser that moves its texts comments and follows', async () => {
  const visitor = await visit({ as: 'creator', isFresh: true });
  await translatePages(visitor.page, 'moves');
  await comment(visitor);
  await follow(visitor);
  expect(await changeTexts(visitor.page)).toBe('[new]changed');
});

async function writeIn(visitor: BrowserVisitor): Promise<void> {
  const { page } = visitor;
  await visitor.open('/contact/topics/other');
  await page.locator('input[name=email]').fill(newAddress('writer'));
  await page.locator('input[name=title]').fill('It hums');
  await page.locator('textarea[name=body]').fill('In every language.');
  await visitor.follow(() => page.locator('form button[type=submit]').last().click(), '/contact/thanks');
}

async function joinNewsletter(visitor: BrowserVisitor): Promise<void> {
  const { page } = visitor;
  await visitor.open('/');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill('nobody');
  await email.press('Enter');
  await page.getByText('That doesn’t look like an email address').waitFor();
  await email.fill(newAddress('reader'));
  await visitor.follow(() => email.press('Enter'), '/telegrams');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('Check your inbox').waitFor();
}

/** A stranger, who is told what is wrong before. */
async function signInByCode(visitor: BrowserVisitor): Promise<void> {
  const { page } = visitor;
  visitor.expectRefusal(/\/login/);
  await visitor.open('/about');
  await openPanelByKeys(page);
  await tabTo(page, 'who');
  await retype(page, 'nobody at all');
  await panelOf(page).getByText('That email or Lookup Code is invalid!').waitFor();
  const address = newAddress('reader');
  await retype(page, address);
  await panelOf(page).getByText(SENT, { exact: true }).waitFor();
  const { code } = await letterTo(address, 'Knock, knock');
  await visitor.follow(() => typeCode(visitor, code), '/login/confirmation-required');
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await visitor.follow(() => page.locator('main form button[type=submit]').first().click(), '/about');
  await page.getByText('Signed in as').waitFor();
}

async function comment(visitor: BrowserVisitor): Promise<void> {
  const { page } = visitor;
  await openEntry(visitor);
  const words = `It hums in every language ${Date.now().toString(36)}`;
  // Before it are those of own comments that may be changed.
  await page.locator('textarea[name=body]').last().fill(words);
  await page.locator('form:has(textarea[name=body]) button[type=submit]').last().click();
  await page.getByRole('listitem').getByText(words).first().waitFor();
}

async function openEntry(visitor: BrowserVisitor): Promise<void> {
  const { page } = visitor;
  await visitor.open('/feedbag/levelhead/entries');
  const entry = page.getByRole('article').first().getByRole('link').first();
  await visitor.follow(() => entry.click(), /\/entries\/[\da-f-]{36}$/);
}

/** Of a button the work under way is shown, and then what it does next. */
async function follow(visitor: BrowserVisitor): Promise<void> {
  const { page } = visitor;
  await visitor.open('/lore');
  const answered = Promise.withResolvers<void>();
  await page.route(/\/lore\.data/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  const button = page.getByRole('main').getByRole('button', { name: /^(?:Unf|F)ollow/ });
  const before = await button.innerText();
  await button.click();
  await button.locator('.spinner').waitFor();
  answered.resolve();
  await button.locator('.spinner').waitFor({ state: 'detached' });
  await expect.poll(() => button.innerText()).not.toBe(before);
}

const WRONG = 'Something went wrong. Please try again!';

test('a fault of the view leaves the page as it is with what was typed, says what to do and is reported', async () => {
  const visitor = await visit({ as: 'creator', isFresh: true });
  const { page } = visitor;
  await openEntry(visitor);
  const body = page.locator('textarea[name=body]').last();
  const frame = [page.getByRole('banner'), page.getByRole('contentinfo')];
  const expectAll = async () => {
    for (const part of frame) expect(await part.isVisible()).toBe(true);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await body.inputValue()).toBe('All day long.');
  };
  await body.fill('All day long.');
  // No element, where the bar of the player would be.
  await page.evaluate(() => dispatchEvent(new CustomEvent('player', { detail: { not: 'an element' } })));
  await page.getByText(WRONG).waitFor();
  await expectAll();

  const reported = page.waitForRequest((request) => request.postData()?.includes('A fault of the walk') === true);
  await breakFollowButton(page);
  await page.getByText(WRONG).nth(1).waitFor();
  await expectAll();
  await reported;

  await breakFollowButton(page, true);
  await page.getByText('What you typed is still here.').waitFor();
  await page.getByRole('main').getByText('All day long.').waitFor();
  for (const part of frame) expect(await part.isVisible()).toBe(true);
  await page.evaluate(() => Reflect.deleteProperty(document, 'createElement'));
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await body.waitFor();
  await expectAll();
  // React writes the faults to the console, too.
  expect(visitor.takeFaults().filter((fault) => !/A fault of the walk|#31/.test(fault))).toEqual([]);
});

/** Makes React fail to show that a button is busy. @param isLasting it cannot show the page anew either */
async function breakFollowButton(page: Page, isLasting = false): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name: /^(?:Unf|F)ollow/ });
  await button.evaluate((element: HTMLButtonElement, isLasting) => {
    const fail = (): never => {
      throw new Error('A fault of the walk');
    };
    element.insertBefore = fail;
    const create = document.createElement.bind(document);
    if (isLasting) document.createElement = (name: string) => (name === 'textarea' ? fail() : create(name));
    element.click();
  }, isLasting);
}
