import { compareBuild } from 'semver';

import { checkRules } from '#app/editor/finding.ts';
import type { CheckRule, Finding, FindingPosition } from '#app/editor/finding.ts';
import { parseMembers } from '#app/editor/merge.ts';
import type { CheckedLink } from '#app/posts/editing/checks/post-rules.ts';

import { NOTE_CATEGORIES, PLATFORMS, RELEASE_STREAMS } from '../changelog.ts';
import { isReleaseVersion } from '../release.ts';
import { lineField } from './release-values.ts';
import type { LineField, LineValues, ReleaseValues } from './release-values.ts';

/** A release with everything that is known of it, so that the rules ask nobody. */
interface CheckedRelease {
  readonly values: ReleaseValues;
  /** Of the intro, with what is there. */
  readonly introLinks: readonly CheckedLink[];
  /** By the link of a line. */
  readonly lineLinks: ReadonlyMap<string, CheckedLink['state']>;
  /** Of the same stream, without this release; undefined for the first. */
  readonly newest: string | undefined;
  readonly post: CheckedLink['state'] | undefined;
}

type ReleaseRule = CheckRule<CheckedRelease>;
export type ReleaseRuleName = keyof typeof RELEASE_RULES;

export function checkReleaseRules(release: CheckedRelease): Finding[] {
  return checkRules(release, RELEASE_RULES);
}

const RELEASE_RULES = {
  lineEmpty: error(({ values }) => linesThat(values, ({ text }) => text.trim() === '', 'text')),
  categoryUnknown: error(({ values }) =>
    linesThat(values, ({ category }) => !isOurs(NOTE_CATEGORIES, category), 'category'),
  ),
  streamUnknown: error(({ values }) => [
    ...(isOurs(RELEASE_STREAMS, values.stream) ? [] : [{ field: 'stream', what: values.stream }]),
    ...linesThat(values, ({ stream }) => stream !== '' && !isOurs(RELEASE_STREAMS, stream), 'stream'),
  ]),
  platformUnknown: error(({ values }) => [
    ...(areOurs(values.platforms) ? [] : [{ field: 'platforms', what: values.platforms }]),
    ...linesThat(values, ({ platforms }) => !areOurs(platforms), 'platforms'),
  ]),
  lineLinkMissing: error((release) => linkedLines(release, ['missing', 'no such heading'])),
  introLinkMissing: error(({ introLinks }) =>
    introLinks.flatMap(({ href, line, state }) =>
      state === 'missing' || state === 'no such heading' ? [{ line, what: href }] : [],
    ),
  ),
  releasePostMissing: error(({ post, values }) => (post === 'missing' ? [{ field: 'post', what: values.post }] : [])),
  lineLinkHidden: warning((release) => linkedLines(release, ['hidden'])),
  introLinkHidden: warning(({ introLinks }) =>
    introLinks.flatMap(({ href, line, state }) => (state === 'hidden' ? [{ line, what: href }] : [])),
  ),
  releasePostHidden: warning(({ post, values }) => (post === 'hidden' ? [{ field: 'post', what: values.post }] : [])),
  versionLower: warning(({ values: { version }, newest }) =>
    newest !== undefined && isReleaseVersion(version.trim()) && compareBuild(version.trim(), newest) < 0
      ? [{ field: 'version', what: newest }]
      : [],
  ),
  lineTwice: warning(({ values }) => repeatedLines(values)),
  nothingSaid: warning(({ values: { lines, intro } }) =>
    lines.length === 0 && intro.trim() === '' ? [{ field: 'pasted' }] : [],
  ),
} as const satisfies Record<string, ReleaseRule>;

function error(find: ReleaseRule['find']): ReleaseRule {
  return { level: 'error', find };
}

function warning(find: ReleaseRule['find']): ReleaseRule {
  return { level: 'warning', find };
}

function isOurs(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

function areOurs(platforms: string): boolean {
  return parseMembers(platforms).every((name) => isOurs(PLATFORMS, name));
}

type WordField = Exclude<LineField, 'major'>;

function linesThat(
  { lines }: ReleaseValues,
  matches: (line: LineValues) => boolean,
  field: WordField,
): FindingPosition[] {
  return lines.filter(matches).map((line) => toPosition(line, field));
}

function toPosition(line: LineValues, field: WordField): FindingPosition {
  const what = line[field].trim();
  return { field: lineField(line.id, field), ...(what !== '' && { what }) };
}

function linkedLines(
  { values, lineLinks }: CheckedRelease,
  states: readonly CheckedLink['state'][],
): FindingPosition[] {
  return linesThat(values, ({ link }) => states.some((state) => lineLinks.get(link.trim()) === state), 'link');
}

/** Whatever their capitals and stops. */
function repeatedLines({ lines }: ReleaseValues): FindingPosition[] {
  const seen = new Set<string>();
  return lines.flatMap((line) => {
    const words =
      line.text
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(' ') ?? '';
    if (words === '') return [];
    const isRepeated = seen.has(words);
    seen.add(words);
    return isRepeated ? [toPosition(line, 'text')] : [];
  });
}
