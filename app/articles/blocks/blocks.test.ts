import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { XSS_CORPUS, findUnsafe, proseOf } from '#test/xss-corpus.ts';

import { renderArticlePreview } from '../rendering.server.ts';

const site = useTestSite({ IMAGE_SOURCES: 'https://images.example' });
let posts: string;
let library: string;
beforeAll(async () => {
  posts = await createCrate(site, 'posts');
  library = await createCrate(site, 'library');
});

let count = 0;
/** The HTML of a post's body, as a visitor gets it. */
async function show(text: string, tags: string[] = []): Promise<string> {
  const name = `post-${(count += 1)}`;
  await createItem(site, posts, 'creator', { name, tags, map: { title: 'Post' } }, text);
  const response = await site.ask(undefined, `/post/${name}`);
  expect(response.status).toBe(200);
  return proseOf(await response.text());
}

test('a picture is one of ours or of a listed host, in the sizes of the site', async () => {
  const html = await show(
    '::image[A cake]{src=planet-cake alt="Round"}\n\n![x](https://images.example/a.png)\n\n![y](https://b.example/c.png)\n\n' +
      '::image[b]{src=planet-cake width=4 height=0}',
  );
  const [picture = ''] = /(?<=<figure class="picture">)<img [^>]*>/.exec(html) ?? [];
  expect(picture).toMatch(/ src="\/media\/fit-in\/\d+x\d+\/snippets\/planet-cake\.jpg[^"]*"/);
  expect(picture).toMatch(/ srcset="[^"]* \d+w, [^"]*"/);
  for (const attribute of [' sizes="', ' width="720" height="', ' alt="Round"', ' loading="lazy"']) {
    expect(picture).toContain(attribute);
  }
  expect(html).toContain(`/${encodeURIComponent('https://images.example/a.png')}`);
  expect(html).toContain('<p class="plain-block">![y](https://b.example/c.png)</p>');
  expect(html).toContain('<p class="plain-block">::image[b]{src=planet-cake width=4 height=0}</p>');
  expect(findUnsafe(html)).toEqual([]);
});

test('a picture that says no size has that of its upload, before that of a drawing of the same name, and others none', async () => {
  for (const [name, width, height] of [
    ['hand-made', 400, 100],
    ['planet-cake', 100, 200],
  ] as const) {
    const body = await sharp({ create: { width, height, channels: 3, background: '#18b3cc' } })
      .png()
      .toBuffer();
    const put = await site.ask('staff', `/api/media/snippets/${name}`, { method: 'PUT', body });
    expect(put.status).toBe(201);
  }
  const text =
    '![a](hand-made)\n\n:::gallery[b]\n![c](planet-cake)\n![d](hand-made)\n:::\n\n![e](nothing-there)\n\n' +
    '![f](https://images.example/a.png)\n\n::image[g]{src=hand-made width=30 height=20}';
  const html = await show(text);
  const sizes = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) =>
    [/alt="(\w)/, / width="(\d+)"/, / height="(\d+)"/].map((wanted) => wanted.exec(tag)?.[1]),
  );
  expect(sizes).toEqual([
    ['a', '720', '180'],
    ['c', '720', '1440'],
    ['d', '720', '180'],
    ['e', undefined, undefined],
    ['f', undefined, undefined],
    [undefined, '720', '480'],
  ]);
  await site.ask('staff', '/api/media/snippets/planet-cake', { method: 'DELETE' });
  const preview = await renderArticlePreview(systemCurrent(site.parts), '![a](hand-made)', 'en-US');
  expect(preview.html).toContain('width="720" height="180"');
});

test('an upload that moves is shown as it is, and moves in a text too', async () => {
  const frames = ['#18b3cc', '#ffd047'].map((background) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const body = await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
  await site.ask('staff', '/api/media/snippets/wave', { method: 'PUT', body });
  const html = await show('![a](wave)\n\n::image{src="wave" alt="b" width=40 height=20}');
  expect(html.match(/<img [^>]*>/g)).toEqual(
    ['a', 'b'].map((alt) =>
      expect.stringMatching(new RegExp(`src="/media/gifs/wave.gif" width="720" height="360" alt="${alt}"`)),
    ),
  );
  const gif = await site.ask(undefined, '/media/gifs/wave.gif');
  expect((await sharp(await gif.arrayBuffer(), { animated: true }).metadata()).pages).toBe(2);
});

test('a video is a link with a picture of ours, and its host hears nothing before a click', async () => {
  const html = await show(
    '::video[A *film*]{youtube=aaaaaaaaaaa}\n\n::video[b]{youtube=short}\n\n::video{youtube=aaaaaaaaaaa}',
  );
  expect(html).toContain('<a href="https://www.youtube.com/watch?v=aaaaaaaaaaa" rel="noopener"');
  expect([...html.matchAll(/ src="([^"]*)"/g)].map(([, src]) => src?.startsWith('/media/'))).toEqual([true]);
  expect(html.match(/plain-block/g)).toHaveLength(2);
});

test('stores are those of a game that the reader may see', async () => {
  const html = await show(
    '::stores{game=levelhead}\n\n::stores{game=rumpus-pack}\n\n::stores{game=nothing}\n\n::stores{game=levelhead onclick=x}',
  );
  expect(html).toContain('https://store.steampowered.com/app/');
  expect(
    html.match(/<p class="plain-block">::stores\{game=(?:rumpus-pack|nothing|levelhead onclick=x)\}/g),
  ).toHaveLength(3);
});

test('patch notes are the newest releases of a game that the reader may see, or what one of them changed', async () => {
  const crate = await createCrate(site, 'changelogs');
  for (const [version, tags] of [['1.9.0'], ['1.10.0'], ['1.11.0', ['hidden']]] as const) {
    const notes = [{ id: 'a', category: 'mended', text: `<b>${version}` }];
    const map = { version, date: '2026-01-01', title: `Title of ${version}` };
    const parameters = { tags: ['app:levelhead', ...(tags ?? [])], map };
    await createItem(site, crate, 'staff', parameters, JSON.stringify({ notes }));
  }
  const newest = await show('::patchnotes{game=levelhead}\n\n::patchnotes{game=rumpus-pack}\n\n::patchnotes{}');
  expect([...newest.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/games/levelhead/patchnotes',
    '/games/levelhead/patchnotes?version=1.10.0',
    '/games/levelhead/patchnotes?version=1.9.0',
  ]);
  expect(newest.match(/plain-block/g)).toHaveLength(2);
  const one = await show(
    '::patchnotes[What *changed*]{game=levelhead version=1.9.0}\n\n::patchnotes{game=levelhead version=1.11.0}',
  );
  expect(one).toContain('>What changed</a>');
  expect(one).toContain('&lt;b&gt;1.9.0');
  expect(one).not.toContain('Title of 1.11.0');
  expect(one.match(/plain-block/g)).toHaveLength(1);
  expect(findUnsafe(newest + one)).toEqual([]);
});

test('a download says the type and size of an item that the reader may see', async () => {
  const { itemId } = await createItem(site, library, 'creator', { name: 'level' }, { a: 'b'.repeat(1500) });
  await createItem(site, library, 'creator', { name: 'secret', tags: ['hidden'] });
  const html = await show(
    '::download[A level]{item=library/level}\n\n::download[Same]{item=library/' +
      `${itemId}}\n\n::download[No]{item=library/secret}\n\n::download[No]{item=nowhere/level}\n\n` +
      '::download[File]{href="/media/a.zip"}\n\n::download[Out]{href="https://a.example/b.pdf"}\n\n::download[No]{href="ftp://a"}',
  );
  const links = [...html.matchAll(/<a href="([^"]*)" class="download-block" (download|rel)/g)].map(
    ([, ...parts]) => parts,
  );
  const item = `/api/storage/crates/library/items/${itemId}`;
  expect(links).toEqual([
    [item, 'download'],
    [item, 'download'],
    ['/media/a.zip', 'download'],
    ['https://a.example/b.pdf', 'rel'],
  ]);
  expect(html.replaceAll(/<[^>]*>/g, '|')).toMatch(/A level\|+JSON · 1.5 kB/);
  expect(html.match(/<p class="plain-block">::download\[No\]/g)).toHaveLength(3);
});

test('blocks speak the language of the post, and a long post is rendered whole', async () => {
  expect(await show(':::tip\nx\n:::', ['locale:de-DE'])).toContain('<p class="callout-title">Tipp</p>');
  const long = `# Start\n\n${`${'Some *words* of many. '.repeat(55)}\n\n`.repeat(40)}:::note\nEnd\n:::`;
  const html = await show(long);
  expect(html).toContain('<h2 id="at-start">Start</h2>');
  expect(html).toContain('<p class="callout-title">Good to know</p>');
});

test('a preview looks as the post will, for staff alone', async () => {
  const current = systemCurrent(site.parts);
  const { html, words } = await renderArticlePreview(current, '# A\n\n::stores{game=levelhead}', 'en-US');
  expect([html.includes('steampowered'), html.startsWith('<h2 id="at-a">A</h2>'), words]).toEqual([true, true, 1]);
  const player = { ...current, actor: { ...current.actor, role: 'authenticated' as const, userId: 'x' } };
  await expect(renderArticlePreview(player, 'x', 'en-US')).rejects.toMatchObject({ status: 403 });
});

test('hostile texts are inert on the page and in the preview', async () => {
  const text = XSS_CORPUS.map(({ markdown }) => markdown.replaceAll('\0', '').toWellFormed()).join('\n\n:::\n\n');
  expect(findUnsafe(await show(text))).toEqual([]);
  for (const { markdown } of XSS_CORPUS) {
    const { html } = await renderArticlePreview(systemCurrent(site.parts), markdown, 'en-US');
    expect(findUnsafe(html)).toEqual([]);
  }
});
