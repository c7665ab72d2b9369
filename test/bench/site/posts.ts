import { setTimeout as pause } from 'node:timers/promises';

import type { Pool } from 'pg';

import { requestBytes } from '../http-connection.ts';
import { load } from '../load.ts';
import type { LoadFigures } from '../load.ts';
import { FEW, SECONDS } from '../measure.ts';
import type { BenchSetup } from '../setup.ts';
import { openRenders, perSecond } from './pages.ts';

/** One address among few posts and among many, not from what is kept. */
export interface PostRates {
  path: string;
  few: LoadFigures;
  many: LoadFigures;
  /** Milliseconds of React alone, with the data of the page at hand; undefined for a document. */
  bare: number | undefined;
}

export const FEW_POSTS = 10;
export const MANY_POSTS = 10_000;
const DOCUMENT = '/blog/rss.xml';

/** Those of the seeds, the newest ten of them, and then as many copies. */
export async function measurePosts(ground: BenchSetup): Promise<PostRates[]> {
  await ground.changeDatabase(keepFewPosts);
  const name = await nameOfMiddle(ground.pool);
  const paths = ['/blog', '/blog/design', `/post/${name}`, DOCUMENT, ...searchesOf(name)];
  await waitUntilIndexed(ground.pool);
  const few = await measureAll(ground, paths);
  await ground.changeDatabase(copyPosts);
  await waitUntilIndexed(ground.pool);
  const many = await measureAll(ground, paths);
  const renders = await openRenders(ground);
  const rates: PostRates[] = [];
  for (const [at, path] of paths.entries()) {
    const [before, after] = [few[at], many[at]];
    if (before === undefined || after === undefined) throw new Error(path);
    rates.push({ path, few: before, many: after, bare: path === DOCUMENT ? undefined : await bareOf(renders, path) });
  }
  await renders.close();
  return rates;
}

/** A word and a phrase of nearly every post, the words of one, and a word of one with two letters in each other's place. */
function searchesOf(name: string): string[] {
  const words = name.split('-');
  const long = words.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const searches = ['the', '%22of+the%22', words.join('+'), long.replace(/^(.)(.)(.)/, '$1$3$2')];
  return searches.map((q) => `/blog?q=${q}`);
}

async function bareOf(renders: Awaited<ReturnType<typeof openRenders>>, path: string): Promise<number> {
  const render = await renders.of(path);
  await perSecond(render);
  return 1000 / (await perSecond(render));
}

async function measureAll({ ports }: BenchSetup, paths: readonly string[]): Promise<LoadFigures[]> {
  const figures: LoadFigures[] = [];
  for (const path of paths) {
    // A query keeps a page from being kept.
    const bytes = requestBytes('GET', `${path}${path.includes('?') ? '&' : '?'}bench`, {
      accept: 'text/html',
      'accept-encoding': 'br',
    });
    const run = (seconds: number) =>
      load({ port: ports.site, connections: FEW, seconds, status: 200, request: () => bytes });
    await run(SECONDS);
    figures.push(await run(2 * SECONDS));
  }
  return figures;
}

/** What was changed past the site it finds by walking all posts, as with a new form of the index. */
export async function waitUntilIndexed(pool: Pool): Promise<void> {
  await pool.query(`update post_search_progress set form = 0`);
  await pool.query(`select pg_notify('changed', 'changes:posts')`);
  const isIndexed = async () => {
    const { rowCount } =
      await pool.query(`select from post_search_progress where crate_id = 'posts' and form > 0 and not is_walking
      and (select count(*) filter (where recency > 0) = least(count(*), 4096) from post_search where crate_id = 'posts')`);
    return rowCount === 1;
  };
  while (!(await isIndexed())) await pause(500);
  await pool.query('vacuum analyze');
}

/** A post with others on both sides. */
async function nameOfMiddle(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from items where crate_id = 'posts' order by created_at desc offset ${FEW_POSTS / 2} limit 1`,
  );
  return rows[0]?.name ?? '';
}

export async function keepFewPosts(pool: Pool): Promise<void> {
  const others = `select item_id from (select item_id, row_number() over
      (order by tags && '{hidden,unlisted,topic:devchat}', created_at desc) as n
    from items where crate_id = 'posts') numbered where n > ${FEW_POSTS}`;
  for (const table of ['item_tags', 'item_shares', 'item_changes', 'items'])
    await pool.query(`delete from ${table} where crate_id = 'posts' and item_id in (${others})`);
  await pool.query('vacuum analyze');
}

/** Each an hour older than the one before, all older than the first ten. */
export async function copyPosts(pool: Pool): Promise<void> {
  await pool.query(`
    insert into items (crate_id, item_id, rev, name, user_id, collaborators, tags, map, mimetype, bytes, body, digest,
      created_at, updated_at, updated_by)
    select 'posts', uuidv7((at - now())::interval), rev, name || '-' || copy, user_id, collaborators, tags, map, mimetype,
      bytes, body, digest, at, at, updated_by
    from (select i.*, copy, oldest - (copy * 10 + row_number() over (partition by copy)) * interval '1 hour' as at
      from items i, (select min(created_at) as oldest from items where crate_id = 'posts') first,
        generate_series(1, ${MANY_POSTS / FEW_POSTS - 1}) copy
      where i.crate_id = 'posts') copies`);
  await pool.query(`
    insert into item_tags (crate_id, tag, created_at, item_id, ordinal)
    select i.crate_id, tag, i.created_at, i.item_id, i.ordinal from items i, unnest(i.tags) tag where i.crate_id = 'posts'
    on conflict do nothing`);
  await pool.query(`
    insert into item_shares (crate_id, user_id, created_at, item_id, ordinal)
    select i.crate_id, other, i.created_at, i.item_id, i.ordinal from items i, unnest(i.collaborators[2:]) other
    where i.crate_id = 'posts' on conflict do nothing`);
  await pool.query('vacuum analyze');
}
