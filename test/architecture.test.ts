import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { oneDoor, oneOwnerPerTable } from './architecture/doors.ts';
import {
  downstairsOnly,
  screensAreLeaves,
  serverStaysOnServer,
  testsStandOutside,
  toolsKnowNoProduct,
} from './architecture/floors.ts';
import { importsOf } from './architecture/imports.ts';
import { kindsOfFile, noCycles, packagesAreDecided, shortPaths, sizes } from './architecture/shape.ts';
import { isCode, readTree } from './architecture/source.ts';
import type { SourceFile } from './architecture/source.ts';

const tree = readTree(fileURLToPath(new URL('..', import.meta.url)));

interface Rule {
  sentence: string;
  check: (files: SourceFile[]) => string[];
  /** A small tree that breaks the rule, by path. */
  broken: Record<string, string>;
  /** What the rule then says. */
  says: string[];
}

const rules: Rule[] = [
  {
    sentence: 'R1 a tool in lib imports nothing of the product and says no word of the studio',
    check: toolsKnowNoProduct,
    broken: {
      'lib/calls/call.ts': "// crates are fine in a comment\nexport { role } from '#app/current/role.ts';\n",
      'lib/http/cookies.ts': 'export const crateOf = (name: string) => name;\n',
    },
    says: [
      'lib/calls/call.ts: a tool imports app/current/role.ts',
      'lib/http/cookies.ts: a tool says “crate”, a word of the studio',
    ],
  },
  {
    sentence: 'R2 a folder imports from the floors below it, never up, never sideways',
    check: downstairsOnly,
    broken: {
      'app/storage/item.ts': "import type { Post } from '#app/posts/post.ts';\n",
      'app/games/game.ts': "const posts = await import('#app/posts/post.ts');\n",
      'app/posts/post.ts':
        "import { item } from '#app/storage/item.ts';\nimport { studio } from '#content/studio.ts';\n",
      'app/pets/pet.ts': 'export const pet = 1;\n',
      'content/studio.ts': "import { problem } from '#lib/problem.ts';\n",
      'database/migrations.ts': "export const all = import.meta.glob(['./migrations/*.sql', '/content/*.md']);\n",
      'bin/build.js': "import { run } from '../app/process.server.ts';\n",
    },
    says: [
      'app/pets: stands on no floor; add it to FLOORS',
      'app/storage/item.ts: imports app/posts/post.ts, which is above it',
      'app/games/game.ts: imports app/posts/post.ts, which is beside it',
      'database/migrations.ts: imports content/*.md, which is beside it',
      'bin/build.js: a script of bin imports app/process.server.ts',
    ],
  },
  {
    sentence: 'R3 nobody imports a screen',
    check: screensAreLeaves,
    broken: {
      'app/routes.ts': "export default [route('blog', 'posts/screens/feed.tsx')];\n",
      'app/site/screens/home.tsx': "import {\n  Feed,\n} from '#app/posts/screens/feed.tsx';\n",
    },
    says: ['app/site/screens/home.tsx: imports the screen app/posts/screens/feed.tsx'],
  },
  {
    sentence: 'R4 only what stays on the server imports what stays on the server, types included',
    check: serverStaysOnServer,
    broken: {
      'app/posts/post-card.tsx': "import type { Post } from './posts.server.ts';\n",
      'app/posts/screens/feed.tsx': "import { findPosts } from '../posts.server.ts';\n",
      'app/posts/posts.test.ts': "import { findPosts } from './posts.server.ts';\n",
      'app/games/games.server.ts': "import { games } from '#content/games.ts';\n",
      'app/games/screens/games.tsx': "import { games } from '#content/games.ts';\n",
      'app/games/game-banner.tsx': "import box from '#content/art/box-levelhead.svg';\n",
      'app/dev/drawings.tsx': "import.meta.glob<string>('/content/art/*.svg');\n",
    },
    says: [
      'app/posts/post-card.tsx: may run in a browser and imports app/posts/posts.server.ts',
      'app/games/screens/games.tsx: may run in a browser and imports content/games.ts',
      'app/dev/drawings.tsx: may run in a browser and imports content/art/*.svg',
    ],
  },
  {
    sentence: 'R5 the SQL that names a table stands in one folder',
    check: oneOwnerPerTable,
    broken: {
      'database/migrations/0001-first.sql': 'create table items (id int);\ncreate table item_tags (id int);\n',
      'app/storage/items.server.ts': 'const text = `select ${COLUMNS} from items i where i.tag = ${`${tag}`}`;\n',
      'app/storage/tags.server.ts': "const text = 'select tag from items i, item_tags t';\n",
      'app/posts/posts.server.ts': "// select from items\ndb.typed.selectFrom('items').execute();\n",
      'app/games/games.server.ts': 'const text = `with gone as (delete from item_tags using game) select from gone`;\n',
      'app/support/support.ts': "const help = 'Select one or more from items that you know';\n",
    },
    says: [
      'app/storage/tags.server.ts and app/posts/posts.server.ts: both name the table items in SQL, and a table has one owner',
      'app/storage/tags.server.ts and app/games/games.server.ts: both name the table item_tags in SQL, and a table has one owner',
    ],
  },
  {
    sentence: 'R6 answers and screens neither ask the database nor test a role, and one place makes a Current',
    check: oneDoor,
    broken: {
      'app/posts/answers.server.ts': "if (current.actor.role === 'staff') requireRole(current, 'staff');\n",
      'app/posts/screens/feed.tsx': "const rows = await run('select name from items');\n",
      'app/posts/posts.server.ts': "requireRole(current, 'staff');\nfunction fake(): Current {\n  return parts;\n}\n",
      'app/app.server.ts': 'function make(): Current {}\n',
    },
    says: [
      'app/posts/answers.server.ts: tests the role by actor.role; that is for a deed',
      'app/posts/answers.server.ts: tests the role by requireRole; that is for a deed',
      'app/posts/screens/feed.tsx: asks the database; that is for a deed',
      'app/posts/posts.server.ts: makes a Current, which only app/app.server.ts and systemCurrent may',
    ],
  },
  {
    sentence: 'R7 a path is ./ inside a folder and # across, with its extension, to a file that does something',
    check: shortPaths,
    broken: {
      'app/posts/post.ts': "import '#app/posts/look.css';\nimport { a } from '../storage/item.ts';\n",
      'app/storage/search/search.ts': "import { item } from '../item.ts';\nimport { b } from '#lib/problem';\n",
      'lib/calls/all.ts': "export { call } from './call.ts';\nexport type * from './body.ts';\n",
      'lib/ui/utils.ts': 'export const a = 1;\n',
    },
    says: [
      'app/posts/post.ts: writes #app/posts/look.css inside its own folder, where ./ does',
      'app/posts/post.ts: writes ../storage/item.ts across folders, where #app/storage/item.ts does',
      'app/storage/search/search.ts: writes #lib/problem without its extension',
      'lib/calls/all.ts: only passes on what others export',
      'lib/ui/utils.ts: is called “utils”, which says nothing',
    ],
  },
  {
    sentence: 'R8 nothing imports a test, and the tests by wire import nothing of ours',
    check: testsStandOutside,
    broken: {
      'app/posts/post.ts': "import { CAST } from '#test/cast.ts';\nexport * from './post.test.ts';\n",
      'test/wire/ask.test.ts': "import { ask } from './ask.ts';\nimport { CAST } from '../cast.ts';\n",
    },
    says: [
      'app/posts/post.ts: imports test/cast.ts, which belongs to the tests',
      'app/posts/post.ts: imports app/posts/post.test.ts, which belongs to the tests',
      'test/wire/ask.test.ts: imports test/cast.ts, but knows the site by its wire alone',
    ],
  },
  {
    sentence: 'R9 no file needs itself, and no tool of lib',
    check: noCycles,
    broken: {
      'app/posts/a.ts': "import { b } from './b.ts';\n",
      'app/posts/b.ts': "import { c } from './c.ts';\nimport type { A } from './a.ts';\n",
      'app/posts/c.ts': "import { b } from './b.ts';\n",
      'lib/calls/call.ts': "import type { Mailer } from '#lib/mail/mailer.ts';\n",
      'lib/mail/send.ts': "import type { Call } from '#lib/calls/call.ts';\n",
    },
    says: [
      'app/posts/b.ts: imports itself by app/posts/c.ts → app/posts/b.ts',
      'lib/calls: imports itself by lib/mail → lib/calls',
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
  {
    sentence: 'a file has at most 250 lines, a folder at most 16 files beside its tests',
    check: sizes,
    broken: {
      'app/posts/long.ts': 'export const a = 1;\n'.repeat(251),
      'app/posts/right.ts': 'export const a = 1;\n'.repeat(250),
      ...Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`lib/calls/part-${at}.ts`, ''])),
    },
    says: [
      'app/posts/long.ts: has 251 lines; 250 are the most',
      'lib/calls: has 17 files; beyond 16 it wants a room of its own',
    ],
  },
  {
    sentence: 'the folder of a noun holds only the kinds of file that nouns have',
    check: kindsOfFile,
    broken: {
      'app/posts/posts.server.ts': '',
      'app/posts/screens/admin-posts.tsx': '',
      'app/posts/told.mail.tsx': '',
      'app/storage/search/search.test.ts': '',
      'app/posts/screens/feed.server.ts': '',
      'app/posts/Feed.client.ts': '',
      'app/storage/search/deep/deeper.ts': '',
    },
    says: [
      'app/posts/screens/feed.server.ts: is no kind of file that a noun has',
      'app/posts/Feed.client.ts: is no kind of file that a noun has',
      'app/storage/search/deep/deeper.ts: is no kind of file that a noun has',
    ],
  },
];

describe.each(rules)('$sentence', ({ check, broken, says }) => {
  test('so it is in this tree', () => {
    expect(check(tree)).toEqual([]);
  });

  test('and the rule tells what breaks it', () => {
    expect(check(Object.entries(broken).map(([path, text]) => ({ path, text })))).toEqual(says);
  });
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
