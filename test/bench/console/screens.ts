import { DEEP_PAGE, ROWS } from './fill.ts';

/** A screen of the console among many items, and what its main part is in SQL alone. */
export interface ConsoleScreen {
  readonly name: string;
  readonly path: string;
  readonly sql: string;
  /** Of what is posted, instead of opened. */
  readonly form?: Readonly<Record<string, string>>;
}

/** What addresses name that only the database knows. */
export interface ConsolePlaces {
  /** The cursor of a deep page, as in an address. */
  readonly deep: string;
  /** The item of which there is much. */
  readonly itemId: string;
  readonly rev: string;
  readonly keyId: string;
  readonly auditId: string;
  /** Where the feed of the crate was some changes ago, as in an address. */
  readonly since: string;
}

const CRATE = '/admin/crates/bench';
const COLUMNS = `i.item_id, i.rev, i.name, i.user_id, i.collaborators, i.tags, i.map, i.note, i.mimetype, i.bytes, i.created_at,
  i.updated_at`;

/** Each is a line: its address, and in SQL what it is about. */
export function consoleScreens(places: ConsolePlaces): ConsoleScreen[] {
  return [...itemLists(places), ...itemPages(places), ...crateScreens(places), ...otherScreens(places)];
}

function itemLists({ deep }: ConsolePlaces): ConsoleScreen[] {
  const page = (where: string, order = 'i.created_at desc, i.item_id desc') =>
    `select ${COLUMNS} from items i where i.crate_id = 'bench' and ${where} order by ${order} limit ${ROWS + 1}`;
  const ofTag = (tag: string, where = 'true') =>
    `select ${COLUMNS} from item_tags t cross join lateral
      (select * from items i where i.crate_id = 'bench' and i.item_id = t.item_id limit 1) i
      where t.crate_id = 'bench' and t.tag = '${tag}' and ${where} order by t.created_at desc, t.item_id desc limit ${ROWS + 1}`;
  const screen = (name: string, query: string, sql: string): ConsoleScreen => ({
    name: `items: ${name}`,
    path: `${CRATE}/items?limit=${ROWS}${query === '' ? '' : `&${query}`}`,
    sql,
  });
  const words = (word: string, where = 'true') => page(`i.words @@ '${word}'::tsquery and ${where}`);
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
    screen('a word that nothing has', 'q=nowhere', words('nowhere')),
    screen('a common word and a tag', 'q=castle&tags=difficulty:3', words('castle', `i.tags @> '{difficulty:3}'`)),
    screen('a common word and a rare tag', 'q=castle&tags=rare:tag', ofTag('rare:tag', `i.words @@ 'castle'`)),
    screen('dates and a tag', 'dates=createdAt%3C2025-03-01&tags=draft', ofTag('draft', `t.created_at < '2025-03-01'`)),
    screen('by a stat', 'sort=stats.score&columns=stats.score', BY_STAT),
    screen(
      'by a stat, of a tag',
      'sort=stats.score&tags=draft',
      BY_STAT.replace('order by', `and i.tags @> '{draft}' order by`),
    ),
    screen('by name', 'sort=-name', page('true', 'i.sort_name, i.item_id')),
    screen('changed last', 'sort=updatedAt', page('true', 'i.updated_at desc, i.item_id desc')),
    screen('of a person', 'userIds=maker', page(`i.user_id = 'maker'`)),
    screen('of a person who has none', 'userIds=somebody', page(`i.user_id = 'somebody'`)),
    screen(
      'a saved view',
      'tags=kind:level,-draft&dates=createdAt%3E2025-02-01&sort=updatedAt&columns=tags,stats.score,collaborators',
      page(`i.tags @> '{kind:level}' and not i.tags && '{draft}'`, 'i.updated_at desc, i.item_id desc'),
    ),
    screen(`page ${DEEP_PAGE}`, deep, page(`(i.created_at, i.item_id) < (select created_at, item_id from bench_deep)`)),
    screen('trash', 'trash=true', TRASH),
  ];
}

const BY_STAT = `select ${COLUMNS} from item_stats s join items i on i.crate_id = 'bench' and i.item_id = s.item_id
  where s.crate_id = 'bench' and s.name = 'score' and s.rank is not null order by s.rank desc, s.item_id desc limit ${ROWS + 1}`;
const TRASH = `select i.* from trashed_items t
  join item_versions i on i.crate_id = 'bench' and i.item_id = t.item_id and i.rev = t.rev
  where t.crate_id = 'bench' order by t.deleted_at desc, t.item_id desc limit ${ROWS + 1}`;

function itemPages({ itemId, rev }: ConsolePlaces): ConsoleScreen[] {
  const of = `crate_id = 'bench' and item_id = '${itemId}'`;
  const item = `select * from items where ${of}`;
  const versions = `select * from item_versions where ${of} order by rev desc limit 21`;
  const screen = (name: string, query: string, sql = item): ConsoleScreen => ({
    name: `item: ${name}`,
    path: `${CRATE}/items/${itemId}${query}`,
    sql,
  });
  return [
    screen('its page', ''),
    screen('in hex', '?hex=0'),
    screen('people', '?view=people'),
    screen('stats and records', '?view=stats', `select * from item_stats where ${of}`),
    screen('versions', '?view=versions', versions),
    screen('a version beside the present', `?view=versions&rev=${rev}`, versions),
    screen('as the public sees it', '?view=access&as=public'),
    screen('history', '?view=history', auditOf(`target = 'item/bench/${itemId}'`)),
    screen('what changed since', `?since=${rev}`, versions),
  ];
}

const auditOf = (where: string) => `select * from audit where ${where} order by at desc, audit_id desc limit 51`;

/** Of as many items as the bulk bench: so many have come until then. */
const OF_10_000 = 'dates=createdAt%3C2025-01-03T07:33:20.000Z';

function crateScreens({ since }: ConsolePlaces): ConsoleScreen[] {
  const crates = `select c.*, s.items, s.bytes from crates c left join lateral
    (select * from crate_sizes s where s.crate_id = c.crate_id order by day desc limit 1) s on true`;
  const few = `select count(*) from (select from items where crate_id = 'bench' and created_at < '2025-01-03T07:33:20Z' limit 100001) few`;
  const frozen = `insert into bulk_acts (crate_id, bulk_id, state, deed, created_by, created_at, user_id, own_role)
      values ('bench', '01890000-0000-7000-8000-00000000beef', 'collecting', '{}', 'maker', now(), 'maker', 'admin');
    insert into bulk_rows (crate_id, bulk_id, item_id, rev)
    select 'bench', '01890000-0000-7000-8000-00000000beef', item_id, rev from items
    where crate_id = 'bench' and created_at < '2025-01-03T07:33:20Z' limit 100001`;
  return [
    {
      name: 'changes of the crate since, 100 of them',
      path: `/api/storage/crates/bench/changes?limit=100&since=${since}`,
      sql: `select * from items where crate_id = 'bench' order by item_id limit 100`,
    },
    {
      name: 'bulk: the acts of a crate',
      path: `${CRATE}/bulk`,
      sql: `select * from bulk_acts where crate_id = 'bench'`,
    },
    { name: 'bulk: what 10,000 are found for', path: `${CRATE}/bulk?of=${encodeURIComponent(OF_10_000)}`, sql: few },
    {
      name: 'bulk: a preview of 10,000',
      path: `${CRATE}/bulk`,
      sql: frozen,
      form: { intent: 'bulk.preview', kind: 'tags', add: 'new', remove: '', whole: 'on', of: OF_10_000 },
    },
    { name: 'crates', path: '/admin/crates', sql: `${crates} order by lower(c.name), c.crate_id limit 51` },
    { name: 'crates: by size', path: '/admin/crates?sort=size', sql: `${crates} order by s.bytes desc limit 51` },
    {
      name: 'crates: changed last',
      path: '/admin/crates?sort=changed',
      sql: `${crates} order by updated_at desc limit 51`,
    },
    { name: 'crates: by words', path: '/admin/crates?text=777', sql: `${crates} where c.name like '%777%' limit 51` },
    { name: 'crate: its page', path: CRATE, sql: `${crates} where c.crate_id = 'bench'` },
    {
      name: 'crate: why somebody may not',
      path: `${CRATE}?who=b000777&deed=update`,
      sql: `${crates} where c.crate_id = 'bench'`,
    },
  ];
}

function otherScreens({ keyId, auditId }: ConsolePlaces): ConsoleScreen[] {
  const accounts = `select a.*, n.alias from accounts a left join aliases n on n.user_id = a.user_id and n.context = 'rumpus'`;
  const posts = `select ${COLUMNS} from items i where i.crate_id = 'posts' order by i.updated_at desc limit 26`;
  const screen = (path: string, sql: string, name = path): ConsoleScreen => ({ name, path, sql });
  const ofKeys = `select * from app_keys where app_id = 'bench'`;
  return [
    screen('/admin', `select count(*) from (select from contact_submissions where state = 'open' limit 100) few`),
    screen(
      '/api/console/doors',
      `select count(*) from (select from contact_submissions where state = 'open' limit 100) few`,
    ),
    screen('/admin/accounts', `${accounts} order by a.created_at desc, a.user_id desc limit 51`),
    screen('/admin/accounts?list=team', `${accounts} where role <> 'authenticated' order by role, a.user_id limit 51`),
    screen('/admin/accounts?text=Player+77', `${accounts} where lower(n.alias) like 'player 77%' limit 51`),
    screen('/admin/accounts/b000777', `${accounts} where a.user_id = 'b000777'`),
    screen('/admin/apps', `select * from apps order by app_id limit 51`),
    screen('/admin/apps/bench', ofKeys),
    screen(`/admin/apps/bench/keys/${keyId}?span=month`, ofKeys, '/admin/apps/bench, a key of a month'),
    screen('/admin/audit', auditOf('true')),
    screen('/admin/audit?action=item&reason=w3', auditOf(`split_part(action, '.', 1) = 'item' and reason like '%w3%'`)),
    screen(`/admin/audit/${auditId}`, `select * from audit where audit_id = ${auditId}`, '/admin/audit, an entry'),
    screen('/editor/posts', posts),
    screen('/editor/posts?state=draft', posts.replace('order by', `and i.tags @> '{draft}' order by`)),
    screen('/editor/posts?q=the', posts),
    screen('/editor/posts?sort=name&topic=design', posts.replace('i.updated_at desc', 'i.sort_name')),
    screen('/api/console/things?text=the', posts),
    screen('/api/console/things?text=crate', `select * from crates where name like '%crate%' limit 8`),
  ];
}
