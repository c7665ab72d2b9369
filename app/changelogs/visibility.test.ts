import { beforeAll, expect, test } from 'vitest';

import type { Role } from '#app/current/role.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { Policy } from '#app/storage/crates/policy.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { modulesThat, readingCalls, testSurfaces } from '#test/posts/visibility-matrix.ts';
import type { Rule, Surface } from '#test/posts/visibility-matrix.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';

import { publishedRelease } from './event-kinds.server.ts';

const site = useTestSite();
const KINDS = {
  hidden: ['hidden'],
  unlisted: ['unlisted'],
  public: [],
  'for players': ['role:authenticated'],
  'for staff': ['role:staff'],
  'for admins': ['role:admin'],
  'of a game that is not announced': [],
} as const;
type Kind = keyof typeof KINDS;
const ALL = Object.keys(KINDS) as Kind[];
const CRATE = '/api/storage/crates/changelogs';
/** An item of each kind, and the token of a link to its preview. */
const items = new Map<Kind, { itemId: string; token: string }>();
const policyOf = (crateId: string) => Policy.parse(crates.find((crate) => crate.crateId === crateId)?.policy);
const appOf = (kind: Kind) => (kind === 'of a game that is not announced' ? 'how-many-dudes' : 'levelhead');
const slugOf = (kind: Kind) => kind.replaceAll(' ', '-');
/** No other number of a page looks like it. */
const versionOf = (kind: Kind) => `7.${ALL.indexOf(kind)}.4711`;
const titleOf = (kind: Kind) => `Title ${slugOf(kind)}.`;
const lineOf = (kind: Kind) => `Line ${slugOf(kind)}.`;

/** Around releases that everyone may see, who may see the game. */
beforeAll(async () => {
  const releases = await createCrate(site, 'changelogs', policyOf('changelogs'));
  const posts = await createCrate(site, 'posts', policyOf('posts'));
  for (const app of ['levelhead', 'how-many-dudes']) {
    const map = { version: '7.9.1', date: '2026-01-01', title: 'Anchor' };
    await createItem(site, releases, 'super', { tags: [`app:${app}`], map }, JSON.stringify({ notes: [] }));
  }
  for (const kind of ALL) {
    const [app, version] = [appOf(kind), versionOf(kind)];
    const parameters = {
      name: `${app}-${version}`,
      tags: [`app:${app}`, 'stream:beta', `kind:${slugOf(kind)}`, ...KINDS[kind]],
      map: { version, date: '2026-01-01', title: titleOf(kind) },
    };
    const body = { intro: lineOf(kind), notes: [{ id: 'one', category: 'new', text: lineOf(kind) }] };
    const { itemId } = await createItem(site, releases, 'super', parameters, JSON.stringify(body));
    items.set(kind, { itemId, token: await makePreview(app, itemId) });
    const block = `::patchnotes{game=${app} version=${version}}`;
    await createItem(site, posts, 'super', { name: `notes-${slugOf(kind)}` }, block);
  }
});

async function makePreview(app: string, itemId: string): Promise<string> {
  const fields = { intent: 'editor.createPreview', days: '7', label: '' };
  const html = await (await site.submit('super', `/editor/releases/${app}/${itemId}`, fields)).text();
  return /preview_[0-9a-f]{64}/.exec(html)?.[0] ?? '';
}

type ReleaseRule = Rule<Kind>;
type ReleaseSurface = Surface<Kind>;
type Shows = ReleaseSurface['shows'];

const forAll = (least: Role | undefined): ReleaseRule => ({
  hidden: least,
  unlisted: least,
  public: least,
  'for players': least,
  'for staff': least,
  'for admins': least,
  'of a game that is not announced': least,
});
const LISTED: ReleaseRule = {
  hidden: 'staff',
  unlisted: 'staff',
  public: 'public',
  'for players': 'authenticated',
  'for staff': 'staff',
  'for admins': 'admin',
  'of a game that is not announced': 'staff',
};
const BY_ADDRESS: ReleaseRule = { ...LISTED, unlisted: 'public' };
/** As a visitor sees them, whoever asks. */
const FOR_VISITORS: ReleaseRule = { ...forAll(undefined), public: 'public' };
/** History and the editor: what is above the role of who works there is not theirs. */
const FOR_STAFF: ReleaseRule = { ...forAll('staff'), 'for admins': 'admin' };

const answers = new Map<string, Promise<string>>();

/** Most places show all of them, so each is asked for once. A refusal may repeat its own path: it says nothing. */
function answerOf(path: string, who: CastName | undefined): Promise<string> {
  const key = `${who} ${path}`;
  const answer = answers.get(key) ?? site.ask(who, path).then(async (one) => (one.status === 200 ? one.text() : ''));
  answers.set(key, answer);
  return answer;
}

function addressOf(path: string, kind: Kind): string {
  return path
    .replace('{page}', `/games/${appOf(kind)}/patchnotes`)
    .replace('{app}', appOf(kind))
    .replace('{version}', versionOf(kind))
    .replace('{kind}', slugOf(kind))
    .replace('{id}', items.get(kind)?.itemId ?? '');
}

/** Whether the release is in what an address answers: by its words, and by its version where nobody named that before. */
const at =
  (path: string): Shows =>
  async (kind, who) => {
    const text = await answerOf(addressOf(path, kind), who);
    const namesVersion = path.includes('{version}') || path.startsWith('/post/');
    const hasVersion = !namesVersion && text.includes(versionOf(kind));
    return hasVersion || text.includes(titleOf(kind)) || text.includes(lineOf(kind));
  };

/** Whether an address of its own answers. */
const own =
  (path: string): Shows =>
  async (kind, who) => {
    const { status } = await site.ask(who, addressOf(path, kind));
    expect([200, 302, 401, 403, 404]).toContain(status);
    return status === 200;
  };

const counted: Shows = async (kind, who) => {
  const response = await site.ask(who, addressOf(`${CRATE}/items?tags=kind:{kind}&count=true`, kind));
  return ((await response.json()) as { data: number }).data === 1;
};

/** Whoever may read it where it is, is led there. */
const preview: Shows = async (kind, who) => {
  const { token = '' } = items.get(kind) ?? {};
  expect(await answerOf(`/preview/release/${token.slice(0, -1)}`, who)).toBe('');
  const answer = await site.ask(who, `/preview/release/${token}`);
  if (answer.status === 302) return answer.headers.get('location') === addressOf('{page}?version={version}', kind);
  return (await answer.text()).includes(lineOf(kind));
};

/** Of a release that came out, to a reader of each role. */
const notified: Shows = async (kind, who) => {
  const role: Role =
    who === undefined ? 'public' : who === 'staff' || who === 'admin' || who === 'super' ? who : 'authenticated';
  const reader = { userId: who === undefined ? '' : CAST[who].userId, role };
  const event = { key: 'told', details: { itemId: items.get(kind)?.itemId ?? '' } };
  const words = await publishedRelease.show(systemCurrent(site.parts), reader, [event]);
  return words.get('told')?.values['version'] === versionOf(kind);
};

const onPages = ['{page}', '{page}.data', '/de-DE{page}'].flatMap((page): ReleaseSurface[] => [
  { name: page, rule: LISTED, shows: at(page) },
  { name: `${page}, its version`, rule: BY_ADDRESS, shows: at(`${page}?version={version}`) },
]);

/** Every place that can show a release. Whoever builds another adds a line here, and below what it is made of. */
const SURFACES: ReleaseSurface[] = [
  ...onPages,
  { name: 'a range of versions', rule: LISTED, shows: at('{page}?version=%3E%3D7') },
  { name: 'neighbours, and the list of versions', rule: LISTED, shows: at('{page}?version=7.9.1') },
  { name: 'a stream', rule: LISTED, shows: at('{page}?stream=beta') },
  { name: 'a category', rule: LISTED, shows: at('{page}?category=new') },
  { name: 'a platform', rule: LISTED, shows: at('{page}?platform=windows') },
  { name: 'a comparison', rule: LISTED, shows: at('{page}?from=0.0.1&to=99.0.0') },
  { name: 'a comparison up to it', rule: LISTED, shows: at('{page}?from=0.0.1&to={version}') },
  { name: 'rss.xml', rule: FOR_VISITORS, shows: at('{page}/rss.xml') },
  { name: 'atom.xml', rule: FOR_VISITORS, shows: at('{page}/atom.xml') },
  { name: 'feed.json', rule: FOR_VISITORS, shows: at('{page}/feed.json') },
  { name: 'changelogs of other apps', rule: forAll(undefined), shows: at('/changelog') },
  { name: 'block of a post', rule: LISTED, shows: at('/post/notes-{kind}') },
  { name: 'search', rule: forAll(undefined), shows: at('/blog?q=title') },
  { name: 'notifications', rule: { ...LISTED, unlisted: undefined }, shows: notified },
  { name: 'sitemap', rule: forAll(undefined), shows: at('/sitemap/1.xml') },
  { name: 'list of the crate', rule: LISTED, shows: at(`${CRATE}/items`) },
  { name: 'list of an app', rule: LISTED, shows: at(`${CRATE}/items?tags=app:{app}`) },
  { name: 'list of its own tags', rule: LISTED, shows: at(`${CRATE}/items?tags=kind:{kind}`) },
  { name: 'words in the crate', rule: LISTED, shows: at(`${CRATE}/items?q=title`) },
  { name: 'count', rule: LISTED, shows: counted },
  { name: 'item by id', rule: BY_ADDRESS, shows: own(`${CRATE}/items/{id}`) },
  { name: 'body by id', rule: BY_ADDRESS, shows: own(`${CRATE}/items/{id}?download=true`) },
  { name: 'item by name', rule: BY_ADDRESS, shows: at(`${CRATE}/items?names={app}-{version}`) },
  { name: 'body by name', rule: BY_ADDRESS, shows: own(`${CRATE}/items?names={app}-{version}&download=true`) },
  { name: 'changes', rule: LISTED, shows: at(`${CRATE}/changes`) },
  { name: 'export', rule: forAll('admin'), shows: own(`${CRATE}/export`) },
  { name: 'versions', rule: FOR_STAFF, shows: own(`${CRATE}/items/{id}/versions`) },
  // It says which rule keeps it from whom, and nothing of what it says: staff ask it why they do not see something.
  { name: 'access', rule: forAll('staff'), shows: own(`${CRATE}/items/{id}/access`) },
  { name: 'editor, an app', rule: FOR_STAFF, shows: at('/editor/releases/{app}') },
  { name: 'editor', rule: FOR_STAFF, shows: own('/editor/releases/{app}/{version}') },
  { name: 'editor, by id', rule: FOR_STAFF, shows: own('/editor/releases/{app}/{id}') },
  { name: 'editor, versions', rule: FOR_STAFF, shows: own('/editor/releases/{app}/{id}/versions') },
  // Without its token it is nowhere.
  { name: 'preview', rule: forAll(undefined), shows: own('/preview/release/{id}') },
  { name: 'preview by its link', rule: forAll('public'), shows: preview },
];

testSurfaces(ALL, SURFACES);

/** The modules that read releases, and where the matrix asks for what they show. */
const READERS: Record<string, string | undefined> = {
  'app/nouns.server.ts': 'preview by its link',
  'app/changelogs/changelog-page.server.ts': '{page}',
  'app/changelogs/changelog-screen.server.ts': '{page}',
  'app/changelogs/editing/release-checks.server.ts': 'editor',
  'app/changelogs/editing/release-lists.server.ts': 'editor, an app',
  'app/changelogs/editing/release-screen.server.ts': 'editor',
  'app/changelogs/editing/releases-kind.server.ts': 'editor',
  'app/changelogs/editing/release-values.ts': 'editor',
  'app/changelogs/event-kinds.server.ts': 'notifications',
  'app/changelogs/jobs.server.ts': 'editor',
  'app/changelogs/release-feed.server.ts': 'rss.xml',
  'app/changelogs/release-preview.server.ts': 'preview by its link',
  'app/changelogs/releases.server.ts': '{page}',
  'app/changelogs/shown-releases.server.ts': '{page}',
  'app/changelogs/screens/changelog.tsx': 'changelogs of other apps',
  'app/changelogs/screens/patchnotes.tsx': '{page}',
  'app/changelogs/screens/editor-release-versions.tsx': 'editor',
  'app/changelogs/screens/release-feed.tsx': 'rss.xml',
  'app/changelogs/screens/release-preview.tsx': 'preview by its link',
  'app/changelogs/patch-notes-block.server.tsx': 'block of a post',
  'app/site/discovery/sitemap.server.ts': 'sitemap',
  // These ask what an app is called, and read none of its releases but those that ship with the program, or write them.
  'app/api-docs/reference/docs-page.server.ts': undefined,
  'app/changelogs/seed-releases.server.ts': undefined,
  // Knows where each is edited and read.
  'app/admin/item/own-pages.server.ts': undefined,
  // For staff alone.
  'app/changelogs/editing/find-releases-to-edit.server.ts': undefined,
  // Counts, for staff alone, those that wait for a review.
  'app/changelogs/noun.server.ts': undefined,
  'app/site/share-cards.server.ts': undefined,
};

/** The calls that read something of a crate. */
const CALLS: Record<string, string | undefined> = {
  '/items': 'list of the crate',
  '/items/{itemId}': 'item by id',
  '/items/{itemId}/versions': 'versions',
  '/items/{itemId}/versions/{rev}': 'versions',
  '/items/{itemId}/versions/{rev}/changes': 'versions',
  '/items/{itemId}/access': 'access',
  '/changes': 'changes',
  '/export': 'export',
  // What is in there is shown to whoever may read history, as versions are.
  '/trash': 'versions',
  // These tell of the crate alone.
  '': undefined,
  '/usage': undefined,
  // Sets hold words and ids that their owners gave them.
  '/sets/{set}/owners/{owner}/members': undefined,
  '/sets/{set}/owners/{owner}/history': undefined,
  '/sets/{set}/members/{member}/owners': undefined,
};

test('every module that reads releases and every call that reads a crate is in the matrix', () => {
  const names = new Set(SURFACES.map(({ name }) => name));
  const reading =
    /\bCHANGELOGS_CRATE\b|from '[^']*\/(?:releases|changelogs|changelog-page|changelog-screen|release-feed|release-preview)\.server\.ts'/;
  expect(modulesThat(reading)).toEqual(Object.keys(READERS).toSorted());
  expect(readingCalls()).toEqual(Object.keys(CALLS).toSorted());
  const listed = [...Object.values(READERS), ...Object.values(CALLS)].filter((name) => name !== undefined);
  expect(listed.filter((name) => !names.has(name))).toEqual([]);
});
