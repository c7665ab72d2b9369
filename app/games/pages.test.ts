import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { games } from '#content/games.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
const WHO = [undefined, 'player', 'staff', 'admin', 'super'] as const;

async function pageOf(path: string, who?: CastName): Promise<string> {
  const response = await site.ask(who, path);
  expect(response.status, path).toBe(200);
  return response.text();
}

async function statusesOf(path: string): Promise<number[]> {
  return Promise.all(WHO.map(async (who) => (await site.ask(who, path)).status));
}

describe('/games', () => {
  test('lists the visible games, and marks those that others do not see', async () => {
    const publicly = games.filter(({ unpublished, minUsertype }) => !unpublished && minUsertype === 'public');
    for (const who of [undefined, 'player'] as const) {
      const html = await pageOf('/games', who);
      expect([...html.matchAll(/href="\/games\/([a-z0-9-]+)"/g)].map(([, slug]) => slug)).toEqual(
        expect.arrayContaining(publicly.map(({ slug }) => slug)),
      );
      expect(html).not.toMatch(/how-many-dudes|rumpus-pack|Not out yet|Not public/);
    }
    const html = await pageOf('/games', 'staff');
    expect(html).toContain('href="/games/how-many-dudes"');
    expect(html).toContain('href="/games/rumpus-pack"');
    expect(html).toContain('Not out yet');
    expect(html).toContain('Not public');
  });
});

test('the page of a game links to its community, if it has one', async () => {
  const withOne = games.filter(({ community }) => community !== undefined);
  expect(withOne.length).toBeGreaterThan(0);
  for (const { slug, community } of games) {
    const html = await pageOf(`/games/${slug}`, 'staff');
    const links = [...html.matchAll(/<a href="(https:\/\/www\.reddit\.com\/[^"]*)" rel="noopener"[^>]*>([^<]*)</g)];
    const expected = community && [`https://www.reddit.com/r/${community.reddit}/`, `r/${community.reddit} on Reddit`];
    expect([slug, ...links.map(([, ...said]) => said)]).toEqual([slug, ...(expected ? [expected] : [])]);
  }
});

test.each(['levelhead', 'crashlands', 'crashlands-2'])(
  'the page of %s leads people and programs to its feed',
  async (slug) => {
    for (const locale of ['', '/ja-JP']) {
      const html = await (await site.ask(undefined, `${locale}/games/${slug}`)).text();
      for (const file of ['rss.xml', 'atom.xml', 'feed.json']) {
        expect(html).toMatch(
          new RegExp(`<link rel="alternate"[^>]* href="http://localhost:8080${locale}/blog/${slug}/${file}"`),
        );
      }
      expect(html).toContain(`href="${locale}/blog/${slug}/rss.xml"`);
      expect(html).toMatch(new RegExp(`<a[^>]* href="${locale}/blog/${slug}"`));
    }
  },
);

describe('a press kit', () => {
  test.each([
    ['levelhead', [200, 200, 200, 200, 200]],
    ['how-many-dudes', [404, 404, 200, 200, 200]],
    ['rumpus-pack', [404, 404, 404, 404, 404]],
    ['no-such-game', [404, 404, 404, 404, 404]],
  ])('of %s, its page, its JSON, its archive and its pictures answer %j', async (slug, statuses) => {
    for (const part of ['', '.json', '.zip', `/${slug}-box-art.png`, `/${slug}-box-art.svg`, '/rumpus-logo.png']) {
      expect(await statusesOf(`/games/${slug}/presskit${part}`), part).toEqual(statuses);
    }
  });

  test('serves no drawing of another game', async () => {
    for (const file of [
      'crashlands-box-art.png',
      'shrug.svg',
      '../box-crashlands.svg',
      'levelhead-box-art',
      'constructor',
    ]) {
      const response = await site.ask(undefined, `/games/levelhead/presskit/${encodeURIComponent(file)}`);
      expect(response.status, file).toBe(404);
    }
  });

  test('lists the same files on its page, in its JSON and in its archive', async () => {
    const html = await pageOf('/games/crashlands-2/presskit');
    const kit = JSON.parse(await pageOf('/games/crashlands-2/presskit.json')) as {
      images: { files: { file: string; type: string; url: string; sha256: string; bytes: number }[] }[];
    };
    const files = kit.images.flatMap((image) => image.files);
    expect(files.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['crashlands-2-box-art.png', 'crashlands-2-banner.svg', 'rumpus-logo.png']),
    );
    for (const { url, type, sha256, bytes } of files) {
      const file = await site.ask(undefined, new URL(url).pathname);
      const body = Buffer.from(await file.arrayBuffer());
      expect(file.headers.get('content-type')).toBe(type);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.(?:png|svg)"$/);
      expect([createHash('sha256').update(body).digest('hex'), body.length]).toEqual([sha256, bytes]);
      expect(html).toContain(sha256);
    }
  });
});

test('a page allows frames only with a trailer, and only of one host', async () => {
  const frames = async (path: string) =>
    /frame-src ([^;]+)/.exec((await site.ask(undefined, path)).headers.get('content-security-policy') ?? '')?.[1];
  expect(await frames('/')).toBe("'none'");
  expect(await frames('/games')).toBe("'none'");
  expect(await frames('/ja-JP/dev/trailer')).toBe('https://www.youtube-nocookie.com');
  for (const { slug, trailer } of games) {
    const hosts = trailer === undefined ? "'none'" : 'https://www.youtube-nocookie.com';
    expect(await frames(`/games/${slug}`), slug).toBe(hosts);
  }
});

test('a page with a trailer mentions YouTube only in a link, so that nothing is loaded from there', async () => {
  const html = await pageOf('/dev/trailer');
  expect(html).toMatch(/<a href="https:\/\/www\.youtube\.com\/watch\?v=[\w-]+" rel="noopener"/);
  expect(html).not.toMatch(/<iframe|youtube-nocookie|ytimg/);
  expect(html).not.toMatch(/(?:src|srcset|poster)="https?:/i);
});
