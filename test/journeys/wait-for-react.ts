import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than React makes of one press: a render, its effects, and what these set off. */
const ROUNDS = 24;

/**
 * Waits until React has done what it puts off, where nothing on the page tells: it goes on by messages to itself, which
 * come in the order they were sent. A clock that stands still does not hold them up.
 */
export function rest(page: Page): Promise<void> {
  return page.evaluate(async (rounds) => {
    const { port1, port2 } = new MessageChannel();
    port1.start();
    for (let round = 0; round < rounds; round += 1) {
      const come = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }));
      port2.postMessage('');
      await come;
    }
    port1.close();
  }, ROUNDS);
}

/** Waits until the script of a part that is loaded on use has taken it over: what is sent before that leaves the page. */
export async function waitForScript(part: Locator): Promise<void> {
  const isTaken = () => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')));
  await expect.poll(isTaken).toBe(true);
}

/** Stops the clock of a page. @returns what lets so many milliseconds pass, with all that is done then */
export async function stopClock(page: Page): Promise<(ms: number) => Promise<void>> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  return async (ms) => {
    await rest(page);
    await page.clock.runFor(ms);
    await rest(page);
  };
}
