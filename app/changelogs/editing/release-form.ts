import * as z from 'zod/mini';

import { unclearForm } from '#app/current/problems.ts';
import { ROLES } from '#app/current/role.ts';
import { parseMembers } from '#app/editor/merge.ts';
import { tagValues, readVisibility } from '#app/storage/item-tags.ts';
import type { ItemTags } from '#app/storage/item-tags.ts';
import { INLINE_BYTES, ItemName } from '#app/storage/item.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';
import { parseJson } from '#lib/parse-json.ts';
import { Problem } from '#lib/problem.ts';

import { MAX_LINE, MAX_LINES, MAX_LINK, MAX_SEMVER, MAX_TITLE, PLATFORMS, RELEASE_STREAMS } from '../changelog.ts';
import { noSingleVersion, unknownPlatform, unknownStream, versionTooLong } from '../problems.ts';
import { NOTE_LINK, isNoteId, isReleaseVersion } from '../release.ts';
import { VISIBILITIES, emptyLine, lineField } from './release-values.ts';
import type { LineField, LineValues, ReleaseField, ReleaseValues } from './release-values.ts';

const Day = z.iso.date();

type Fault = readonly [field: string, sentence: string];

/** What no release may say. @param before of which foreign words stay as they are @throws Problem 400 at the fields */
export function requireStorable(values: ReleaseValues, before: ReleaseValues | undefined): void {
  const linesBefore = new Map(before?.lines.map((line) => [line.id, line]));
  const faults = values.lines.flatMap((line) => lineFaults(line, linesBefore.get(line.id)));
  faults.unshift(...ownFaults(values, before));
  if (values.lines.length > MAX_LINES) faults.push(['pasted', `At most ${MAX_LINES} lines.`]);
  if (Buffer.byteLength(bodyOfForm(values)) > INLINE_BYTES) {
    faults.push(['intro', `The intro and all lines together have at most ${INLINE_BYTES / 1024} kB.`]);
  }
  if (faults.length > 0) throw new Problem(unclearForm, { fields: Object.fromEntries(faults.toReversed()) });
}

function ownFaults(values: ReleaseValues, before: ReleaseValues | undefined): Fault[] {
  const { version, stream, title, date, platforms, visibility, role, post, intro } = values;
  const version_ = version.trim();
  const rules: [field: ReleaseField, isRight: boolean, sentence: string][] = [
    ['version', version_.length <= MAX_SEMVER, versionTooLong.message],
    ['version', isReleaseVersion(version_), noSingleVersion.message],
    ['stream', isStream(stream, before?.stream), unknownStream.message],
    ['title', title.trim().length <= MAX_TITLE && isText(title), `At most ${MAX_TITLE} characters.`],
    ['date', Day.safeParse(date).success, 'A day, such as 2026-11-01.'],
    ['platforms', arePlatforms(platforms, before?.platforms), unknownPlatform.message],
    ['visibility', VISIBILITIES.some((one) => one === visibility), 'One of the three.'],
    ['role', ROLES.some((one) => one === role), 'One of our roles.'],
    ['post', post.trim() === '' || ItemName.safeParse(post.trim()).success, 'The name of a post, as in its address.'],
    ['intro', isText(intro), 'Letters that cannot be stored.'],
  ];
  return rules.flatMap(([field, isRight, sentence]): Fault[] => (isRight ? [] : [[field, sentence]]));
}

function lineFaults(line: LineValues, before: LineValues | undefined): Fault[] {
  const { id, category, text, stream, platforms, link } = line;
  const to = link.trim();
  const rules: [field: LineField, isRight: boolean, sentence: string][] = [
    ['text', isNoteId(id), 'The id of this line: small letters, digits and hyphens, at most 64 of them.'],
    ['text', text.trim().length <= MAX_LINE && isText(text), `At most ${MAX_LINE} characters.`],
    ['category', category.length <= 64 && isText(category), 'That is not a category of changes.'],
    ['stream', stream === '' || isStream(stream, before?.stream), unknownStream.message],
    ['platforms', arePlatforms(platforms, before?.platforms), unknownPlatform.message],
    ['link', to === '' || (to.length <= MAX_LINK && isText(to) && NOTE_LINK.test(to)), LINK],
  ];
  return rules.flatMap(([field, isRight, sentence]): Fault[] => (isRight ? [] : [[lineField(id, field), sentence]]));
}

const LINK = 'The address of a post or an entry of feedback, as /post/a-name or /feedbag/a-project/entries/an-id.';

function isStream(name: string, before: string | undefined): boolean {
  return name === before || RELEASE_STREAMS.some((one) => one === name);
}

function arePlatforms(names: string, before = ''): boolean {
  const known = new Set<string>([...PLATFORMS, ...parseMembers(before)]);
  return parseMembers(names).every((name) => known.has(name));
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** As the item's body holds it. What is empty is left out. */
export function bodyOfForm({ intro, lines }: Pick<ReleaseValues, 'intro' | 'lines'>): string {
  const notes = lines.map(({ id, category, text, major, platforms, stream, link }) => ({
    id,
    category,
    text: text.trim().replaceAll(/\s+/g, ' '),
    ...(major === 'yes' && { major: true }),
    ...(platforms !== '' && { platforms: parseMembers(platforms) }),
    ...(stream !== '' && { stream }),
    ...(link.trim() !== '' && { link: link.trim() }),
  }));
  return JSON.stringify({ ...(intro.trim() !== '' && { intro: intro.trim() }), notes });
}

/** Keeps what of the item the form does not show. @param before the state that the writer has seen */
export function parametersOfForm(
  values: ReleaseValues,
  { app, name, before }: { app: string; name: string; before: Item | undefined },
): Omit<ItemParameters, 'collaborators'> {
  const { version, date, title, major, platforms, post, stream, role } = values;
  const shown = {
    version: version.trim(),
    date,
    ...(title.trim() !== '' && { title: title.trim() }),
    ...(major === 'yes' && { major: true }),
    ...(platforms !== '' && { platforms: parseMembers(platforms).join(',') }),
    ...(post.trim() !== '' && { post: post.trim() }),
  };
  const remaining = Object.entries(before?.map ?? {}).filter(([key]) => !SHOWN_KEYS.has(key));
  const others = (before?.tags ?? []).filter((tag) => !/^(?:app|stream|role):/.test(tag));
  return {
    name,
    tags: [`app:${app}`, `stream:${stream}`, ...(role === 'public' ? [] : [`role:${role}`]), ...others],
    map: { ...shown, ...Object.fromEntries(remaining) },
  };
}

const SHOWN_KEYS = new Set(['version', 'date', 'title', 'major', 'platforms', 'post']);

/** What the form shows of a release, also of one that other hands have written otherwise. */
export function valuesOfRelease(item: Item, body: string): ReleaseValues {
  const { map, createdAt } = item;
  const textAt = (key: string) => (typeof map[key] === 'string' ? map[key] : '');
  const { intro, lines } = valuesOfBody(body);
  return {
    version: textAt('version'),
    title: textAt('title'),
    post: textAt('post'),
    intro,
    lines,
    stream: tagValues(item, 'stream')[0] ?? 'stable',
    role: readRole(item),
    date: textAt('date') || createdAt.slice(0, 10),
    platforms: parseMembers(textAt('platforms')).join(', '),
    major: map['major'] === true ? 'yes' : '',
    visibility: readVisibility(item),
  };
}

const Loose = z.object({ intro: z.optional(z.unknown()), notes: z.optional(z.unknown()) });
const LooseNote = z.record(z.string(), z.unknown());

/** As its tags name it, whether or not there is such a role. */
export function readRole(item: ItemTags): string {
  return tagValues(item, 'role')[0] ?? 'public';
}

/** Whatever can be read of it. */
function valuesOfBody(body: string): Pick<ReleaseValues, 'intro' | 'lines'> {
  const { intro, notes } = Loose.safeParse(parseJson(body)).data ?? {};
  const taken = new Set<string>();
  const lines = (Array.isArray(notes) ? (notes as unknown[]) : []).map((note) => {
    const line = lineOfNote(LooseNote.safeParse(note).data ?? {}, taken);
    taken.add(line.id);
    return line;
  });
  return { intro: typeof intro === 'string' ? intro : '', lines };
}

function lineOfNote(note: Record<string, unknown>, taken: ReadonlySet<string>): LineValues {
  const textAt = (key: string) => (typeof note[key] === 'string' ? note[key] : '');
  const platforms = Array.isArray(note['platforms']) ? (note['platforms'] as unknown[]) : [];
  const fresh = emptyLine(textAt('category'));
  return {
    ...fresh,
    ...(isNoteId(textAt('id')) && !taken.has(textAt('id')) && { id: textAt('id') }),
    text: textAt('text'),
    stream: textAt('stream'),
    link: textAt('link'),
    platforms: platforms.filter((one) => typeof one === 'string').join(', '),
    major: note['major'] === true ? 'yes' : '',
  };
}

/** A form for something new. @param today `YYYY-MM-DD` */
export function emptyValues(today: string): ReleaseValues {
  const nothing = { title: '', platforms: '', major: '', post: '', intro: '' };
  return {
    ...nothing,
    version: '',
    stream: 'stable',
    date: today,
    visibility: 'hidden',
    role: 'public',
    lines: [emptyLine('new')],
  };
}
