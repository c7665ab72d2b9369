import { expect, test } from 'vitest';

import { writeFactsheet } from './factsheet.ts';
import type { PressKitData } from './presskit.ts';

const KIT: PressKitData = {
  name: 'Toast',
  developer: 'Rumpus',
  website: 'https://a.example/games/toast',
  contact: 'press@a.example',
  genre: 'Breakfast',
  tagline: 'It pops.',
  description: 'A game about toast.',
  features: [{ title: 'Crumbs', text: 'They are everywhere.' }],
  history: ['We were hungry.', 'We ate.'],
  platforms: ['Windows', 'Android'],
  stores: [
    { name: 'Steam', url: 'https://steam.example/1', platforms: ['Windows'], appIds: ['1'] },
    {
      name: 'Google Play',
      url: 'https://play.example/2',
      platforms: ['Android'],
      appIds: [],
      subscription: 'Play Pass',
    },
  ],
  images: [],
};

test('a fact sheet is plain text with each fact once, and without empty headings', () => {
  expect(writeFactsheet(KIT)).toBe(
    `Toast
=====
It pops.

Developer: Rumpus
Genre: Breakfast
Release date: not out yet
Platforms: Windows, Android
Website: https://a.example/games/toast
Press contact: press@a.example

In short
--------
A game about toast.

Features
--------
- Crumbs: They are everywhere.

History
-------
We were hungry.

We ate.

Where to get it
---------------
- Steam (Windows): https://steam.example/1
- Google Play (Android, with Play Pass): https://play.example/2

Credits
-------
Made and published by Rumpus.
`,
  );
});

test('a fact sheet lists what each file shows, and its size', () => {
  const file = { url: 'https://a.example/x', bytes: 1, sha256: '0' };
  const files = [
    { ...file, file: 'toast-box-art.png', type: 'image/png', width: 960, height: 1280 },
    { ...file, file: 'toast-box-art.svg', type: 'image/svg+xml', width: 480, height: 640 },
  ] as const;
  const text = writeFactsheet({ ...KIT, images: [{ kind: 'boxArt', caption: 'Toast: it pops', files }] });
  expect(text).toContain('- toast-box-art.png: Toast: it pops, 960 × 1280 pixels\n');
  expect(text).toContain('- toast-box-art.svg: Toast: it pops, any size\n');
});
