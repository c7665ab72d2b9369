import { expect, test } from 'vitest';

import { bundleTexts, keysIn } from './text-bundles.ts';
import type { BundleScript } from './text-bundles.ts';
import { textsFor } from './text-files.ts';

const KNOWN = new Set(['home.title', 'shell.menu', 'shell.staff', 'games.title', 'games.form.send', 'mail.subject']);

function script(fileName: string, code: string, rest: Partial<BundleScript> = {}): BundleScript {
  return { fileName, code, imports: [], modules: [`/app/${fileName}`], ...rest };
}

test('a key is a whole string of the code, in any quotes', () => {
  const code = `text("home.title"); text(\`shell.menu\`); at('/games.title'); games.title; "{\\"games.form.send\\":1}"`;
  expect(keysIn(code, KNOWN)).toEqual(['home.title', 'shell.menu', 'games.form.send']);
  expect(keysIn(`'no.such' + 'home.title'`, KNOWN)).toEqual(['home.title']);
});

test('keys of the first modules and their imports are common, the rest is divided by areas', () => {
  const scripts = [
    script('start.js', '', { imports: ['menu.js'] }),
    script('menu.js', `'shell.menu', 'games.title'`, { imports: ['start.js'] }),
    script('games.js', `'games.title', 'games.form.send', 'shell.staff'`, { imports: ['menu.js'] }),
    script('none.js', `'of nobody'`),
  ];
  const { bundles, needs } = bundleTexts(scripts, KNOWN, ['/app/start.js']);
  expect(Object.fromEntries(bundles)).toEqual({
    common: ['games.title', 'shell.menu'],
    games: ['games.form.send'],
    shell: ['shell.staff'],
  });
  expect(Object.fromEntries(needs)).toEqual({
    'start.js': ['common'],
    'menu.js': [],
    'games.js': ['games', 'shell'],
    'none.js': [],
  });
});

test('a key that no script names is in no bundle', () => {
  const { bundles } = bundleTexts([script('start.js', `'shell.menu'`)], KNOWN, ['/app/start.js']);
  expect([...bundles.values()].flat()).toEqual(['shell.menu']);
});

test('a page asks once for the files of its locale that its scripts import', () => {
  const files = {
    imports: { 'ja-JP': { 'texts/common': '/c-ja.js', 'texts/games': '/g-ja.js' } },
    needs: { '/start.js': ['texts/common'], '/games.js': ['texts/common', 'texts/games'] },
  };
  expect(textsFor(files, 'ja-JP', ['/start.js', '/games.js', '/other.js'])).toEqual(['/c-ja.js', '/g-ja.js']);
  expect(textsFor(files, 'xx-XX', ['/start.js'])).toEqual([]);
});
