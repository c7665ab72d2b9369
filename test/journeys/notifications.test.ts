import { expect, test } from 'vitest';

import { join, newAddress } from './joining.ts';
import { pressByKeys } from './keyboard.ts';
import { signIn } from './sign-in.ts';
import { BASE_URL, visit } from './visitor.ts';

test('who follows a feed is told in both tabs of what is published there, and has read it in both', async () => {
  // Whom no other walk bans, signs out or tells of anything.
  const visitor = await visit({ as: 'super' });
  const { page } = visitor;
  // Other walks give feedback meanwhile, and what the studio was told of it before is read first.
  const quiet = new URLSearchParams({
    intent: 'alerts.change',
    kind: 'feedbag.entered',
    'mail.feedbag.entered': 'off',
  });
  const form = {
    method: 'POST',
    body: quiet,
    headers: { cookie: signIn('super').cookie, origin: new URL(BASE_URL).origin },
  };
  expect((await fetch(`${BASE_URL}/alerts`, form)).status).toBe(200);
  await visitor.open('/notifications');
  const readAll = page.getByRole('button', { name: 'Mark all as read' });
  if (await readAll.isVisible()) await pressByKeys(readAll);
  await readAll.waitFor({ state: 'hidden' });
  await visitor.open('/lore');
  const follow = page.getByRole('button', { name: /^Follow/ });
  // A second try finds what the first did.
  if (await follow.isVisible()) await pressByKeys(follow);
  await page.getByRole('button', { name: /^Unfollow/ }).waitFor();
  const tab = await page.context().newPage();
  await tab.goto('/games');
  const title = `Told in two tabs ${Date.now().toString(36)}`;
  const { cookie, xsrf } = signIn('staff');
  const parameters = encodeURIComponent(JSON.stringify({ map: { title }, tags: ['topic:lore'] }));
  const headers = { cookie, 'x-xsrf-token': xsrf, 'rumpus-item-parameters': parameters };
  const published = await fetch(`${BASE_URL}/api/storage/crates/posts/items`, {
    method: 'POST',
    body: 'Text.',
    headers,
  });
  expect(published.status).toBe(201);
  const badges = [page, tab].map((one) => one.locator('.account-toggle .count-badge'));
  for (const badge of badges) await badge.waitFor();
  await tab.goto('/notifications');
  await tab.getByRole('button', { name: `New post: ${title}` }).click();
  await tab.getByRole('heading', { level: 1, name: title }).waitFor();
  for (const badge of badges) await badge.waitFor({ state: 'hidden' });
});

test('alerts and the parts of a game are saved as they are pressed, by keys and faster than the site answers', async () => {
  const visitor = await visit({ viewport: { width: 320, height: 800 }, timezoneId: 'America/Lima' });
  await join(visitor, newAddress('alerts'));
  const { page } = visitor;
  await visitor.open('/alerts');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await page.getByRole('main').getByRole('button', { name: 'Save' }).count()).toBe(1);
  const rows = ['New posts', 'New releases', 'New episodes'].map((name) => page.getByRole('group', { name }));
  const states = () =>
    Promise.all(
      rows.map(async (row) => [
        await row.getByRole('checkbox').isChecked(),
        await row.getByRole('radio', { checked: true }).getAttribute('value'),
      ]),
    );
  const before = await states();
  const wanted = before.map(([onSite]) => [!(onSite as boolean), 'weekly']);
  for (const row of rows) {
    await row.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await row.getByRole('radio', { checked: true }).focus();
    for (let steps = 0; steps < 4; steps += 1) {
      if (await row.getByLabel('Weekly email').isChecked()) break;
      await page.keyboard.press('ArrowRight');
    }
  }
  await page.getByText(/^Saved/).waitFor();
  await expect.poll(async () => (await visitor.open('/alerts'), states())).toEqual(wanted);
  // The zone of the browser was kept when the page was first opened.
  const written = await (await page.request.get(`${BASE_URL}/alerts`)).text();
  expect(written).toContain('value="America/Lima"');
  await visitor.open('/feedbag/levelhead/entries');
  await page.getByText('Choose what you follow').click();
  const parts = page.getByRole('group', { name: 'What you follow of Levelhead' });
  const pressed = ['Posts', 'Feedback'];
  for (const name of pressed) {
    await parts.getByRole('checkbox', { name }).focus();
    await page.keyboard.press('Space');
  }
  expect(
    await parts.getByRole('checkbox', { name: 'Feedback' }).evaluate((one) => one === document.activeElement),
  ).toBe(true);
  await page.getByText(/You follow “Levelhead”/).waitFor();
  await visitor.open('/alerts');
  const listed = page.getByRole('group', { name: 'What you follow of Levelhead' });
  await expect
    .poll(async () => {
      await page.reload();
      return listed
        .getByRole('checkbox', { checked: true })
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    })
    .toEqual(['posts.game:levelhead', 'feedbag.project:levelhead']);
});
