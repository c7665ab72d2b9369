import type { RouteConfigEntry } from '@react-router/dev/routes';
import { beforeAll, expect, test } from 'vitest';

import { PSEUDO_LOCALE, localePath } from '#app/current/locale.ts';
import routes from '#app/routes.ts';
import enUS from '#content/locales/en-US.json' with { type: 'json' };
import { pseudoMessages } from '#lib/locale/pseudo.ts';
import { keysIn } from '#lib/locale/text-bundles.ts';

import { OWN_SCREENS, openReaders } from '../own-screens.ts';
import { textsIn } from '../page-texts.ts';
import { textsWithoutKey } from '../plain-letters.ts';
import { seedScreens } from '../screen-world.ts';
import type { ScreenWorld } from '../screen-world.ts';
import type { Screen } from '../screens.ts';
import { DOCUMENTS, MOVED, SCREENS, STAFF_AREA } from '../screens.ts';
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

const isUnlisted = (screen: Screen) => screen.isUnlisted === true || screen.statuses === STAFF_AREA;

test('every screen of app/routes.ts is asked for here, and every public one under its locales', () => {
  const screens = screensIn(routes);
  const files = [...new Set(screens.map(({ file }) => file))].filter((file) => !DOCUMENTS.has(file)).toSorted();
  expect([...new Set(SCREENS.map(({ file }) => file))].toSorted()).toEqual(files);
  const pages = screens.filter(({ file }) => !DOCUMENTS.has(file));
  const localised = new Set(pages.filter(({ path }) => path?.startsWith(':locale?')).map(({ file }) => file));
  const open = SCREENS.filter(({ isPublic }) => isPublic);
  const unlisted = SCREENS.filter((screen) => isUnlisted(screen) || screen.statuses === MOVED);
  const testedFiles = new Set([...open, ...unlisted].map(({ file }) => file));
  expect([...testedFiles].toSorted()).toEqual([...localised].toSorted());
});

/** Who reads them is asked in the language that nobody speaks, in which a text without a key is seen. */
const READERS = new Set([undefined, 'staff']);

test.each(SCREENS)(
  '$address answers a visitor, a player, staff, an admin and a super with $statuses, in words that have keys and show none',
  async (screen) => {
    const isPseudo = (who: (typeof ROLES)[number]) => READERS.has(who) && screen.statuses !== MOVED;
    const answers = await Promise.all(
      ROLES.map(async (who) => {
        const address = world.addressOf(screen);
        const answer = await site.ask(who, isPseudo(who) ? localePath(PSEUDO_LOCALE, address) : address);
        return { answer, html: await answer.text(), isPseudo: isPseudo(who) };
      }),
    );
    expect(answers.map(({ answer }) => answer.status)).toEqual(screen.statuses);
    const [visitor] = answers;
    if (visitor?.answer.status === 302 && screen.statuses !== MOVED) {
      const back = encodeURIComponent(localePath(PSEUDO_LOCALE, world.addressOf(screen)));
      expect(visitor.answer.headers.get('location')).toBe(localePath(PSEUDO_LOCALE, `/login?returnTo=${back}`));
    }
    const backs = [...(visitor?.html ?? '').matchAll(/href="[^"]*\/login\?returnTo=([^"&]*)"/g)];
    for (const [, back = ''] of backs)
      expect(decodeURIComponent(back).split('#')[0]).toBe(localePath(PSEUDO_LOCALE, world.addressOf(screen)));
    for (const { answer, html, isPseudo } of answers.filter(({ answer: { status } }) => status !== 302)) {
      expectPage(answer, html, isUnlisted(screen));
      if (isPseudo) expectPseudoWords(html, world.names);
    }
  },
);

function expectPage(answer: Response, html: string, isHidden: boolean): void {
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  expect(findSkippedHeadings(html)).toEqual([]);
  expect(/<title>[^<]+<\/title>/.test(html)).toBe(true);
  // No part waits for a script to put it in its place.
  expect(html).not.toContain('<template id="B:');
  // The browser may lack the text of a key.
  expect(keysIn(html.replaceAll('\\', ''), KEYS)).toEqual([]);
  expect(html.includes('content="noindex"')).toBe(answer.status !== 200 || isHidden);
}

function expectPseudoWords(html: string, names: readonly string[]): void {
  expect(html).toContain('<html lang="en-XA"');
  expect(textsIn(html).filter(({ text }) => /^⟦.*⟧$/s.test(text)).length).toBeGreaterThan(15);
  expect(textsWithoutKey(html, names)).toEqual([]);
}

const textsOf = (messages: object) => Object.values(messages).filter((message) => typeof message === 'string');

test('each state of a screen that one person alone sees has words that have keys and show none', async () => {
  const own = await openReaders(site);
  for (const { address, reader, form, status = 200, says } of OWN_SCREENS) {
    const path = localePath(PSEUDO_LOCALE, own.fill(address));
    const fields = Object.entries(form ?? {}).map(([name, value]) => [name, own.fill(value)]);
    const visitor = own.readers[reader];
    const answer = await (form === undefined ? visitor.get(path) : visitor.post(path, Object.fromEntries(fields)));
    const html = await answer.text();
    expect([answer.status, `${address} of ${reader}`]).toEqual([status, `${address} of ${reader}`]);
    expectPage(answer, html, true);
    expectPseudoWords(html, own.names);
    const [said = ''] = textsOf(pseudoMessages({ texts: { says } }));
    expect([html.includes(said.slice(1, -1)), says]).toEqual([true, says]);
  }
});

test('a visitor who wants to follow a game comes back to the button for it, on the page where they were', async () => {
  const read = async (who?: 'player') => (await site.ask(who, '/games/crashlands-2')).text();
  expect(await read()).toContain(`href="/login?returnTo=${encodeURIComponent('/games/crashlands-2#follow')}"`);
  expect(await read('player')).toMatch(/<button [^>]*id="follow"/);
});

/** The headings of the page that are more than one level below the one before. A dialog may stand before the first. */
function findSkippedHeadings(html: string): string[] {
  const [main = ''] = /<main[ >].*<\/main>/s.exec(html) ?? [];
  const headings = [...main.matchAll(/<h([1-6])[ >].*?<\/h\1>/gs)].map(([heading, level]) => ({
    heading,
    level: Number(level),
  }));
  return headings.filter(({ level }, at) => level > (headings[at - 1]?.level ?? 1) + 1).map(({ heading }) => heading);
}

test('what belongs to development does not exist off the localhost stage, not even with a ticket', async () => {
  for (const stage of ['dev', 'sandbox', 'beta', 'www']) {
    const door = openTestApp(site, { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` });
    for (const path of ['/dev/mail', world.ticket])
      expect((await door.sendRequest(path)).status, `${stage} ${path}`).toBe(404);
    const headers = { origin: `https://${stage}.rumpus.example` };
    expect((await door.sendRequest(world.ticket, { method: 'POST', headers })).status).toBe(404);
  }
});
