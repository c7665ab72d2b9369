import { exportsHaveImporters } from './exports.ts';
import {
  downstairsOnly,
  screensAreLeaves,
  serverStaysOnServer,
  testsStandOutside,
  toolsKnowNoProduct,
} from './floors.ts';
import { noCycles, shortPaths } from './shape.ts';
import type { Rule } from './source.ts';

/** Who may import whom, and how that is written. */
export const IMPORT_RULES: readonly Rule[] = [
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
      'app/support/answer.ts': "const posts = await import('#app/posts/post.ts');\n",
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
      'app/support/answer.ts: imports app/posts/post.ts, which is beside it',
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
    sentence: 'R9 no file needs itself, and no folder',
    check: noCycles,
    broken: {
      'app/posts/a.ts': "import { b } from './b.ts';\n",
      'app/posts/b.ts': "import { c } from './c.ts';\nimport type { A } from './a.ts';\n",
      'app/posts/c.ts': "import { b } from './b.ts';\n",
      'lib/calls/call.ts': "import type { Mailer } from '#lib/mail/mailer.ts';\n",
      'lib/mail/send.ts': "import type { Call } from '#lib/calls/call.ts';\n",
      'app/contact/desk.ts': "import type { Message } from '#app/mailbox/message.ts';\n",
      'app/mailbox/reply.ts': "import { Reply } from '#app/contact/reply.ts';\n",
    },
    says: [
      'app/posts/b.ts: imports itself by app/posts/c.ts → app/posts/b.ts',
      'lib/calls: imports itself by lib/mail → lib/calls',
      'app/contact: imports itself by app/mailbox → app/contact',
    ],
  },
  {
    sentence: 'an export is imported, and by more than tests where its own file has no use for it',
    check: exportsHaveImporters,
    broken: {
      'app/routes.ts': 'export default [];\n',
      'app/posts/calls.ts': 'export const findPosts = 1;\nexport const findNews = 2;\n',
      'app/posts/answers.server.ts': "import * as calls from './calls.ts';\nanswer(calls.findPosts);\n",
      'app/posts/feed.tsx': "export const load = () => import('./reader.ts');\n",
      'app/posts/list.tsx': "import { load } from './feed.tsx';\nconst { read } = await load();\n",
      'app/posts/reader.ts': 'export const read = 1, turn = 2;\nexport default read;\n',
      'app/posts/post.ts':
        'export const Post = 1;\nexport type Post = typeof Post;\nexport interface Shape {}\nexport const shape = (post: Shape) => Post;\nexport const old = 1;\nexport { shape as form };\n',
      'app/posts/post.test.ts':
        "import { old, Post } from './post.ts';\nimport type { Shape } from './post.ts';\nexport const none = 1;\n",
      'test/posts.ts': 'export default 1;\nexport const unread = 1;\n',
      'app/posts/screens/post.tsx':
        "import { shape } from '../post.ts';\nexport const loader = shape;\nexport const act = 1;\nexport default 1;\n",
    },
    says: [
      'app/posts/calls.ts: exports findNews, which nobody imports',
      'app/posts/reader.ts: exports turn, which nobody imports',
      'app/posts/reader.ts: exports default, which nobody imports',
      'app/posts/post.ts: exports old, which only tests import',
      'app/posts/post.ts: exports form, which nobody imports',
      'app/posts/post.test.ts: exports none, which nobody imports',
      'test/posts.ts: exports unread, which nobody imports',
      'app/posts/screens/post.tsx: exports act, which nobody imports',
    ],
  },
];
