import { ownImports } from './imports.ts';
import { isTest, productCode, unitOf } from './source.ts';
import type { SourceFile } from './source.ts';
import { syntaxOf } from './syntax.ts';

/** The floors of the house, bottom first: a folder imports from floors below it, never up, never sideways. */
const FLOORS = [
  ['lib', 'database', 'content', 'clients'],
  nouns('current'),
  nouns('choices'),
  nouns('mail following audit'),
  nouns('notifications'),
  nouns('reports approvals'),
  nouns('noun'),
  nouns('media aliases confirmations policies telemetry shortlinks'),
  nouns('accounts'),
  nouns('login delegation storage apps threads'),
  nouns('editor articles levelhead perks exports devices'),
  nouns('games deletions merges'),
  nouns('account posts changelogs mailbox podcast feedbag support contact telegrams announcements localization'),
  nouns('site admin api-docs dev things'),
  nouns('door'),
  ['app', '.'],
];

/** What a folder may import from beside it, said here instead of hidden behind a callback. */
const SIDEWAYS: readonly Sideways[] = [
  {
    from: 'app/shortlinks',
    to: 'app/telemetry',
    because: 'a visit is counted as that of a page, by the salt of its day',
  },
  { from: 'app/shortlinks', to: 'app/aliases', because: 'names and hosts that look alike are found as aliases are' },
  { from: 'app/podcast', to: 'app/feedbag', because: 'a question is an entry that people vote for and talk about' },
  { from: 'app/merges', to: 'app/deletions', because: 'what holds a person is found as a deletion finds it' },
  { from: 'app/contact', to: 'app/support', because: 'answers are offered to whoever writes to the studio' },
  { from: 'app/contact', to: 'app/feedbag', because: 'what waits for the studio is one queue, at its desk' },
  {
    from: 'app/contact',
    to: 'app/mailbox',
    because: 'who answers a message of the studio writes to its desk, where the message stands above the answer',
  },
  { from: 'app/changelogs', to: 'app/feedbag', because: 'a patch note completes the feedback that it names' },
  { from: 'app/changelogs', to: 'app/posts', because: 'a release links to its post' },
  { from: 'app/admin', to: 'app/api-docs', because: 'the tester offers the calls that the documentation tells of' },
  { from: 'app/dev', to: 'app/admin', because: 'the gallery shows the parts that lists of the console share' },
  { from: 'app/account', to: 'app/telegrams', because: 'the page of mailed links also confirms newsletters' },
  {
    from: 'app/telegrams',
    to: 'app/posts',
    because: 'an issue tells of a post, and its links are looked at as those of posts',
  },
];

interface Sideways {
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

/** Words of this studio that no tool may know. Some nouns are missing, because they are everyone's words too. */
const STUDIO_WORDS = new Set(
  ['alias aliases announcements blog blogs crate crates crashlands feedbag feedbags game games levelhead']
    .concat('perk perks podcast podcasts posts rumpus shortlink shortlinks telegram telegrams')
    .flatMap((words) => words.split(' ')),
);

/** R1 */
export function toolsKnowNoProduct(files: SourceFile[]): string[] {
  const tools = productCode(files).filter(({ path }) => path.startsWith('lib/'));
  const imported = tools.flatMap((file) =>
    ownImports(file)
      .filter(([, to]) => /^(?:app|content|database)\//.test(to))
      .map(([, to]) => `${file.path}: a tool imports ${to}`),
  );
  const said = tools.flatMap((file) =>
    studioWords(file).map((word) => `${file.path}: a tool says “${word}”, a word of the studio`),
  );
  return [...imported, ...said];
}

function studioWords(file: SourceFile): string[] {
  const words = `${file.path} ${syntaxOf(file).code}`.match(/[A-Z]?[a-z]+/g) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => STUDIO_WORDS.has(word));
}

/** R2 */
export function downstairsOnly(files: SourceFile[], sideways = SIDEWAYS): string[] {
  const product = productCode(files).filter(({ path }) => unitOf(path) !== 'bin');
  const homeless = new Set(product.map(({ path }) => placeOf(path)).filter((place) => floorOf(place) === -1));
  return [
    ...[...homeless].map((place) => `${place}: stands on no floor; add it to FLOORS`),
    ...product.flatMap((file) => climbs(file, sideways)),
    ...productCode(files)
      .filter(({ path }) => unitOf(path) === 'bin')
      .flatMap(leavesBin),
  ];
}

/** What the list names without need. */
export function unusedSideways(files: SourceFile[], sideways = SIDEWAYS): string[] {
  const pairs = new Set(
    productCode(files).flatMap((file) => ownImports(file).map(([, to]) => `${placeOf(file.path)} → ${placeOf(to)}`)),
  );
  return sideways
    .filter(({ from, to }) => floorOf(from) !== floorOf(to) || !pairs.has(`${from} → ${to}`))
    .map(({ from, to }) => `SIDEWAYS: nothing imports ${to} sideways from ${from}`);
}

function climbs(file: SourceFile, sideways: readonly Sideways[]): string[] {
  const place = placeOf(file.path);
  return ownImports(file).flatMap(([, to]) => {
    const target = placeOf(to);
    const isAllowed =
      target === place || to === 'package.json' || isTest(to) || (place === 'content' && target === 'lib');
    const climb = floorOf(target) - floorOf(place);
    if (climb === 0 && sideways.some(({ from, to }) => from === place && to === target)) return [];
    if (isAllowed || (climb < 0 && floorOf(target) !== -1)) return [];
    return [`${file.path}: imports ${to}, which is ${climb > 0 ? 'above' : 'beside'} it`];
  });
}

/** The scripts in `bin` run before the packages are there, on the machine's own Node. */
function leavesBin(file: SourceFile): string[] {
  return ownImports(file)
    .filter(([, to]) => unitOf(to) !== 'bin')
    .map(([, to]) => `${file.path}: a script of bin imports ${to}`);
}

function placeOf(path: string): string {
  const unit = unitOf(path);
  return unit.startsWith('lib/') ? 'lib' : unit;
}

function floorOf(place: string): number {
  return FLOORS.findIndex((floor) => floor.includes(place));
}

function nouns(names: string): string[] {
  return names.split(' ').map((name) => `app/${name}`);
}

/** R3 */
export function screensAreLeaves(files: SourceFile[]): string[] {
  return productCode(files).flatMap((file) =>
    ownImports(file)
      .filter(([, to]) => /^app\/.*\/screens\//.test(to))
      .map(([, to]) => `${file.path}: imports the screen ${to}`),
  );
}

const MAY_IMPORT_SERVER = /\.server\.tsx?$|\/screens\/[^/]+\.tsx$|\.mail\.tsx$|^app\/root\.tsx$|^server\.ts$/;

/** R4 */
export function serverStaysOnServer(files: SourceFile[]): string[] {
  return productCode(files).flatMap((file) =>
    ownImports(file)
      .filter(([{ kind }, to]) => {
        if (/\.server\.tsx?$/.test(to)) return !MAY_IMPORT_SERVER.test(file.path);
        const isSecret = to === CATALOGUE || (kind === 'glob' && mayFindGame(to));
        return isSecret && !MAY_READ_CATALOGUE.test(file.path);
      })
      .map(([, to]) => `${file.path}: may run in a browser and imports ${to}`),
  );
}

/** It tells of what is not out yet. In a screen, a use outside the loader would already put it into the browser. */
const CATALOGUE = 'content/games.ts';
const MAY_READ_CATALOGUE = /\.server\.tsx?$|^content\//;

/** Whatever a pattern finds is public. Drawings of games, which are called box-… and banner-…, are named one by one. */
function mayFindGame(pattern: string): boolean {
  return /^content\/art\/(?:\*|\{|box|banner)/.test(pattern);
}

/** R8 */
export function testsStandOutside(files: SourceFile[]): string[] {
  const wire = files.filter(({ path }) => path.startsWith('test/wire/'));
  return [
    ...productCode(files).flatMap((file) =>
      ownImports(file)
        .filter(([, to]) => isTest(to))
        .map(([, to]) => `${file.path}: imports ${to}, which belongs to the tests`),
    ),
    ...wire.flatMap((file) =>
      ownImports(file)
        .filter(([, to]) => !to.startsWith('test/wire/'))
        .map(([, to]) => `${file.path}: imports ${to}, but knows the site by its wire alone`),
    ),
  ];
}
