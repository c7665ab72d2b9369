import type { Locator, Page } from 'playwright-core';

export async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if ((await focusedName(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${name}`);
}

export async function pressByKeys(target: Locator): Promise<void> {
  await tabOnto(target);
  await target.page().keyboard.press('Enter');
}

/** Types into a field and sends its form. */
export async function fillByKeys(target: Locator, text: string): Promise<void> {
  await tabOnto(target);
  await target.page().keyboard.type(text);
  await target.page().keyboard.press('Enter');
}

/** Types in place of what stands in the field, and sends its form. */
export async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Comes to something by Tab alone, from wherever the focus is. */
export async function tabOnto(target: Locator): Promise<void> {
  // Found once: to look for a role and a name again after each key takes longer than the key.
  const element = await target.elementHandle();
  for (let tabs = 0; tabs < 160; tabs += 1) {
    if (await element?.evaluate((one) => one === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${String(target)}`);
}

export const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');
