import type { RouteConfigEntry } from '@react-router/dev/routes';
import { beforeAll, expect, test } from 'vitest';

import routes from '#app/routes.ts';
import enUS from '#content/locales/en-US.json' with { type: 'json' };
import { keysIn } from '#lib/locale/text-bundles.ts';

import { seedScreens } from '../screen-world.ts';
import type { ScreenWorld } from '../screen-world.ts';
import { DOCUMENTS, MOVED, SCREENS } from '../screens.ts';
import { useTestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';

const site = useTestSite();
const ROLES = [undefined, 'player', 'staff', 'admin', 'super'] as const;
const KEYS = new Set(Object.keys(enUS));
let world: ScreenWorld;

beforeAll(async () => void (world = await seedScreens(site)));

/** The screens among the routes; a frame around others has no address of its own. */
const screensIn = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [
    ...(entry.path === undefined && !entry.index ? [] : [entry]),
    ...screensIn(entry.children ?? []),
  ]);

test('every screen of app/routes.ts is asked for here, and every public one under its locales', () => {
  const screens = screensIn(routes);
  const files = [...new Set(screens.map(({ file }) => file))].filter((file) => !DOCUMENTS.has(file)).toSorted();
  expect([...new Set(SCREENS.map(({ file }) => file))].toSorted()).toEqual(files);
  const pages = screens.filter(({ file }) => !DOCUMENTS.has(file));
  const localised = new Set(pages.filter(({ path }) => path?.startsWith(':locale?')).map(({ file }) => file));
  const open = SCREENS.filter(({ isPublic }) => isPublic);
  const unlisted = SCREENS.filter(({ isUnlisted, statuses }) => isUnlisted || statuses === MOVED);
  const testedFiles = new Set([...open, ...unlisted].map(({ file }) => file));
  expect([...testedFiles].toSorted()).toEqual([...localised].toSorted());
});

test.each(SCREENS)(
  '$address answers a visitor, a player, staff, an admin and a super with $statuses, in words and no keys of them',
  async (screen) => {
    const answers = await Promise.all(ROLES.map((who) => site.ask(who, world.addressOf(screen))));
    expect(answers.map(({ status }) => status)).toEqual(screen.statuses);
    for (const answer of answers.filter(({ status }) => status !== 302)) {
      const html = await answer.text();
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      expect(/<title>[^<]+<\/title>/.test(html)).toBe(true);
      // No part waits for a script to put it in its place.
      expect(html).not.toContain('<template id="B:');
      // The browser may lack the text of a key.
      expect(keysIn(html.replaceAll('\\', ''), KEYS)).toEqual([]);
      expect(html.includes('content="noindex"')).toBe(answer.status !== 200 || screen.isUnlisted === true);
    }
  },
);

test('what belongs to development does not exist off the localhost stage, not even with a ticket', async () => {
  for (const stage of ['dev', 'sandbox', 'beta', 'www']) {
    const door = openTestApp(site, { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` });
    for (const path of ['/dev/mail', world.ticket])
      expect((await door.sendRequest(path)).status, `${stage} ${path}`).toBe(404);
    const headers = { origin: `https://${stage}.rumpus.example` };
    expect((await door.sendRequest(world.ticket, { method: 'POST', headers })).status).toBe(404);
  }
});
