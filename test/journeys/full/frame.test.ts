import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { LOCALES } from '#app/current/locale.ts';

import { visit } from '../visitor.ts';

test('signed in on a window of 1280 px, the header has its links in one line, in every language and with a long name', async () => {
  const visitor = await visit({ as: 'staff', javaScriptEnabled: false, viewport: { width: 1280, height: 720 } });
  const { page } = visitor;
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 720 });
    for (const locale of LOCALES) {
      await visitor.open(`/${locale}/about`);
      expect(await page.evaluate(readHeader), locale).toEqual({
        hasMenu: false,
        links: 9,
        lines: 1,
        isWithin: true,
      });
    }
  }
});

/** Runs in the page. */
function readHeader() {
  const header = document.querySelector('#header')!;
  const name = header.querySelector('.account-toggle > span[aria-hidden]')!;
  name.textContent = 'Bramble Gearsworth the Twenty-Second of Bureau';
  const links = [...header.querySelectorAll('#menu > li > a')].map((link) => link.getBoundingClientRect());
  const inOrder = [header.querySelector('img')!, ...header.querySelectorAll('#menu > li > a'), name.parentElement!];
  const boxes = inOrder.map((element) => element.getBoundingClientRect());
  return {
    hasMenu: header.querySelector('[popovertarget="menu"]')!.checkVisibility(),
    links: links.filter(({ width, height }) => width >= 24 && height >= 24).length,
    lines: new Set(links.map(({ top }) => Math.round(top))).size,
    isWithin:
      boxes.every(({ left }, at) => left >= (boxes[at - 1]?.right ?? 0)) &&
      (boxes.at(-1)?.right ?? Infinity) <= innerWidth &&
      boxes[0]!.width > 150,
  };
}

test.each(['tower', 'marketing', 'players'])(
  'the first screen of a small laptop shows the first row of %s, also to who is signed in',
  async (place) => {
    for (const as of [undefined, 'player'] as const) {
      const visitor = await visit({ viewport: { width: 1366, height: 768 }, ...(as && { as }) });
      await visitor.open(`/games/levelhead/${place}`);
      const row = await visitor.page.locator('.arcade-grid > li h2').evaluateAll((headings) => {
        const boxes = headings.map((heading) => heading.getBoundingClientRect());
        return boxes.slice(0, 3).map(({ bottom }) => bottom);
      });
      expect(row).toHaveLength(3);
      expect(Math.max(...row), as).toBeLessThanOrEqual(768);
      // Who plays is on a small card, and to be seen whole.
      const card = await visitor.page.locator('.arcade-grid > li').first().boundingBox();
      if (place === 'players') expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(768);
    }
  },
);

test('the names of the neighbours of Crashlands 2 cover nothing of what is said of them', async () => {
  const visitor = await visit({ viewport: { width: 640, height: 800 } });
  const { page } = visitor;
  await visitor.open('/games/crashlands-2');
  for (const width of [320, 640, 700, 760, 800, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const gaps = await page.locator('section:has(> #characters) li').evaluateAll((cards) =>
      cards.map((card) => {
        const [name, words] = [card.querySelector<HTMLElement>('h3')!, card.querySelector<HTMLElement>('h3 + p')!];
        // What is turned has a larger box than it takes up.
        const below = (element: HTMLElement) => element.offsetTop - card.getBoundingClientRect().top;
        return name.offsetParent === words.offsetParent && below(words) - below(name) >= name.offsetHeight;
      }),
    );
    expect([width, gaps]).toEqual([width, [true, true, true]]);
  }
});

test('quiet words on the night of the arcade are legible in both schemes', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const visitor = await visit({ colorScheme });
    await visitor.open('/games/levelhead/tower');
    const ratio = await visitor.page.locator('.arcade-marquee').evaluate((marquee) => {
      const words = marquee.appendChild(document.createElement('p'));
      words.className = 'text-muted';
      const luminance = (colour: string) => {
        const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const [ink, ground] = [getComputedStyle(words).color, getComputedStyle(marquee).backgroundColor].map(luminance);
      return ((ink ?? 0) + 0.05) / ((ground ?? 0) + 0.05);
    });
    expect(ratio, colorScheme).toBeGreaterThan(4.5);
  }
});

const DISPLAY_FACES = { 'ja-JP': 'Dela Gothic One JP', 'ko-KR': 'Black Han Sans', 'zh-CN': 'ZCOOL KuaiLe' };
const PATHS = [
  ...[
    '',
    '/about',
    '/blog',
    '/changelog',
    '/contact',
    '/feedbag',
    '/games',
    '/games/crashlands',
    '/games/crashlands-2',
  ],
  ...['/games/levelhead', '/games/levelhead/tower', '/games/levelhead/patchnotes', '/games/levelhead/presskit'],
  ...['/login', '/podcast', '/podcast/the-frog-took-nine-days', '/post/devchat-naming-things', '/press', '/rumpus-ce'],
  ...['/support', '/telegrams', '/terms', '/account', '/alerts', '/mailbox', '/notifications'],
];

test.each(Object.entries(DISPLAY_FACES))('no words below 20 px are in the display face of %s', async (locale, face) => {
  const visitor = await visit({ as: 'player' });
  for (const path of PATHS) {
    await visitor.open(`/${locale}${path}`);
    for (const width of [360, 1440]) {
      await visitor.page.setViewportSize({ width, height: 800 });
      expect(await findSmallWords(visitor.page, face), `${locale}${path} at ${width} px`).toEqual([]);
    }
  }
});

function findSmallWords(page: Page, face: string): Promise<string[]> {
  return page.evaluate((face) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      const isRead =
        /\p{L}/u.test(text.nodeValue ?? '') && parent?.closest('script, style, noscript, .sr-only') === null;
      if (!isRead) continue;
      const { fontFamily, fontSize } = getComputedStyle(parent);
      if (fontFamily.includes(face) && Number.parseFloat(fontSize) < 19.9 && fontSize !== '0px')
        found.push(`${fontSize} <${parent.localName} class="${parent.className}"> ${text.nodeValue}`);
    }
    return found;
  }, face);
}
