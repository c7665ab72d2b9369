import { kindsOfFile } from './shape.ts';
import { crumbs, sizes } from './sizes.ts';
import type { Rule } from './source.ts';
import { textsHaveElements } from './texts.ts';
import { titlesAreSentences, typeNamesOnce, typesAreNouns } from './words.ts';

/** What a file may be, and what stands in it. */
export const FILE_RULES: readonly Rule[] = [
  {
    sentence: 'the folder of a noun holds only the kinds of file that nouns have',
    check: kindsOfFile,
    broken: {
      'app/posts/posts.server.ts': '',
      'app/posts/screens/admin-posts.tsx': '',
      'app/posts/told.mail.tsx': '',
      'app/posts/posts.css': '',
      'app/storage/search/search.test.ts': '',
      'app/posts/screens/feed.server.ts': '',
      'app/posts/screens/feed.css': '',
      'app/posts/Feed.client.ts': '',
      'app/storage/search/deep/deeper.ts': '',
      'app/storage/search/deep/down/deepest.ts': '',
      'app/storage/search/screens/search.tsx': '',
    },
    says: [
      'app/posts/screens/feed.server.ts: is no kind of file that a noun has',
      'app/posts/screens/feed.css: is no kind of file that a noun has',
      'app/posts/Feed.client.ts: is no kind of file that a noun has',
      'app/storage/search/deep/down/deepest.ts: is no kind of file that a noun has',
      'app/storage/search/screens/search.tsx: is no kind of file that a noun has',
    ],
  },
  {
    sentence: 'a file under 25 lines of code that one file imports is a part of that file',
    check: crumbs,
    broken: {
      'app/nouns.server.ts': "import { owner } from './posts/owner.server.ts';\n",
      'app/posts/calls.ts': '',
      'app/posts/card.tsx': '',
      'app/posts/found.server.ts':
        "import './post.ts';\nimport './twice.ts';\nimport './words.ts';\nimport './right.ts';\n",
      'app/posts/owner.server.ts': '',
      'app/posts/page.server.ts': '',
      'app/posts/post.ts': '',
      'app/posts/right.ts': 'export const a = 1;\n'.repeat(25),
      'app/posts/screens/feed.tsx':
        "import './page.server.ts';\nimport './calls.ts';\nimport '../card.tsx';\nconst later = import('../later.ts');\n",
      'app/posts/later.ts': '',
      'app/posts/twice.ts': `import type { A } from './words.ts';\n${'// why\n\n'.repeat(25)}`,
      'app/posts/twice.test.ts': "import './twice.ts';\n",
      'app/posts/words.ts': '',
      'app/posts/news.server.ts': '',
      'app/site/sitemap.server.ts': "import '#app/posts/news.server.ts';\n",
      'lib/calls/call.ts': "import './body.ts';\n",
      'lib/calls/body.ts': '',
    },
    says: [
      'app/posts/card.tsx: has 0 lines of code and only app/posts/screens/feed.tsx imports it; it belongs in there',
      'app/posts/twice.ts: has 1 lines of code and only app/posts/found.server.ts imports it; it belongs in there',
      'app/posts/news.server.ts: has 0 lines of code and only app/site/sitemap.server.ts imports it; it belongs to a neighbour',
    ],
  },
  {
    sentence: 'a name is given to one type',
    check: typeNamesOnce,
    broken: {
      'app/posts/post.ts': 'export const Post = object();\nexport type Post = Infer<typeof Post>;\n',
      'app/posts/post-card.tsx': 'interface Props {\n  a: 1;\n}\n',
      'app/games/game-card.tsx':
        "import type { Post } from '#app/posts/post.ts';\nfunction f() {\n  type Props = 1;\n}\n",
      'lib/calls/props.ts': 'export abstract class Props {}\n',
      'app/games/game.test.ts': 'interface Post {}\n',
    },
    says: ['app/posts/post-card.tsx and app/games/game-card.tsx and lib/calls/props.ts: each has a type Props'],
  },
  {
    sentence: 'no participle is the name of a type',
    check: typesAreNouns,
    broken: {
      'app/posts/post.ts': 'export interface Asked {\n  a: 1;\n}\ntype Told = Asked;\ntype ToldPost = 1;\n',
      'app/games/game.ts': 'type Feed = 1;\ntype Seed = 2;\nclass FoundGame {}\n',
      'app/games/game.test.ts': 'interface Found {}\n',
    },
    says: [
      'app/posts/post.ts: the type Asked is called by a participle',
      'app/posts/post.ts: the type Told is called by a participle',
      'app/games/game.test.ts: the type Found is called by a participle',
    ],
  },
  {
    sentence: 'a text that changes, or stands behind what comes and goes, has an element of its own',
    check: textsHaveElements,
    broken: {
      'app/posts/card.tsx': [
        "import type { ReactNode } from 'react';",
        'export function Card({ children, act }: { children: ReactNode; act: () => ReactNode }) {',
        '  return <div>{isNew && <b />}{children}{act()}</div>;',
        '}',
        "const one = <p>{text('one')}</p>;",
        "const fixed = <p><b /> and <i />{' '}</p>;",
        'const before = <p>Last {isNew && <b />}</p>;',
        "const choice = <p>{isNew ? text('new') : <i>{title}</i>}</p>;",
        "const part = text('part');",
        'const parts = <ul>{parts.map((part) => <li key={part}>{part}</li>)}</ul>;',
        'const option = <option>{name} ({count})</option>;',
      ].join('\n'),
      'app/posts/list.tsx': [
        "const two = <p>{text('one')} {text('two')}</p>;",
        'const number = <p>\n  Page {page}\n</p>;',
        'const behind = <p>{isNew && <b />} new</p>;',
        'const between = <p>{isNew && <b />}<i /> and {isOld && <b />}{", "}<u /></p>;',
        'const label = <label><input />{isOld ? old.title : undefined}</label>;',
        'const fragment = isNew && <>new<b /></>;',
        'const names = <p><b />{people.map(({ name }) => name)}</p>;',
        "const card = <Card>{text('words')}</Card>;",
        'function List() {\n  return <h2><b />{`${first} and ${second}`}</h2>;\n}',
      ].join('\n'),
      'app/posts/list.mail.tsx': 'const two = <p>{one} {two}</p>;\n',
    },
    says: [
      'app/posts/card.tsx:3: the text “{children}” wants an element of its own',
      "app/posts/list.tsx:1: the text “{text('one')}” wants an element of its own",
      'app/posts/list.tsx:3: the text “{page}” wants an element of its own',
      'app/posts/list.tsx:5: the text “ new” wants an element of its own',
      'app/posts/list.tsx:6: the text “{", "}” wants an element of its own',
      'app/posts/list.tsx:7: the text “{isOld ? old.title : undefined}” wants an element of its own',
      'app/posts/list.tsx:8: the text “new” wants an element of its own',
      'app/posts/list.tsx:9: the text “{people.map(({ name }) => name)}” wants an element of its own',
      'app/posts/list.tsx:12: the text “{`${first} and ${second}`}” wants an element of its own',
    ],
  },
  {
    sentence: 'the title of a test is more than one word',
    check: titlesAreSentences,
    broken: {
      'app/posts/posts.test.ts':
        "test('updateItem', () => {});\ntest('reads posts', () => {});\ndescribe('posts', () => {});\ntell('n', {});\n",
      'app/games/games.test.ts': "it.each(rows)('games', () => {});\ntest.each(rows)('$sentence', () => {});\n",
    },
    says: [
      'app/posts/posts.test.ts: the title “updateItem” is one word',
      'app/games/games.test.ts: the title “games” is one word',
    ],
  },
];

/** Signs, not walls: what they find is told, and fails nothing. */
export const SIGNS: readonly Rule[] = [
  {
    sentence: 'a file has at most 250 lines, a folder at most 16 files, a room at least 3',
    check: sizes,
    broken: {
      'app/posts/long.ts': 'export const a = 1;\n'.repeat(251),
      'app/posts/right.ts': 'export const a = 1;\n'.repeat(250),
      ...Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`lib/calls/part-${at}.ts`, ''])),
      'app/posts/feed/atom.ts': '',
      'app/posts/feed/rss.ts': '',
      'app/posts/feed/rss.test.ts': '',
      'app/games/page/page.tsx': '',
      'app/games/page/parts/banner.tsx': '',
      'app/games/page/parts/footer.tsx': '',
      'app/games/page/parts/header.tsx': '',
      'app/games/screens/games.tsx': '',
    },
    says: [
      'app/posts/long.ts: has 251 lines; look twice beyond 250',
      'lib/calls: has 17 files; beyond 16 it wants rooms',
      'app/posts/feed: has 2 files; a room has at least 3',
    ],
  },
];
