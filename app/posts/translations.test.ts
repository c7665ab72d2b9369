import { beforeAll, expect, test } from 'vitest';

import { isComplete } from '#app/current/locale.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import type { CastName } from '#test/cast.ts';
import { openEditor } from '#test/posts/editor-page.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const MAIN = 'https://www.rumpus.example';

beforeAll(async () => {
  for (const { crateId, policy } of crates) await createCrate(site, crateId, policy as Policy);
});

async function createPost(name: string, tags: string[] = []): Promise<Item> {
  const map = { title: `Title of ${name}`, blurb: 'A blurb.', imageAlt: 'A cake.' };
  return createItem(site, '/api/storage/crates/posts', 'staff', { name, tags, map }, `Words of ${name}.`);
}

const translate = (who: CastName | undefined, name: string, locale: string) =>
  site.submit(who, `/editor/${name}`, { intent: 'editor.translate', locale });

const wordsOf = (html: string) =>
  html.replaceAll(/<script[^]*?<\/script>|<!-- -->|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** What the editor says of a post in each language. */
async function statesOf(name: string): Promise<string> {
  const words = wordsOf((await openEditor(site, 'staff', `/editor/${name}`)).html);
  return /Languages (.*?) Preview links/.exec(words)?.[1] ?? '';
}

async function draftsOf(name: string): Promise<Item[]> {
  return dataOf(await site.ask('staff', `/api/storage/crates/posts/items?names=${name}`));
}

test('a translation begins with the words of its original, is one for each language, and comes out on its own', async () => {
  await createPost('original', ['topic:news']);
  expect(await statesOf('original')).toMatch(/English Original 日本語 Begin.* Begin the translation: 日本語/);
  // Two at one time begin the same one.
  const begun = await Promise.all([translate('staff', 'original', 'ja-JP'), translate('admin', 'original', 'ja-JP')]);
  expect(begun.map(({ headers }) => headers.get('location')?.split('?')[0])).toEqual(
    Array.from({ length: 2 }, () => '/editor/original-ja-jp'),
  );
  const [draft, ...others] = await draftsOf('original-ja-jp');
  expect([others, draft?.tags.slice(0, 2), draft?.map]).toEqual([
    [],
    ['topic:news', 'locale:ja-JP'],
    { title: 'Title of original', blurb: 'A blurb.', imageAlt: 'A cake.' },
  ]);
  expect(await statesOf('original')).toMatch(/日本語 Draft/);
  const untranslated = wordsOf(await (await site.ask(undefined, '/ja-JP/post/original')).text());
  expect(untranslated).toContain('We’re still translating this post. For now, it’s in English.');
  const editor = await openEditor(site, 'staff', '/editor/original-ja-jp');
  await editor.send('editor.publish', { title: '原文の題', text: '日本語の文章。' });
  const html = await (await site.ask(undefined, '/ja-JP/post/original')).text();
  expect(html).toMatch(/<h1 lang="ja-JP"[^>]*>原文の題/);
  expect(html).toContain('日本語の文章。');
  expect(html).not.toContain('still translating this post');
  for (const path of ['/post/original', '/de-DE/post/original']) {
    expect(await (await site.ask(undefined, path)).text()).toContain('Words of original.');
  }
  expect(await statesOf('original')).toMatch(/日本語 Everyone/);
  expect(await statesOf('original-ja-jp')).toMatch(/English Original 日本語 Everyone/);
  await (await openEditor(site, 'staff', '/editor/original')).send('editor.save', { blurb: 'Another.' });
  expect(await statesOf('original')).toMatch(/日本語 Older than the original/);
});

test('a translation has one canonical address, that of its original, which asks for the language while that is not complete', async () => {
  const { itemId } = await createPost('canonical');
  await createPost('kanonisch', ['locale:de-DE', `translation:${itemId}`]);
  const app = openTestApp(site, { STAGE: 'www', PUBLIC_URL: MAIN });
  const headOf = async (path: string) => {
    const html = await (await app.sendRequest(path)).text();
    const [, canonical] = /<link rel="canonical" href="([^"]+)"/.exec(html) ?? [];
    const [, shared] = /<meta property="og:url" content="([^"]+)"/.exec(html) ?? [];
    return [canonical, shared];
  };
  expect(isComplete('de-DE')).toBe(false);
  for (const path of ['/de-DE/post/canonical', '/post/kanonisch', '/ja-JP/post/kanonisch']) {
    expect(await headOf(path)).toEqual([`${MAIN}/post/canonical`, `${MAIN}/de-DE/post/canonical`]);
  }
  expect(await headOf('/en-US/post/canonical')).toEqual(Array(2).fill(`${MAIN}/en-US/post/canonical`));
});

test.each(['hidden', 'unlisted'])('a translation that is %s is shown nowhere but where it is itself', async (state) => {
  const { itemId } = await createPost(`of-${state}`);
  await createPost(`translation-${state}`, ['locale:fr-FR', `translation:${itemId}`, state]);
  for (const who of [undefined, 'player', 'staff'] as const) {
    expect(await (await site.ask(who, `/fr-FR/post/of-${state}`)).text()).toContain(`Words of of-${state}.`);
  }
  const status = async (who?: CastName) => (await site.ask(who, `/post/translation-${state}`)).status;
  expect([await status(), await status('staff')]).toEqual([state === 'hidden' ? 404 : 200, 200]);
});

test.each(['hidden', 'unlisted'])('a translation tells nothing of an original that is %s', async (state) => {
  const { itemId } = await createPost(`secret-${state}`, [state]);
  await createPost(`told-${state}`, ['locale:it-IT', `translation:${itemId}`]);
  const html = await (await site.ask(undefined, `/it-IT/post/told-${state}`)).text();
  expect(html).toContain(`Words of told-${state}.`);
  expect(html).not.toContain(`secret-${state}`);
});

test('only what is out is translated, by staff, into a language of ours that is not its own', async () => {
  const { itemId } = await createPost('refused');
  const page = await openEditor(site, 'staff', '/editor');
  await page.send('editor.save', { title: 'Not out', slug: 'not-out' });
  const draft = await translate('staff', 'not-out', 'ja-JP');
  expect([draft.status, wordsOf(await draft.text()).includes('You can translate it once')]).toEqual([409, true]);
  for (const locale of ['en-US', 'xx', 'en-XA', ''])
    expect((await translate('staff', 'refused', locale)).status).toBe(400);
  expect([
    (await translate('player', 'refused', 'ja-JP')).status,
    (await translate(undefined, 'refused', 'ja-JP')).status,
  ]).toEqual([404, 404]);
  // What the tag says is not taken for more than a word.
  await createPost('odd', ['locale:pl-PL', 'translation:no id']);
  for (const path of ['/post/odd', '/pl-PL/post/odd', '/editor/odd'])
    expect((await site.ask('staff', path)).status).toBe(200);
  expect(await draftsOf(`refused-ja-jp,${itemId}-ja-jp`)).toEqual([]);
});
