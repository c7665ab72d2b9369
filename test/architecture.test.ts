import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, test } from 'vitest';

import { changedPaths } from '#bin/tree.js';

import {
  addressesHaveLocale,
  itemsHaveCollections,
  modulesKeepNothing,
  oneDoor,
  oneWayToConnect,
  rightsAreDeclaredOnce,
  sharedWorkIsListed,
} from './architecture/doors.ts';
import { KEPT_EXPORTS, exportsHaveImporters } from './architecture/exports.ts';
import { FILE_RULES, SIGNS } from './architecture/file-rules.ts';
import { downstairsOnly, unusedSideways } from './architecture/floors.ts';
import { IMPORT_RULES } from './architecture/import-rules.ts';
import { importsOf } from './architecture/imports.ts';
import { packagesAreDecided } from './architecture/shape.ts';
import { isCode, readTree } from './architecture/source.ts';
import type { Rule } from './architecture/source.ts';
import { oneOwnerPerTable, rowsHaveReaders } from './architecture/tables.ts';

const tree = readTree(fileURLToPath(new URL('..', import.meta.url)));

const rules: readonly Rule[] = [
  ...IMPORT_RULES,
  ...FILE_RULES,
  {
    sentence: 'R5 the SQL that names a table stands in one folder',
    check: oneOwnerPerTable,
    broken: {
      'database/migrations/0001-first.sql': 'create table items (id int);\ncreate table item_tags (id int);\n',
      'app/storage/items.server.ts': 'const text = `select ${COLUMNS} from items i where i.tag = ${`${tag}`}`;\n',
      'app/storage/tags.server.ts': "const text = 'select tag from items i, item_tags t';\n",
      'app/posts/posts.server.ts': '// select from item_tags\nconst all = sql`select from items`;\n',
      'app/media/media.server.ts': 'const tagged = sql`from item_tags t`;\n',
      'app/games/games.server.ts': 'const text = `with gone as (delete from item_tags using game) select from gone`;\n',
      'app/support/support.ts': "const help = 'Select one or more from items that you know';\n",
    },
    says: [
      'app/storage/tags.server.ts and app/posts/posts.server.ts: both name the table items in SQL, and a table has one owner',
      'app/storage/tags.server.ts and app/media/media.server.ts and app/games/games.server.ts: both name the table item_tags in SQL, and a table has one owner',
    ],
  },
  {
    sentence: 'a form that does what a call does takes its rights from it',
    check: rightsAreDeclaredOnce,
    broken: {
      'app/posts/votes.server.ts': 'export const vote = 1;\nexport const unvote = 1;\nexport const tell = 1;\n',
      'app/posts/answers.server.ts': "import { tell, unvote, vote } from './votes.server.ts';\n",
      'app/posts/vote-forms.server.ts':
        "import { tell, unvote, vote } from './votes.server.ts';\nconst INTENTS: FormIntents = {\n  'votes.vote': { least: 'public', run: async (current) => vote(current) },\n  'votes.unvote': { least: calls.unvote.least, run: async (current) => unvote(current) },\n  'votes.own': { least: 'public', run: async (current) => tell(2) },\n};\n",
    },
    says: ['app/posts/vote-forms.server.ts: says itself who may vote, which is for the contract of its call'],
  },
  {
    sentence: 'rows that not everybody sees leave through the file that says who does',
    check: rowsHaveReaders,
    broken: {
      'app/feedbag/entries/entry-rows.server.ts':
        'const all = sql`(select e.* from feedbag_entries e where ${shown})`;\n',
      'app/feedbag/entries/pinned.server.ts':
        'const pinned = sql`select ${COLUMNS} from feedbag_entries e where is_pinned`;\n',
      'app/feedbag/entries/held.server.ts':
        'const held = sql`select * from votes v join feedbag_entries e using (id)`;\n',
      'app/feedbag/entries/votes.server.ts':
        'const lock = sql`select votes from feedbag_entries for update`;\nconst gone = sql`delete from feedbag_entries`;\n',
      'app/feedbag/entries/listed.server.ts': 'const listed = sql`select ${COLUMNS} from ${listedEntries()} e`;\n',
      'app/aliases/naming/names.server.ts': 'const names = sql`select alias from aliases`;\n',
    },
    says: [
      'app/feedbag/entries/pinned.server.ts: selects feedbag_entries, whose rows leave through app/feedbag/entries/entry-rows.server.ts',
      'app/feedbag/entries/held.server.ts: selects feedbag_entries, whose rows leave through app/feedbag/entries/entry-rows.server.ts',
    ],
  },
  {
    sentence: 'R6 answers and screens neither ask the database nor test a role, and one place makes a Current',
    check: oneDoor,
    broken: {
      'app/posts/answers.server.ts': "if (current.actor.role === 'staff') requireRole(current, 'staff');\n",
      'app/posts/screens/feed.tsx': "const rows = await run('select name from items');\n",
      'app/posts/screens/post.tsx': 'const { db } = current;\nconst row = await db.query(NAMED);\n',
      'app/posts/screens/tag.tsx': 'const mine = sql`where author = ${name}`;\n',
      'app/posts/screens/tags.tsx': "const mine = sql.join(parts, ' and ');\n",
      'app/posts/posts.server.ts': "requireRole(current, 'staff');\nfunction fake(): Current {\n  return parts;\n}\n",
      'app/app.server.ts': 'function make(): Current {}\n',
    },
    says: [
      'app/posts/answers.server.ts: tests the role by actor.role; that is for a deed',
      'app/posts/answers.server.ts: tests the role by requireRole; that is for a deed',
      'app/posts/screens/feed.tsx: asks the database; that is for a deed',
      'app/posts/screens/post.tsx: asks the database; that is for a deed',
      'app/posts/screens/tag.tsx: asks the database; that is for a deed',
      'app/posts/screens/tags.tsx: asks the database; that is for a deed',
      'app/posts/posts.server.ts: makes a Current, which only app/app.server.ts and systemCurrent may',
    ],
  },
  {
    sentence: 'a noun finds and writes its items through their collection',
    check: itemsHaveCollections,
    broken: {
      'app/storage/answers.server.ts': 'const page = await findItems(current, crateId, query);\n',
      'app/posts/posts.server.ts':
        "const all = SearchQuery.parse({ limit: '9' });\nfindItems(current, 'posts', all).then(() => findItems());\n",
      'app/posts/feeds.server.ts': '// findItems(current)\nconst post = await POST_ITEMS.find(current, name);\n',
      'app/support/answers.server.ts': "await createItem(current, 'support', {}, body);\n",
    },
    says: [
      'app/posts/posts.server.ts: goes around the collection of its items by SearchQuery.parse',
      'app/posts/posts.server.ts: goes around the collection of its items by findItems',
      'app/support/answers.server.ts: goes around the collection of its items by createItem',
    ],
  },
  {
    sentence: 'links and forms lead to addresses in the language of their page',
    check: addressesHaveLocale,
    broken: {
      'app/posts/card.tsx': "import { Form, Link } from 'react-router';\n<SiteLink to='/blog' />;\n",
      'app/posts/post.mail.tsx': "import { Link } from '@react-email/components';\n",
      'app/posts/search.tsx': '<form className="plain"\n  action="/blog">;\n<Form action={action} />;\n',
      'app/posts/leave.tsx': '<form action="/api/auth/logout" />;\n',
      'app/current/page/site-link.tsx': "import { Link } from 'react-router';\n",
    },
    says: [
      "app/posts/card.tsx: leads to a bare address by import { Form, Link } from 'react-router'",
      'app/posts/search.tsx: leads to a bare address by <form className="plain" action="/blog',
    ],
  },
  {
    sentence: 'a module of the server keeps nothing: the parts of a site own what it remembers',
    check: modulesKeepNothing,
    broken: {
      'app/posts/posts.server.ts':
        "let feed: Feed | undefined;\nexport const FEEDS = new Set(['news']);\nconst create = () => new Map();\n",
      'app/posts/feeds.server.ts':
        'const kept = new WeakMap<Feed, Map<string, Post>>();\nfunction a() {\n  let b;\n}\n',
      'app/posts/pages.server.ts':
        'export const pages = new LruCache<Page>(256);\nconst renders: Partial<Record<string, Page>> = {};\n',
      'app/posts/player.ts': 'let state;\n',
    },
    says: [
      'app/posts/posts.server.ts: feed is kept by the module; a part of the site owns what is remembered',
      'app/posts/feeds.server.ts: kept is kept by the module; a part of the site owns what is remembered',
      'app/posts/pages.server.ts: pages is kept by the module; a part of the site owns what is remembered',
      'app/posts/pages.server.ts: renders is kept by the module; a part of the site owns what is remembered',
    ],
  },
  {
    sentence: 'what a process keeps beyond a request, or shares between two, is listed with its key',
    check: sharedWorkIsListed,
    broken: {
      'docs/operations.md': '| pages | `app/posts/pages.server.ts` | locale and path |\n',
      'app/posts/pages.server.ts': 'const create = () => new LruCache<Page>(32);\n',
      'app/posts/feeds.server.ts': 'const create = () => new Batcher<Feed, Page>(read, 8);\n',
      'lib/posts.ts': 'const rows: CachedRows<Post> = { topic };\n',
      'app/posts/feeds.test.ts': 'const batcher = new Batcher<Feed, Page>(read, 8);\n',
    },
    says: [
      'app/posts/feeds.server.ts: keeps or shares something that docs/operations.md does not list with its key',
      'lib/posts.ts: keeps or shares something that docs/operations.md does not list with its key',
    ],
  },
  {
    sentence: 'whatever connects to PostgreSQL asks TCP to keep the connection alive',
    check: oneWayToConnect,
    broken: {
      'lib/database/connect.server.ts': 'const pool = new pg.Pool({ ...config, ...KEEP_ALIVE });\n',
      'lib/jobs/jobs.server.ts': 'const pool = new pg.Pool(connection);\nconst client = createClient(connection);\n',
      'app/posts/posts.server.ts': 'const client = new Client({ connectionString });\n',
    },
    says: [
      'lib/jobs/jobs.server.ts: connects to PostgreSQL, which only lib/database/connect.server.ts may',
      'app/posts/posts.server.ts: connects to PostgreSQL, which only lib/database/connect.server.ts may',
    ],
  },
  {
    sentence: 'R10 a decision names every package',
    check: packagesAreDecided,
    broken: {
      'package.json':
        '{ "dependencies": { "pg": "1", "ipaddr.js": "2" }, "devDependencies": { "@types/pg": "1", "vite": "8" } }',
      'docs/decisions/0002-parts.md': 'The driver is `pg`, with `@types/*`. Addresses: ipaddr.js. Not vitest.\n',
    },
    says: ['package.json: no decision names vite'],
  },
];

describe.each([...rules, ...SIGNS])('$sentence', ({ check, broken, says }) => {
  test('and the rule tells what breaks it', () => {
    expect(check(Object.entries(broken).map(([path, text]) => ({ path, text })))).toEqual(says);
  });
});

describe.each(rules)('$sentence', ({ check }) => {
  test('so it is in this tree', () => {
    expect(check(tree)).toEqual([]);
  });
});

afterAll(async () => {
  const changed = await changedPaths();
  const isDue = (sign: string) => changed.some((path) => path === sign || dirname(path) === sign);
  const signs = SIGNS.flatMap(({ check }) => check(tree)).filter((sign) => isDue(sign.slice(0, sign.indexOf(':'))));
  // The console of tests that pass is silent.
  if (signs.length > 0) process.stderr.write(`Look twice:\n${signs.map((line) => `  ${line}\n`).join('')}`);
});

test('a sideways import passes where the list has it, and an entry that nothing uses is told', () => {
  const files = [
    { path: 'app/aliases/aliases.server.ts', text: '' },
    { path: 'app/media/media.server.ts', text: "import '#app/aliases/aliases.server.ts';\n" },
    { path: 'app/policies/policies.server.ts', text: "import '#app/accounts/accounts.server.ts';\n" },
  ];
  const sideways = [
    { from: 'app/media', to: 'app/aliases', because: 'a picture has an author' },
    { from: 'app/aliases', to: 'app/media', because: 'the other way' },
    { from: 'app/policies', to: 'app/accounts', because: 'up is up' },
  ];
  expect(downstairsOnly(files, [])).toContain(
    'app/media/media.server.ts: imports app/aliases/aliases.server.ts, which is beside it',
  );
  expect(downstairsOnly(files, sideways)).toEqual([
    'app/policies/policies.server.ts: imports app/accounts/accounts.server.ts, which is above it',
  ]);
  expect(unusedSideways(files, sideways)).toEqual([
    'SIDEWAYS: nothing imports app/media sideways from app/aliases',
    'SIDEWAYS: nothing imports app/accounts sideways from app/policies',
  ]);
  expect(unusedSideways(tree)).toEqual([]);
});

test('an export that is kept for later or for tests has its reason, and no reason is left over', () => {
  const listed = KEPT_EXPORTS.flatMap(({ path, names }) => names.map((name) => `${path}: exports ${name}`));
  const found = exportsHaveImporters(tree, []).map((line) => line.slice(0, line.indexOf(',')));
  expect(found.toSorted()).toEqual(listed.toSorted());
});

test('the rules read every form of import, and none in a comment, a string, a template or an element', () => {
  const text = [
    "import a, { type B } from './a.ts'; // import x from './comment.ts'",
    "import type {\n  C,\n} from '#app/c.ts';\nimport './look.css?url';\nexport * as d from './d.ts';",
    "const e = import(/* later */ './e.ts'), f = /['\"`/]/.test('import g from \"./string.ts\"');",
    "const h = `${import('./h.ts')} import('./template.ts')`;\n/* import './block.ts' */",
    "const i = <p title='https://a.example'>Don't {import.meta.glob<string>(['./i/*.md', '!./i/no.md'])}</p>;",
    "const j: typeof import('./j.ts') = await import(i);",
    "import { pg } from 'pg';\nimport type { Route } from './+types/home.ts';",
  ].join('\n');
  const found = importsOf({ path: 'app/posts/post.tsx', text }).map(({ kind, to }) => `${kind} ${to ?? 'a package'}`);
  expect(found.toSorted()).toEqual([
    'dynamic app/posts/e.ts',
    'dynamic app/posts/h.ts',
    'glob app/posts/i/*.md',
    'import a package',
    'import app/posts/a.ts',
    'import app/posts/d.ts',
    'import app/posts/look.css',
    'type app/c.ts',
    'type app/posts/j.ts',
  ]);
});

test('the rules see the tree', () => {
  const code = tree.filter(isCode);
  const imported = code.flatMap((file) => importsOf(file));
  expect(code.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['server.ts', 'app/app.server.ts', 'lib/problem.ts']),
  );
  expect(imported.length).toBeGreaterThan(2 * code.length);
});
