import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { expectRefusal } from './roles.ts';

const run = inject('run');
const PATH = '/api/media/snippets';
const GONE = "We don't have what you're looking for.";

interface WireSnippet {
  name: string;
  width: number;
  etag: string;
}

function png(width: number): Promise<Buffer> {
  return sharp({ create: { width, height: 30, channels: 3, background: '#7a45e6' } })
    .png()
    .toBuffer();
}

describe('staff upload pictures', () => {
  test('as new ones, or to replace others, and remove them', async () => {
    const path = `${PATH}/wire-${run}`;
    const created = await ask('staff', `PUT ${path}`, { body: await png(40) });
    expect([created.status, (created.data() as WireSnippet).width]).toEqual([201, 40]);
    const { etag } = created.data() as WireSnippet;
    expect(created.headers.etag).toBe(etag);
    const shown = await ask(undefined, `GET /media/fit-in/160x160/snippets/wire-${run}.jpg`);
    expect((await sharp(shown.bytes).metadata()).width).toBe(40);
    const replaced = await ask('admin', `PUT ${path}`, { body: await png(50), headers: { 'if-match': etag } });
    expect([replaced.status, (replaced.data() as WireSnippet).width]).toEqual([200, 50]);
    const stale = { headers: { 'if-match': etag } };
    expect((await ask('staff', `PUT ${path}`, { body: await png(60), ...stale })).refusal).toEqual([
      412,
      'The picture has changed meanwhile.',
    ]);
    expect((await ask('staff', `DELETE ${path}`, stale)).refusal[0]).toBe(412);
    expect((await ask('super', `DELETE ${path}`)).status).toBe(204);
    expect((await ask('staff', `DELETE ${path}`)).refusal).toEqual([404, 'No picture of that name was uploaded.']);
    expect((await ask(undefined, `GET /media/fit-in/160x160/snippets/wire-${run}.jpg`)).status).toBe(404);
  });

  test('and nobody else does', async () => {
    for (const who of [undefined, 'player', 'creator'] as const) {
      expectRefusal(await ask(who, `GET ${PATH}`));
      expectRefusal(await ask(who, `PUT ${PATH}/refused`, { body: 'x' }));
      expectRefusal(await ask(who, `DELETE ${PATH}/refused`));
    }
  });

  test('from our own pages', async () => {
    const headers = { 'x-xsrf-token': 'x' };
    for (const method of ['PUT', 'DELETE']) {
      const { refusal } = await ask('staff', `${method} ${PATH}/crossed`, { headers });
      expect(refusal).toEqual([403, 'This did not come from our own pages. Reload and try again.']);
    }
  });

  test('and list them page by page', async () => {
    for (const name of ['a', 'b', 'c']) await ask('staff', `PUT ${PATH}/wire-${run}-${name}`, { body: await png(10) });
    const first = await ask('staff', `GET ${PATH}?limit=2&after=wire-${run}`);
    expect((first.data() as WireSnippet[]).map(({ name }) => name)).toEqual([`wire-${run}-a`, `wire-${run}-b`]);
    const { next = '' } = first.links;
    const [third] = (await ask('staff', `GET ${next}`)).data() as WireSnippet[];
    expect(third?.name).toBe(`wire-${run}-c`);
    for (const name of ['a', 'b', 'c']) await ask('staff', `DELETE ${PATH}/wire-${run}-${name}`);
    expect((await ask('staff', `GET ${PATH}?limit=0`)).refusal[0]).toBe(400);
  });
});

describe('an upload is refused', () => {
  test('when it is no picture, or has too many pixels', async () => {
    for (const body of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '']) {
      const { refusal } = await ask('staff', `PUT ${PATH}/unreadable`, { body });
      expect(refusal).toEqual([
        422,
        'That is no JPEG of at most 52 million pixels, no PNG, WebP or GIF of at most 40 million, and no AVIF of at most 16.',
      ]);
    }
  });

  test('with its reason, when it is a HEIC, or moves and would stand still', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    expect((await ask('staff', `PUT ${PATH}/heic`, { body: heic })).refusal).toEqual([
      422,
      'That is a HEIC picture, which most browsers cannot show. Save it as a JPEG, or set the camera to “Most Compatible”.',
    ]);
    const still = sharp({ create: { width: 40, height: 30, channels: 3, background: '#ffd047' } });
    const webp = await sharp([await png(40), await still.png().toBuffer()], { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await ask('staff', `PUT ${PATH}/webp`, { body: webp })).refusal).toEqual([
      422,
      'That WebP, PNG or AVIF moves, and would stand still here. Save it as a GIF.',
    ]);
  });

  test('when it is larger than 16 MB, with or without its length', async () => {
    const sentence = [413, 'A picture can be at most 16 MB.'];
    const body = Buffer.alloc(16 * 1024 * 1024 + 1);
    expect((await ask('staff', `PUT ${PATH}/large`, { body })).refusal).toEqual(sentence);
    // Refused at its last byte, so that nothing is left to send on a connection that others use too.
    const chunks = [...Array.from({ length: 16 }, () => 'x'.repeat(1024 * 1024)), 'x'];
    expect((await ask('staff', `PUT ${PATH}/large`, { body: chunks })).refusal).toEqual(sentence);
  });

  test('under a malformed name', async () => {
    for (const method of ['PUT', 'DELETE']) {
      expect((await ask('staff', `${method} ${PATH}/Upper`)).refusal[0]).toBe(400);
      expect((await ask('staff', `${method} ${PATH}/%ff`)).refusal).toEqual([404, GONE]);
    }
  });
});

describe('pictures of the site', () => {
  test('come in the best format that the browser accepts, and are cached', async () => {
    const line = 'GET /media/fit-in/320x427/snippets/box-levelhead.jpg';
    for (const [accept, type] of [
      ['image/avif,*/*', 'image/avif'],
      ['image/webp', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const { status, headers } = await ask(undefined, line, { headers: { accept } });
      expect([status, headers['content-type'], headers.vary]).toEqual([200, type, 'accept']);
      const known = { accept, 'if-none-match': headers.etag ?? '' };
      expect((await ask(undefined, line, { headers: known })).status).toBe(304);
    }
  });

  test('are made in few sizes and from few sources', async () => {
    const statuses = [
      '321x427/snippets/logo.jpg',
      '320x427/snippets/none.jpg',
      '320x427/https%3A%2F%2Fa.example%2Fb',
    ].map((path) => ask(undefined, `GET /media/fit-in/${path}`));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([400, 404, 400]);
  });

  test('exist wherever a page shows one', async () => {
    for (const page of ['/', '/games/crashlands']) {
      const { text } = await ask(undefined, `GET ${page}`, { headers: { accept: 'text/html' } });
      const addresses = new Set([...text.matchAll(/ src="(\/media\/fit-in\/[^"&]+)"/g)].map(([, address]) => address));
      expect(addresses.size).toBeGreaterThan(0);
      for (const address of addresses) {
        const { status, headers } = await ask(undefined, `HEAD ${address}`);
        expect([address, status, headers['cache-control']]).toEqual([
          address,
          200,
          'public, max-age=31536000, immutable',
        ]);
      }
    }
  });

  test('include share cards for each kind of page', async () => {
    for (const card of ['site/home', 'game/crashlands', 'policy/privacy']) {
      const { status, headers, bytes } = await ask(undefined, `GET /media/cards/${card}.png?locale=ja-JP`);
      expect([card, status, headers['content-type']]).toEqual([card, 200, 'image/png']);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
    }
    expect((await ask(undefined, 'GET /media/cards/game/how-many-dudes.png')).status).toBe(404);
  });
});
