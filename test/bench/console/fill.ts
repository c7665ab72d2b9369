import type { Pool } from 'pg';

import { fillDesk } from '../contact/measure.ts';
import { copyPosts, keepFewPosts } from '../site/posts.ts';

/** Have a title of which one word is in all of them, and one in a few. */
const TITLED = 100_000;
const TRASHED = 100_000;
const CRATES = 1000;
const ACCOUNTS = 100_000;
const ENTRIES = 200_000;
/** As many as there may be. */
const APPS = 500;
const DAYS = 90;
export const DEEP_PAGE = 5000;
export const ROWS = 20;

/** What the screens are about beside the items, past the site: titles, a trash, crates, people, apps, entries, posts and messages. */
export async function fillConsole(pool: Pool): Promise<void> {
  for (const statement of [TITLES, THROWN, DEEP, MUCH, ...SIZES, ...PEOPLE, ...KEYS, AUDITED])
    await pool.query(statement);
  await fillDesk({ pool });
  await keepFewPosts(pool);
  await copyPosts(pool);
  await pool.query('vacuum analyze');
}

const TITLES = `
  update items i set map = jsonb_build_object('title', 'castle w' || n % 5000)
  from (select item_id, row_number() over (order by created_at desc) as n from items where crate_id = 'bench'
    order by created_at desc limit ${TITLED}) titled
  where i.crate_id = 'bench' and i.item_id = titled.item_id and i.map = '{}'`;

const THROWN = `
  with thrown as (
    select uuidv7(n * interval '-1 minute') as item_id, n, now() - n * interval '10 seconds' as at
    from generate_series(1, ${TRASHED}) n where not exists (select from trashed_items where crate_id = 'bench')),
  kept as (
    insert into item_versions (crate_id, item_id, rev, user_id, collaborators, tags, map, mimetype, bytes, body, updated_at,
      ended_at, trashed)
    select 'bench', item_id, 1, 'maker', '{maker}', '{kind:level}', '{}', 'text/plain', 5, 'hello', at, at, true from thrown)
  insert into trashed_items (crate_id, item_id, rev, ordinal, created_at, deleted_at, deleted_by)
  select 'bench', item_id, 1, 10000000 + n, at, at, 'maker' from thrown`;

const DEEP = `
  create table bench_deep as select created_at, item_id from items where crate_id = 'bench'
    order by created_at desc, item_id desc offset ${DEEP_PAGE * ROWS} limit 1`;

/** An item in the middle with a text, a hundred versions and a thousand records. */
const MUCH = `
  with much as (
    update items i set mimetype = 'application/json', body = convert_to('{"rooms": [' || repeat('{"walls": 4}, ', 70) || '0]}', 'utf8'),
      bytes = length('{"rooms": [' || repeat('{"walls": 4}, ', 70) || '0]}'), tags = tags || '{much}'
    where i.crate_id = 'bench'
      and i.item_id = (select item_id from items where crate_id = 'bench' order by created_at offset 500 limit 1) returning i.*),
  kept as (
    insert into item_versions (crate_id, item_id, rev, user_id, collaborators, tags, map, mimetype, bytes, body, updated_at, ended_at)
    select crate_id, item_id, rev - n, user_id, collaborators, tags, map, mimetype, bytes, body,
      updated_at - n * interval '1 hour', updated_at - (n - 1) * interval '1 hour' from much, generate_series(1, 100) n),
  recorded as (
    insert into item_records (crate_id, item_id, name, user_id, value, created_at)
    select crate_id, item_id, 'score', 'b' || lpad(n::text, 6, '0'), n, updated_at from much, generate_series(1, 1000) n)
  insert into item_tags select crate_id, 'much', created_at, item_id, ordinal from much`;

const SIZES = [
  `insert into crates (crate_id, name, policy)
    select 'crate-' || n, 'Crate ' || n * 7919 % ${CRATES}, '{"list": ["staff"], "read": ["staff"]}' from generate_series(1, ${CRATES}) n`,
  `insert into crate_sizes (crate_id, day, items, bytes, files)
    select crate_id, current_date - n, 1000000 - n, 1000000000 - n * 1000, 0 from crates, generate_series(0, ${DAYS}) n
    on conflict do nothing`,
];

const PEOPLE = [
  `insert into accounts (user_id, role, created_at) select 'b' || lpad(n::text, 6, '0'), 'authenticated', now() - n * interval '1 hour'
    from generate_series(1, ${ACCOUNTS}) n`,
  `with named as (
    insert into aliases (context, user_id, alias, alias_key, safe_alias)
    select 'rumpus', 'b' || lpad(n::text, 6, '0'), 'Player ' || n, 'player ' || n, 'Player #' || 1000000 + n
    from generate_series(1, ${ACCOUNTS}) n returning *)
  insert into alias_names (context, alias_key, user_id) select context, alias_key, user_id from named`,
];

const KEYS = [
  `insert into apps (app_id, name, created_at) select 'app-' || n, 'App ' || n, now() from generate_series(2, ${APPS}) n`,
  `insert into apps (app_id, name, created_at) values ('bench', 'Bench', now())`,
  `insert into app_keys (key_id, key_hash, key_start, app_id, name, scopes, created_at)
    select gen_random_uuid(), sha256(convert_to('key ' || n, 'utf8')), 'abcdef', 'bench', 'Key ' || n,
      '[{"crateId": "*", "may": ["read"]}]', now() from generate_series(1, 20) n`,
  `insert into app_key_hours (key_id, hour, calls, errors, refusals)
    select key_id, date_trunc('hour', now()) - n * interval '1 hour', 1000 + n, n % 7, n % 3
    from app_keys, generate_series(0, ${DAYS * 24}) n where app_id = 'bench'`,
];

const AUDITED = `
  insert into audit (at, user_id, role, action, target, after, request_id, reason)
  select now() - n * interval '30 seconds', 'b' || lpad((n % 200 + 1)::text, 6, '0'), 'admin',
    (array['account.ban', 'account.note', 'item.put', 'item.delete', 'crate.change'])[1 + n % 5],
    case n % 5 when 0 then 'account/b' || lpad((n % 1000 + 1)::text, 6, '0') when 4 then 'crate/bench' when 2 then 'item/bench/' || much.item_id
      else 'app/bench' end,
    jsonb_build_object('count', n), 'request ' || n, case when n % 3 = 0 then 'for w' || n % 7 end
  from generate_series(1, ${ENTRIES}) n, (select item_id from item_tags where crate_id = 'bench' and tag = 'much') much`;
