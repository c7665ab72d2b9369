import { performance } from 'node:perf_hooks';

import type { Pool } from 'pg';

import { percentilesOf } from '../people/percentiles.ts';
import { cursorOf } from '../searches.ts';
import type { BenchSetup } from '../setup.ts';
import { screenRowOf } from './report.ts';
import type { ConsoleReport, ScreenFigures } from './report.ts';

const ITEMS = 1_000_000;
/** Have a title of which one word is in all of them, and one in a few. */
const TITLED = 100_000;
const TRASHED = 100_000;
const TIMES = 50;
const DEEP_PAGE = 5000;
const ROWS = 20;

/** A screen of the console among many items, and what its main part is in SQL alone. */
interface ConsoleScreen {
  readonly name: string;
  readonly path: string;
  readonly sql: string;
}

/** What staff open in the console about a crate, as they get it over HTTP: the whole of the page, one after the other. */
export async function measureConsole(ground: BenchSetup): Promise<ConsoleReport> {
  await ground.fill(ITEMS);
  await ground.changeDatabase(fillConsole);
  const deep = await cursorOf(ground.ports.site, DEEP_PAGE);
  const screens: ScreenFigures[] = [];
  for (const screen of crateScreens(deep)) {
    const figures = await measureScreen(ground, screen);
    screens.push(figures);
    process.stdout.write(`${screenRowOf(figures).join('  ')}\n`);
  }
  return { items: ITEMS, screens };
}

const LIST = '/admin/crates/bench/items';
const COLUMNS = `i.item_id, i.rev, i.name, i.user_id, i.collaborators, i.tags, i.map, i.note, i.mimetype, i.bytes, i.created_at,
  i.updated_at`;

/** Each is a line: its address, and in SQL what it is about. */
function crateScreens(deep: string): ConsoleScreen[] {
  const page = (where: string, order = 'i.created_at desc, i.item_id desc') =>
    `select ${COLUMNS} from items i where i.crate_id = 'bench' and ${where} order by ${order} limit ${ROWS + 1}`;
  const ofTag = (tag: string, where = 'true') =>
    `select ${COLUMNS} from item_tags t cross join lateral
      (select * from items i where i.crate_id = 'bench' and i.item_id = t.item_id limit 1) i
      where t.crate_id = 'bench' and t.tag = '${tag}' and ${where} order by t.created_at desc, t.item_id desc limit ${ROWS + 1}`;
  const screen = (name: string, query: string, sql: string): ConsoleScreen => ({
    name: `items: ${name}`,
    path: `${LIST}?limit=${ROWS}${query === '' ? '' : `&${query}`}`,
    sql,
  });
  const words = (word: string) => page(`i.words @@ '${word}'::tsquery`);
  return [
    screen('first page', '', page('true')),
    screen('one tag', 'tags=difficulty:3', ofTag('difficulty:3')),
    screen('two tags', 'tags=draft,difficulty:3', ofTag('draft', `i.tags @> '{difficulty:3}'`)),
    screen('a tag and an exclusion', 'tags=difficulty:3,-draft', ofTag('difficulty:3', `not i.tags && '{draft}'`)),
    screen('exclusions alone', 'tags=-draft,-difficulty:3', page(`not i.tags && '{draft,difficulty:3}'`)),
    screen('an absent tag', 'tags=nobody:has-it', ofTag('nobody:has-it')),
    screen('dates', 'dates=createdAt%3C2025-03-01', page(`i.created_at < '2025-03-01'`)),
    screen('a rare word', 'q=w777', words('w777')),
    screen('a common word', 'q=castle', words('castle')),
    screen('by a stat', 'sort=stats.score&columns=stats.score', byStat),
    screen('by name', 'sort=-name', page('true', 'i.sort_name, i.item_id')),
    screen('changed last', 'sort=updatedAt', page('true', 'i.updated_at desc, i.item_id desc')),
    screen('of a person', 'userIds=maker', page(`i.user_id = 'maker'`)),
    screen(`page ${DEEP_PAGE}`, deep, page(`(i.created_at, i.item_id) < (select created_at, item_id from bench_deep)`)),
    screen('trash', 'trash=true', TRASH),
  ];
}

const byStat = `select ${COLUMNS} from item_stats s join items i on i.crate_id = 'bench' and i.item_id = s.item_id
  where s.crate_id = 'bench' and s.name = 'score' and s.rank is not null order by s.rank desc, s.item_id desc limit ${ROWS + 1}`;
const TRASH = `select i.* from trashed_items t
  join item_versions i on i.crate_id = 'bench' and i.item_id = t.item_id and i.rev = t.rev
  where t.crate_id = 'bench' order by t.deleted_at desc, t.item_id desc limit ${ROWS + 1}`;

async function measureScreen(ground: BenchSetup, { name, path, sql }: ConsoleScreen): Promise<ScreenFigures> {
  const url = `http://127.0.0.1:${ground.ports.site}${path}`;
  const headers = { cookie: ground.writer['cookie'] ?? '', accept: 'text/html' };
  const statuses = new Set<number>();
  const open = async () => {
    const response = await fetch(url, { headers });
    await response.text();
    statuses.add(response.status);
  };
  const first = await timeOf(open);
  const [page, bare] = [await timesOf(open), await timesOf(() => ground.pool.query(sql))];
  return { name, statuses: [...statuses], first, page: percentilesOf(page), bare: percentilesOf(bare) };
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) times.push(await timeOf(work));
  return times;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Titles and a trash, past the site. */
async function fillConsole(pool: Pool): Promise<void> {
  await pool.query(`
    update items i set map = jsonb_build_object('title', 'castle w' || n % 5000)
    from (select item_id, row_number() over (order by created_at desc) as n from items where crate_id = 'bench'
      order by created_at desc limit ${TITLED}) titled
    where i.crate_id = 'bench' and i.item_id = titled.item_id and i.map = '{}'`);
  await pool.query(`
    with thrown as (
      select uuidv7(n * interval '-1 minute') as item_id, n, now() - n * interval '10 seconds' as at
      from generate_series(1, ${TRASHED}) n where not exists (select from trashed_items where crate_id = 'bench')),
    kept as (
      insert into item_versions (crate_id, item_id, rev, user_id, collaborators, tags, map, mimetype, bytes, body, updated_at,
        ended_at, trashed)
      select 'bench', item_id, 1, 'maker', '{maker}', '{kind:level}', '{}', 'text/plain', 5, 'hello', at, at, true from thrown)
    insert into trashed_items (crate_id, item_id, rev, ordinal, created_at, deleted_at, deleted_by)
    select 'bench', item_id, 1, 10000000 + n, at, at, 'maker' from thrown`);
  await pool.query(`
    drop table if exists bench_deep;
    create table bench_deep as select created_at, item_id from items where crate_id = 'bench'
      order by created_at desc, item_id desc offset ${DEEP_PAGE * ROWS} limit 1`);
  await pool.query('vacuum analyze');
}
