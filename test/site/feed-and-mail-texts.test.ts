import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { parseFragment } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { startCampaign } from '#app/telegrams/campaigns/campaign-states.server.ts';
import { createCampaign, setArchiveName } from '#app/telegrams/campaigns/campaigns.server.ts';
import { sendCampaigns } from '#app/telegrams/campaigns/sending.server.ts';
import { findPreview } from '#app/telegrams/issues/preview.server.ts';

import { as, campaignReaders } from '../campaigns.ts';
import { faultsInWord } from '../mail/word.ts';
import { EPISODES, useShow } from '../podcast/show.ts';
import { createCrate, createItem } from '../storage.ts';

/** What a reader without our style sheet is shown. */
const TABLE = '| Who | Ate |\n|-|-:|\n| Flux | 3 |\n\n![A wave](wave)';
const CELLS = ['Who', 'Ate', 'Flux', '3'];

const show = useShow(['a-minute-of-nothing-much']);
const { site } = show;
const { addReaders } = campaignReaders(site);

type Node = DefaultTreeAdapterTypes.Node;

const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : []);
const wordsOf = (node: Node): string => ('value' in node ? node.value : childrenOf(node).map(wordsOf).join(''));
const cellsOf = (node: Node): string[] =>
  node.nodeName === 'td' || node.nodeName === 'th' ? [wordsOf(node)] : childrenOf(node).flatMap(cellsOf);

beforeAll(async () => {
  const frames = ['#18b3cc', '#ffd047'].map((background) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  const body = await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
  await site.ask('staff', '/api/media/snippets/wave', { method: 'PUT', body });
  const posts = await createCrate(site, 'posts');
  const map = { title: 'A table', image: 'wave' };
  await createItem(site, posts, 'creator', { name: 'table', tags: ['topic:levelhead', 'game:levelhead'], map }, TABLE);
  const releases = await createCrate(site, 'changelogs');
  const parameters = { tags: ['app:levelhead'], map: { version: '1.0.0', date: '2026-01-01' } };
  await createItem(site, releases, 'super', parameters, JSON.stringify({ notes: [], intro: TABLE }));
  const [episode] = await show.itemsOf('a-minute-of-nothing-much');
  const path = `${EPISODES}/items/${episode?.itemId}`;
  await site.ask('staff', path, { method: 'PUT', body: TABLE, headers: { 'if-match': '*' } });
  const current = systemCurrent(site.parts);
  await addReaders(['ann@example.com']);
  const { campaignId } = await createCampaign(as(current, 'staff'), {
    subscription: 'ballyhoo',
    name: 'Table',
    perMinute: 60_000,
    versions: { 'en-US': { subject: 'A table', body: TABLE.slice(0, TABLE.indexOf('!')) } },
  });
  await startCampaign(as(current, 'admin'), campaignId);
  await sendCampaigns(current);
  await setArchiveName(as(current, 'staff'), campaignId, 'table');
});

const FEEDS = ['/blog', '/games/levelhead/patchnotes', '/telegrams'].flatMap((path) =>
  ['rss.xml', 'atom.xml', 'feed.json'].map((file) => `${path}/${file}`),
);

function htmlIn(path: string, document: string): string {
  if (path.endsWith('rss.xml')) return parseRssFeed(document).items?.[0]?.content?.encoded ?? '';
  if (path.endsWith('feed.json')) return parseJsonFeed(document).items?.[0]?.content_html ?? '';
  const content: unknown = parseAtomFeed(document).entries?.[0]?.content;
  return typeof content === 'string' ? content : String(Reflect.get(Object(content), 'value'));
}

test.each([...FEEDS, '/podcast/rss.xml'])('the tables of %s say in each cell what was typed', async (path) => {
  const html = htmlIn(path, await show.read(path));
  expect(cellsOf(parseFragment(html))).toEqual(CELLS);
  expect(html).not.toContain('table-name');
});

test('the tables of a mail say in each cell what was typed, and in its plain part too', () => {
  const { html = '', text = '' } = site.parts.mailer.keptMails().find(({ to }) => to === 'ann@example.com') ?? {};
  const [, table = ''] = /(<table class="data"[^]*?<\/table>)/.exec(html) ?? [];
  expect(cellsOf(parseFragment(table))).toEqual(CELLS);
  expect(text).toMatch(/Who +Ate\s*\n\s*Flux +3/);
});

test('on the site the cells of an issue have the names that phones show', async () => {
  expect(await show.read('/telegrams/archive/table')).toContain(
    '<span class="table-name" aria-hidden="true">Who</span>',
  );
});

test('an animated picture moves in a text, at the head of a post and in feeds, and is still where motion is too much', async () => {
  const moving =
    /<picture class="contents"><source media="\(prefers-reduced-motion: reduce\)" srcset="[^"]*\/snippets\/wave\.jpg[^"]*"[^>]*\/><img [^>]*src="[^"]*\/media\/gifs\/wave\.gif"/gi;
  expect((await show.read('/post/table')).match(moving)).toHaveLength(2);
  expect(htmlIn('rss.xml', await show.read('/blog/rss.xml')).match(moving)).toHaveLength(1);
  expect((await show.read('/blog')).match(/\/media\/gifs\//g)).toBeNull();
});

test.each(['rss.xml', 'atom.xml', 'feed.json'])('in %s a topic that is also the game stands once', async (file) => {
  expect((await show.read(`/blog/${file}`)).match(/"levelhead"|>levelhead</g)).toHaveLength(1);
});

describe('Markdown in a newsletter', () => {
  const render = async (body: string) => {
    const staff = as(systemCurrent(site.parts), 'staff');
    const draft = { name: 'Looks', subscription: 'ballyhoo', versions: { 'en-US': { subject: 'Looks', body } } };
    return findPreview(staff, await createCampaign(staff, draft), 'en-US');
  };

  test('has its looks in each tag, by night too, and Word draws them', async () => {
    const preview = await render(
      '# One\n\n## Two\n\nText with a [link](/blog) and `code`.\n\n> A quote\n\n- a\n- [x] done\n\n1. b\n\n' +
        '```\ncode\n```\n\n---\n\n| Who |\n|-|\n| Flux |\n\n[**Play** now](/games)\n\nhttps://www.rumpus.example/x',
    );
    const html = preview?.html ?? '';
    const outside = html.replaceAll(/(<pre [^>]*>)<code>/g, '$1');
    const plain = ['h1', 'h2', 'p', 'a', 'ul', 'ol', 'li', 'th', 'td', 'code', 'pre', 'hr'].filter((name) =>
      new RegExp(`<${name}(?![^>]* style=)[ >]`).test(
        outside.slice(outside.indexOf('class="text issue"'), outside.indexOf('leave.invalid')),
      ),
    );
    expect(plain).toEqual([]);
    expect(faultsInWord(html)).toEqual([]);
    const [, button = ''] = /<td class="button"[^>]*>(.*?)<\/td>/.exec(html) ?? [];
    expect(button).toMatch(/^<a style="[^"]*" href="http:\/\/localhost:8080\/games"><strong>Play<\/strong> now<\/a>$/);
    expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(html).toMatch(
      /<td class="quote text" style="[^"]*border-left:6px solid[^"]*"><p|<td class="quote text"[^>]*>\s*<p/,
    );
    for (const name of ['text', 'link', 'code', 'cell', 'rule']) {
      expect([name, html.includes(`\n.${name}{`), html.includes(`class="${name}`)]).toEqual([name, true, true]);
    }
    expect(preview?.text).toContain('> A quote');
    expect(preview?.text).toContain('Two');
    expect(html).toContain('☑');
    expect(html).not.toContain('<input');
  });

  test('takes words for words, wherever they stand', async () => {
    const words = `<p> </pre> <h1 onclick=alert(1)> </a></p> "><b>`;
    const preview = await render(
      `![${words}](/media/fit-in/32x32/a.png "${words.replaceAll('"', '')}")\n\n[${words}](/blog "${words.replaceAll('"', '')}")\n\n${words}`,
    );
    const tree = parseFragment(preview?.html ?? '');
    const elements = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(elements)];
    const attributes = elements(tree).flatMap((node) => ('attrs' in node ? node.attrs : []));
    expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([]);
    expect(elements(tree).filter(({ nodeName }) => nodeName === 'b')).toEqual([]);
    const picture = elements(tree).find(({ nodeName }) => nodeName === 'img');
    const alt =
      picture !== undefined && 'attrs' in picture ? picture.attrs.find(({ name }) => name === 'alt') : undefined;
    expect(alt?.value).toBe(words);
  });
});
