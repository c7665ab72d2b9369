import { createHash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { ROLES, isAtLeast, isRole, isStaff } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { mayEdit } from '#app/editor/kinds/edit-link.server.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { readTags } from '#app/storage/item-tags.ts';
import { INLINE_BYTES, ItemParameters } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { jsonBody } from '#app/storage/writes/bodies.server.ts';
import { describeFields, issueWords } from '#lib/calls/issue-words.server.ts';
import { LruCache } from '#lib/lru-cache.ts';
import { parseJson } from '#lib/parse-json.ts';

import { CHANGELOGS_CRATE } from './cache-topics.ts';
import { NOTE_CATEGORIES, RELEASE_STREAMS } from './changelog.ts';
import type { NoteFacts, Release, ReleaseFacts, ReleaseIntro } from './changelog.ts';
import { readRole } from './editing/release-form.ts';
import { releasePath } from './editing/release-path.ts';
import { ReleaseBody, ReleaseMap, isReleaseVersion } from './release.ts';
import type { NewRelease, ReleaseNote } from './release.ts';
import { newestFirst } from './versions.ts';

/** A version with whatever the reader may read of it, the notes not yet among it. */
export interface ReleaseEntry extends ReleaseFacts {
  readonly parts: readonly ReleasePart[];
}

/** What one item, or one entry of the program, says of a release. */
interface ReleasePart {
  readonly facts: ReleaseFacts;
  /** What ships with the program is no item. */
  readonly itemId?: string;
  readonly tags?: readonly string[];
  readonly notes: readonly ReleaseNote[];
  readonly intro?: ReleaseIntro | undefined;
  readonly problems: readonly string[];
}

export const RELEASE_ITEMS = new Collection(CHANGELOGS_CRATE);

/** Items of one app that are looked at, the newest first. */
const MAX_ITEMS = 512;

/**
 * What the actor may see, the newest version first. Several items of one version are one release: lines of a higher role
 * come after those of a lower one, or in their place when they have the same id.
 * @param own releases that come with the program
 * @param named a version that the reader knows: it is among them also when it is in no list
 */
export async function findReleases(
  current: Current,
  app: string,
  own: readonly NewRelease[],
  named?: string,
): Promise<ReleaseEntry[]> {
  const items = await findReleaseItems(current, app);
  if (named !== undefined) items.push(...(await findNamedItems(current, app, named, items)));
  const isListed = ({ version, isUnlisted }: ReleaseFacts) =>
    !isUnlisted || version === named || isStaff(current.actor.role);
  const parts = [...own.map(builtInPart), ...items.flatMap((item) => itemPart(item) ?? [])]
    .filter(({ facts }) => isAtLeast(current.actor.role, facts.role) && isListed(facts))
    .toSorted(lowestRoleFirst);
  const versions = Map.groupBy(parts, ({ facts }) => facts.version);
  return [...versions.values()].flatMap(toEntries).toSorted(newestFirst);
}

/** @param parts of one version, of which the first says what the release is */
function toEntries(parts: readonly ReleasePart[]): ReleaseEntry[] {
  const [lowest] = parts;
  return lowest === undefined ? [] : [{ ...lowest.facts, parts }];
}

export async function findReleaseItems(current: Current, app: string): Promise<Item[]> {
  return Array.fromAsync(RELEASE_ITEMS.all(current, { tags: { included: [`app:${app}`] }, limit: MAX_ITEMS }));
}

/** Those of a version that are in no list, by the names that they have then. */
async function findNamedItems(
  current: Current,
  app: string,
  version: string,
  listed: readonly Item[],
): Promise<Item[]> {
  if (!isReleaseVersion(version)) return [];
  const names = ROLES.map((role) => releaseName(app, version, role));
  const { items } = await RELEASE_ITEMS.page(current, { names });
  const known = new Set(listed.map(({ itemId }) => itemId));
  return items.filter(({ itemId, tags }) => !known.has(itemId) && tags.includes(`app:${app}`));
}

/** A crate has each name once, so that two who write one release at the same time write one. */
export function releaseName(app: string, version: string, role: Role): string {
  const name = `${app}-${version}${role === 'public' ? '' : `-for-${role}`}`;
  if (name.length <= MAX_NAME) return name;
  return `${app}-${createHash('sha256').update(name).digest('hex')}`;
}

const MAX_NAME = 128;

function builtInPart({ role, hidden = false, notes, ...release }: NewRelease): ReleasePart {
  const { version, date, stream = 'stable', title, major = false, platforms = [], post } = release;
  const publishedAt = `${date}T00:00:00.000Z`;
  const facts = { version, date, publishedAt, stream, title, platforms, post, isMajor: major, isUnlisted: false };
  return { facts: { ...facts, role: leastRole(role, hidden) }, notes, problems: [] };
}

/** Of an item alone, without its lines; undefined when it does not even say its version. */
export function readReleaseFacts(item: Item): ReleaseFacts | undefined {
  return itemPart(item)?.facts;
}

/** Undefined for an item that does not even say its version. */
function itemPart({ itemId, map, tags, createdAt }: Item): ReleasePart | undefined {
  const { fields, states } = readTags(tags);
  const version = map['version'];
  if (typeof version !== 'string' || !isReleaseVersion(version)) return undefined;
  const { data, error } = ReleaseMap.safeParse(map, { error: issueWords });
  const { title, major = false, platforms = [], post, date = createdAt.slice(0, 10) } = data ?? {};
  const facts = {
    version,
    date,
    publishedAt: data?.publishedAt ?? createdAt,
    title,
    isMajor: major,
    platforms,
    post,
    isUnlisted: states.has('unlisted'),
    stream: RELEASE_STREAMS.find((stream) => stream === fields['stream']) ?? 'stable',
    role: leastRole(fields['role'], states.has('hidden')),
  };
  return {
    facts,
    itemId,
    tags,
    notes: [],
    problems: error === undefined ? [] : describeProblems(describeFields(error.issues, 'map')),
  };
}

/** A role that does not exist is a typing error, which must not publish anything. */
function leastRole(name: string | undefined, isHidden: boolean): Role {
  const role = name === undefined ? 'public' : isRole(name) ? name : 'staff';
  return isHidden && !isAtLeast(role, 'staff') ? 'staff' : role;
}

function lowestRoleFirst(one: ReleasePart, other: ReleasePart): number {
  const [a, b] = [one.facts, other.facts];
  const byRole = ROLES.indexOf(a.role) - ROLES.indexOf(b.role);
  return byRole || a.publishedAt.localeCompare(b.publishedAt) || (one.itemId ?? '').localeCompare(other.itemId ?? '');
}

/** With their notes, in one statement for all. */
export async function readReleases(current: Current, entries: readonly ReleaseEntry[]): Promise<Release[]> {
  const itemIds = entries.flatMap(({ parts }) => parts.flatMap(({ itemId }) => itemId ?? []));
  const found = [...(await RELEASE_ITEMS.bodies(current, itemIds)).values()];
  const bodies = new Map(
    await Promise.all(found.map(async (one) => [one.item.itemId, await readNotes(current, one)] as const)),
  );
  const withProblems = isStaff(current.actor.role);
  const editPaths = await findEditPaths(
    current,
    found.map(({ item }) => item),
  );
  return entries.map(({ parts, ...facts }) => {
    const read = parts.map((part) => ({ ...part, ...(part.itemId !== undefined && bodies.get(part.itemId)) }));
    // Part by part, so that a line of the same id takes the place of the one before.
    const notes = new Map(
      read.flatMap(({ notes, facts: { role } }) => notes.map((note) => [note.id, toNoteFacts(note, role)])),
    );
    const intros = read.flatMap(({ intro }) => intro ?? []);
    const problems = withProblems ? parts.flatMap((part, at) => [...part.problems, ...(read[at]?.problems ?? [])]) : [];
    const [editPath] = parts.flatMap(({ itemId = '' }) => editPaths.get(itemId) ?? []);
    return {
      ...facts,
      intros,
      notes: [...notes.values()].toSorted(byCategory),
      problems: [...new Set(problems)],
      ...(editPath !== undefined && { editPath }),
    };
  });
}

/** Of those that the actor may change, by id. */
async function findEditPaths(current: Current, items: readonly Item[]): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  if (!isStaff(current.actor.role)) return paths;
  for (const item of items) {
    const version = item.map['version'];
    const { app } = readTags(item.tags).fields;
    if (app === undefined || typeof version !== 'string' || !(await mayEdit(current, item))) continue;
    paths.set(item.itemId, releasePath({ app, version, role: readRole(item) }));
  }
  return paths;
}

function toNoteFacts(note: ReleaseNote, role: Role): NoteFacts {
  const { id, category, text, major = false, platforms = [], stream, link } = note;
  return { id, category, text, isMajor: major, platforms, role, stream, link };
}

function byCategory(one: NoteFacts, other: NoteFacts): number {
  return NOTE_CATEGORIES.indexOf(one.category) - NOTE_CATEGORIES.indexOf(other.category);
}

/** What one item says alone, whoever reads it. Undefined for one that does not even say its version. @param body its text */
export function releaseOfItem(item: Item, body: string): Release | undefined {
  const part = itemPart(item);
  if (part === undefined) return undefined;
  const { facts } = part;
  const { notes, intro, problems } = notesIn(Buffer.from(body), `${item.itemId} ${item.etag}`);
  const lines = notes.map((note) => toNoteFacts(note, facts.role)).toSorted(byCategory);
  return {
    ...facts,
    intros: intro === undefined ? [] : [intro],
    notes: lines,
    problems: [...part.problems, ...problems],
  };
}

type NotesOfBody = Pick<ReleasePart, 'notes' | 'intro' | 'problems'>;

function readNotes({ db }: Current, { item, body }: ItemWithBody): Promise<NotesOfBody> {
  const key = `${item.itemId} ${item.etag}`;
  return db.processState.get(createNotes).get(key, () => Promise.resolve(notesIn(body.inline, key)));
}

/** By item and etag. */
const createNotes = () => new LruCache<NotesOfBody>(MAX_ITEMS);

function notesIn(bytes: Buffer | null, key: string): NotesOfBody {
  if (bytes === null) return { notes: [], problems: [`body: at most ${INLINE_BYTES} bytes`] };
  const { data, error } = ReleaseBody.safeParse(parseJson(bytes.toString()), { error: issueWords });
  if (data === undefined) return { notes: [], problems: describeProblems(describeFields(error?.issues ?? [], 'body')) };
  const { notes, intro } = data;
  return { notes, intro: intro === undefined ? undefined : { key, text: intro }, problems: [] };
}

const MAX_PROBLEMS = 5;

function describeProblems(fields: Record<string, string>): string[] {
  return Object.entries(fields)
    .slice(0, MAX_PROBLEMS)
    .map(([field, words]) => `${nameField(field)}: ${words}`);
}

/** As writers count lines. */
function nameField(field: string): string {
  const [first, line, ...rest] = field.split('.');
  if (first !== 'notes') return field;
  return line === undefined ? 'lines' : [`line ${Number(line) + 1}`, ...rest].join(', ');
}

/** @param authorIds the owner first @throws Problem as `createItem` of storage */
export async function createRelease(
  current: Current,
  app: string,
  { version, stream = 'stable', role = 'public', hidden = false, notes, ...release }: NewRelease,
  authorIds: readonly string[],
): Promise<Item> {
  const { date, title, major, platforms, post } = release;
  const parameters = {
    name: releaseName(app, version, role),
    tags: [
      `app:${app}`,
      `stream:${stream}`,
      ...(role === 'public' ? [] : [`role:${role}`]),
      ...(hidden ? ['hidden'] : []),
    ],
    map: {
      version,
      date,
      ...(title !== undefined && { title }),
      ...(major !== undefined && { major }),
      ...(platforms !== undefined && { platforms: platforms.join(',') }),
      ...(post !== undefined && { post }),
    },
    collaborators: authorIds,
    createdAt: `${date}T15:00:00Z`,
  };
  return RELEASE_ITEMS.create(current, ItemParameters.parse(parameters), jsonBody({ notes }));
}
