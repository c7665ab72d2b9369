import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { inspect } from './inspect.ts';
import { visit } from './visitor.ts';

const FROG = '/podcast/the-frog-took-nine-days';

/** What the one native element of the page does. */
const sound = (page: Page) =>
  page.evaluate(() => {
    const audio = document.querySelector<HTMLAudioElement>('body > audio');
    const path = audio?.getAttribute('src');
    return { time: audio?.currentTime ?? -1, isPlaying: audio?.paused === false, rate: audio?.playbackRate, path };
  });

test.each([
  ['the episode', FROG, 0],
  ['a card of the show', '/podcast', 1],
])('a press on Play of %s that comes before the scripts plays once they are there', async (_, path, at) => {
  const { page } = await visit();
  const arrival = Promise.withResolvers<undefined>();
  await page.route(/\.js(?:$|\?)/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('.play-button').nth(at).click();
  expect((await sound(page)).time).toBe(-1);
  arrival.resolve(undefined);
  await page.getByRole('region', { name: 'Podcast player' }).getByRole('button', { name: 'Pause' }).waitFor();
  expect((await sound(page)).isPlaying).toBe(true);
});

test('who listens goes to a line of the transcript, reads along, and hears on while other pages come and go', async () => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.open(FROG);
  expect((await sound(page)).time).toBe(-1);
  await page.getByLabel('Search the transcript').fill('chair');
  await page.getByText('3 lines').waitFor();
  await page.getByRole('link', { name: /^0:09/ }).click();
  const player = page.getByRole('region', { name: 'Podcast player' });
  await player.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(9);
  expect(await sound(page)).toMatchObject({ isPlaying: true, path: `${FROG}/audio.mp3` });
  // Its keys are for who is in it.
  await player.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('c');
  await player.getByText(/chair/).first().waitFor();
  await player.getByLabel('Speed').selectOption('2');
  expect((await sound(page)).rate).toBe(2);
  // The chapter that ends is the one in which it plays by then, at whatever speed.
  const sleep = player.getByLabel('Sleep timer');
  await sleep.selectOption('chapter');
  await page.getByRole('link', { name: /Theme/ }).first().click();
  await player.getByRole('button', { name: 'Play', exact: true }).waitFor();
  expect(Math.floor((await sound(page)).time)).toBe(4);
  expect(await sleep.inputValue()).toBe('');
  await player.getByLabel('Speed').selectOption('1');
  await player.getByRole('button', { name: 'Play', exact: true }).click();

  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  const main = page.getByRole('navigation', { name: 'Main' });
  await visitor.follow(() => main.getByRole('link', { name: 'Games' }).click(), '/games');
  const before = await sound(page);
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(before.time);
  expect([before.isPlaying, await page.locator('body[data-same]').count()]).toEqual([true, 1]);
  await inspect(page, { part: '.player-bar' });

  const pause = player.getByRole('button', { name: 'Pause' });
  await pause.focus();
  await page.keyboard.press('k');
  await player.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const stopped = await sound(page);
  await page.keyboard.press('j');
  await expect.poll(async () => (await sound(page)).time).toBeLessThan(stopped.time);
  await player.getByRole('slider', { name: 'Position' }).press('End');
  await expect.poll(async () => (await sound(page)).time).toBeGreaterThan(50);
  await player.getByRole('slider', { name: 'Position' }).press('Home');
  await page.keyboard.press('l');
  await expect.poll(async () => (await sound(page)).time).toBe(30);
  await visitor.follow(() => player.getByRole('link', { name: 'The frog took nine days' }).click(), FROG);
  await player.getByRole('button', { name: 'Close the player' }).click();
  // It goes on where it was left, also after another visit.
  await visitor.open(FROG);
  await page.getByRole('button', { name: 'Play from 0:30' }).waitFor();
});
