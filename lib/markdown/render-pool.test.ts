import { afterAll, expect, test } from 'vitest';

import type { PoolLimits } from '#lib/threads/thread-pool.server.ts';

import { renderArticleParts } from './article-parts.server.ts';
import type { ArticleOptions } from './article.ts';
import { MAX_ARTICLE } from './guards.ts';
import { RenderPool } from './render-pool.server.ts';

const WORDS = { note: 'Note', tip: 'Tip', warning: 'Warning', spoiler: 'Spoiler', footnotes: 'Notes', back: 'Back' };
const OPTIONS: ArticleOptions = { words: WORDS, ownOrigins: ['https://own.example'] };
const LIMITS: PoolLimits = { threads: 1, milliseconds: 20_000, megabytes: 64, waiting: MAX_ARTICLE };

const pools: RenderPool[] = [];
function openPool(limits: Partial<PoolLimits> = {}): { pool: RenderPool; failures: string[] } {
  const failures: string[] = [];
  const pool = new RenderPool({ ...LIMITS, ...limits }, (reason) => failures.push(reason));
  pools.push(pool);
  return { pool, failures };
}
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

const SLOW = '- a\n'.repeat(16_000);

const shared = openPool();

test('a thread renders as this one does, also text that is too long for this one', async () => {
  const { pool, failures } = shared;
  const text = '# A\n\n:::note\n::shop[b]{of=c}\n:::\n\n```js\nlet a;\n```';
  expect(await pool.render(text, OPTIONS)).toEqual(renderArticleParts(text, OPTIONS));
  const long = `${'A *word* and others. '.repeat(40)}\n\n`.repeat(80);
  expect(await pool.render(long, OPTIONS)).toMatchObject({ words: 12_800 });
  expect(await pool.renderPlain('# *A*')).toEqual({ html: '<h1><em>A</em></h1>' });
  expect(failures).toEqual([]);
});

test('a thread that takes too long is ended, and another renders what waits', async () => {
  const { pool, failures } = openPool({ milliseconds: 300 });
  const [slow, next] = await Promise.all([pool.render(SLOW, OPTIONS), pool.render('next', OPTIONS)]);
  expect([slow, failures]).toEqual(['too much', ['took more than 300 ms']]);
  expect(next).toMatchObject({ html: ['<p>next</p>'] });
});

test('a thread that needs too much memory is ended, and another renders what waits', async () => {
  const { pool, failures } = openPool({ megabytes: 24 });
  const large = '`a` b '.repeat(30_000);
  const [heavy, next] = await Promise.all([pool.render(large, OPTIONS), pool.render('next', OPTIONS)]);
  expect([heavy, failures[0]]).toEqual(['too much', expect.stringContaining('memory')]);
  expect(next).toMatchObject({ html: ['<p>next</p>'] });
});

test('a pool refuses more than may wait, ends what it began when it closes, and then refuses all', async () => {
  const { pool } = shared;
  const all = Promise.all(['a', 'b', 'x'.repeat(MAX_ARTICLE), 'c'].map((text) => pool.render(text, OPTIONS)));
  await pool.close();
  const done = (await all).map((parts) => (typeof parts === 'string' ? parts : parts.html[0]));
  expect(done).toEqual(['<p>a</p>', '<p>b</p>', 'busy', '<p>c</p>']);
  expect(await pool.render('f', OPTIONS)).toBe('busy');
});
