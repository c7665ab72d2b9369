import { beforeAll, expect, test } from 'vitest';

import enUS from '#content/locales/en-US.json' with { type: 'json' };
import { keysIn } from '#lib/locale/text-bundles.ts';
import { createCrate, createItem } from '../storage.ts';
import { MOVED, SCREENS } from '../screens.ts';
import { useTestSite } from '../site.ts';

import { createSignIn } from '#app/dev/sign-in.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';

const site = useTestSite();
const KEYS = new Set(Object.keys(enUS));
let ticket: string;

beforeAll(async () => {
  const crate = await createCrate(site, 'posts');
  const map = { title: 'A post', blurb: 'What it is about.', date: '2026-11-01T00:00:00Z' };
  for (const [name, tags] of [['a-post'], ['a-hidden-post', ['hidden']], ['an-unlisted-post', ['unlisted']]] as const) {
    await createItem(site, crate, 'creator', { name, map, ...(tags && { tags: [...tags] }) });
  }
  ticket = new URL((await createSignIn(systemCurrent(site.parts), 'player')).url).pathname;
});

test.each(SCREENS.filter(({ statuses }) => statuses !== MOVED))(
  '$address has the words of its server and no keys of them, whose texts the browser may lack',
  async ({ address }) => {
    for (const who of [undefined, 'player', 'super'] as const) {
      const html = await (await site.ask(who, address.replace('/dev/sign-in/{ticket}', ticket))).text();
      expect(keysIn(html.replaceAll('\\', ''), KEYS)).toEqual([]);
    }
  },
);
