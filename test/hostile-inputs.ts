import { passkeyName } from '#app/accounts/passkeys/passkey.ts';
import { readSearchTerms as readTypedItemTerms } from '#app/admin/items/search-terms.ts';
import { tidyAlias } from '#app/aliases/rules/rules.ts';
import { parseRange, toSemver } from '#app/announcements/version-range.server.ts';
import { releasesIn } from '#app/changelogs/versions.ts';
import { readCode } from '#app/confirmations/confirmation.ts';
import { ownPath } from '#app/current/return-route.ts';
import { tidyKeyName } from '#app/delegation/key.ts';
import { asksForKey } from '#app/door/cross-origin.server.ts';
import { loggedPath } from '#app/door/logged-path.ts';
import { hashCrash } from '#app/feedbag/crashes/crash-log.server.ts';
import { parseLevelSearch } from '#app/levelhead/browse/level-search.ts';
import { LEVEL_TAG_IDS } from '#app/levelhead/level-tags.ts';
import { levelIdIn } from '#app/levelhead/playlists/playlist.ts';
import { detectApp } from '#app/podcast/downloads/apps.ts';
import { parseChapters, parseSoundbites } from '#app/podcast/episode.ts';
import { mapOfBody } from '#app/posts/post.ts';
import { detectDevice, visitKind } from '#app/shortlinks/link-visitor.server.ts';
import { readPreview } from '#app/shortlinks/target-preview.ts';
import { readTarget } from '#app/shortlinks/targets.server.ts';
import { readJsonLine } from '#app/storage/bulk/import-lines.server.ts';
import { readSheet } from '#app/storage/bulk/import-sheet.server.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { parseTrace } from '#app/telemetry/issues/trace-frames.ts';
import { scrubText, scrubUrl } from '#app/telemetry/scrub.ts';
import { parseWebVtt } from '#lib/audio/parse-webvtt.ts';
import { parseJson } from '#lib/calls/body.server.ts';
import { invalidBody } from '#lib/calls/problems.ts';
import { isFresh, isNotModified, readIfMatch } from '#lib/http/conditions.ts';
import { readCookies } from '#lib/http/cookies.ts';
import { readRange } from '#lib/http/ranges.ts';
import { routeSegments } from '#lib/http/route-segments.ts';
import { ValueSchema } from '#lib/json-schema/json-schema.ts';
import { boundPattern } from '#lib/json-schema/pattern.ts';
import { layOutJson } from '#lib/json/json-layout.ts';
import { parseAcceptLanguage } from '#lib/locale/negotiate.ts';
import { renderArticleParts } from '#lib/markdown/article-parts.server.ts';
import type { ArticleOptions } from '#lib/markdown/article.ts';
import { exceedsLimits, isQuick } from '#lib/markdown/guards.ts';
import { parseUserAgent } from '#lib/sessions/device.server.ts';
import { indexWords } from '#lib/text-search/index-words.ts';
import { stripMarkdown } from '#lib/text-search/plain-text.ts';
import { readSearchText } from '#lib/text-search/search-terms.ts';
import { listTextQueries } from '#lib/text-search/text-query.server.ts';
import { toCodeKey } from '#lib/token/readable-code.ts';

/** Of a parser that reads strangers' bytes in the thread that answers requests. */
export interface HostileInput {
  readonly parser: string;
  /** What is repeated. */
  readonly what: string;
  /** As long as the site takes it. */
  readonly text: string;
  readonly read: (text: string) => unknown;
}

/** Of Node's HTTP parser, for the head of a request. */
const HEAD = 16 * 1024;
const JSON_BODY = 1024 * 1024;
const INLINE_BODY = 64 * 1024;
const MESSAGE = 10_000;

export const ARTICLE_OPTIONS: ArticleOptions = {
  words: { note: 'Note', tip: 'Tip', warning: 'Warning', spoiler: 'Spoiler', footnotes: 'Notes', back: 'Back' },
  ownOrigins: [],
};

/** The worst that was found for each, by units of a few characters that are repeated up to its limit of length. */
export const HOSTILE_INPUTS: readonly HostileInput[] = [
  ...inputs('Markdown that is quick', quickTexts(), (text) => renderArticleParts(text, ARTICLE_OPTIONS)),
  ...inputs(
    'Patterns of schemas',
    repeated(256, ['a*', '(', '[', '\\', '{1,2}', '(?:', 'a{1,1000}', '|', 'a?']),
    boundPattern,
  ),
  ...inputs('Bodies held against a schema', repeated(JSON_BODY - 8, ['a', 'a!', '😀']), holdText),
  ...inputs('Lists held against a schema', repeated(JSON_BODY - 8, ['1,', '[],', '"a",', '{"a":1},']), holdList),
  ...inputs(
    'The scan before Markdown',
    repeated(256 * 1024, ['\n', '-\n', '* ', '> ', '[', ':::a\n', '|-', 'a|b\n-|-\n']),
    exceedsLimits,
  ),
  ...inputs('Markdown for an index', repeated(INLINE_BODY, ['\t[\r', '[', '</<!--', '|a', '::a[']), stripMarkdown),
  ...inputs('What a post says of itself', repeated(INLINE_BODY, ['# [', '[](', '1 || ']), mapOfBody),
  ...inputs('Words of a message', repeated(MESSAGE, ['😀', '👩‍👩‍👧', 'é ', '中', 'ก า']), indexWords),
  ...inputs('Words to search for', repeated(256, ['中', 'f:', '"a" ', '-a ']), readSearchText),
  ...inputs('Words for an index of words', repeated(256, ['中', 'ab ', 'abcdefghijklmno ']), listQueries),
  ...inputs(
    'JSON that is laid out',
    [...repeated(256 * 1024, ['[', '{"":', '"', '\\', '1 ', ' ']), ...listsOfJson(256 * 1024)],
    (text) => layOutJson(text, 'lines'),
  ),
  ...inputs('WebVTT', transcripts(), parseWebVtt),
  ...inputs('Chapters', repeated(INLINE_BODY, ['1 \t', '1\u2028', '1:02 1 a\n']), parseChapters),
  ...inputs('Soundbites', repeated(INLINE_BODY, ['1 1 \t', '1:02 1 a\n']), parseSoundbites),
  ...inputs('JSON of a body', repeated(JSON_BODY, ['[', '{"a":', '"\\u0000",', '[],']), readBody),
  ...inputs(
    'A spreadsheet of items',
    repeated(256 * 1024, [',', '"', '""', "'", ";'", '\n', '\r', '=,\n', 'a\n']),
    readItems,
    'name\n',
  ),
  ...inputs('Columns of items', repeated(256 * 1024, [',', 'map.', 'map.a,', '"']), readItems),
  ...inputs('A line of JSON for an item', repeated(256 * 1024, ['[', '{"a":', '"a",', '1,']), readItemLine, '{"map":['),
  ...inputs('Ranges of versions', repeated(256, ['||', '1||', '1 - 2 ', '>1 ']), findReleases),
  ...inputs(
    'Versions that get an announcement',
    repeated(256, ['||', '1||', '1 - 2 ', '>1 ', 'x', '^', ' ']),
    parseRange,
  ),
  ...inputs('The version of a game', repeated(128, ['1', '1.', '-', '-a.', '1-1']), toSemver),
  ...inputs('Search for levels', repeated(256, ['""', '# ', 'tagg:x ', '-tag:a ', 'zzzz ']), searchLevels),
  ...inputs('Search for items', repeated(HEAD, ['a,', '-a,', 'a<=1,']), searchItems),
  ...inputs('A level’s address', repeated(INLINE_BODY, ['/0000000/', '+aaaaaaa\n']), levelIdIn),
  ...inputs('A typed code', repeated(INLINE_BODY, ['1', '-', '\u0315\u0316', '\uFDFA']), readCode),
  ...inputs(
    'A typed code of a perk, a device or for recovery',
    repeated(INLINE_BODY, ['O', '-', ' ', '\u0315\u0316', '\uFDFA']),
    toCodeKey,
  ),
  ...inputs('A typed alias', repeated(INLINE_BODY, [' ', '\u0315\u0316']), tidyAlias),
  ...inputs('A typed search for items', repeated(HEAD, ['"', 'a', 'a" "', 'tag:']), readTypedItemTerms),
  ...inputs('The name of a passkey', repeated(INLINE_BODY, [' ', '\u0315\u0316']), passkeyName),
  ...inputs('The name of a key', repeated(INLINE_BODY, [' ', '\u0315\u0316']), tidyKeyName),
  ...inputs('A page to return to', repeated(HEAD, ['.data', '%2edata/', '/_root.data', '/'], '_'), ownPath, '/a'),
  ...inputs('Segments of a path', repeated(HEAD, ['.data', '%25', '/_'], 'x'), routeSegments, '/'),
  ...inputs('A path for the log', repeated(HEAD, ['a', 'a.', '%25']), loggedPath, '/%41'),
  ...inputs('Accept-Language', repeated(HEAD, [';', 'en;q=', 'a-']), parseAcceptLanguage),
  ...inputs('User-Agent', repeated(HEAD, ['a', '(', 'Mozilla/5.0 ', '1-a']), readUserAgent),
  ...inputs('Targets of shortlinks', repeated(2030, ['a.', '%67o/', 'xn--a.', '/go']), readShortlinkTarget, 'https://'),
  ...inputs(
    'Previews of targets',
    repeated(256 * 1024, ['<', '<meta ', '<title>', '&', '<!--', 'a="']),
    readTargetPreview,
  ),
  ...inputs('Range', repeated(HEAD, ['1', '1-']), (text) => readRange(text, 99), 'bytes='),
  ...inputs('If-Match', repeated(HEAD, ['"', 'W/', 'W/"a",']), readConditions),
  ...inputs('If-Modified-Since', repeated(HEAD, [' ', ':', 'a', '- GMT']), readSince, 'Sun'),
  ...inputs('Access-Control-Request-Headers', repeated(HEAD, [',', ' ,', 'a,']), asksForKey),
  ...inputs('Cookie', repeated(HEAD, [';', 'a=b;', '=']), readCookies),
  ...inputs('A trace for telemetry', repeated(INLINE_BODY / 3, ['中', '%.', 'ey-', '???', 'token=']), scrubTrace),
  ...inputs('The frames of a trace', repeated(8192, ['at (:1:1\n', 'a@', ':1', ' (']), parseTrace),
  ...inputs('An address for telemetry', repeated(HEAD, ['ﷺ', '%25', '?a=', '::']), scrubAddress),
  ...inputs('A crash log', repeated(INLINE_BODY, ['at a.b\n', '  at ', '0x', '#1 ']), hashCrash),
];

/** What is parsed in a thread of its own, and ended when it takes too long. */
export const LONG_ARTICLES: readonly (readonly [what: string, text: string])[] = [
  ...repeated(2000, [':::a\n', 'a|b\n-|-\n', 'www._']),
  ...repeated(16 * 1024, ['a**b', '*a_ ', '[a](', '</<!--', 'a  \n']),
  ...repeated(64 * 1024, ['x\n', '- a\n', '> a\n']),
  ['a table of 20 columns and short rows', `${'|a'.repeat(20)}|\n${'|-'.repeat(20)}|\n${'|a\n'.repeat(900)}`],
  ['a line of 28 spaced stars', '* '.repeat(28)],
];

/** As many as are read before others have their turn. */
function readItems(text: string): unknown {
  try {
    return [...readSheet(text).take(250)];
  } catch (refusal) {
    return refusal;
  }
}

function readItemLine(text: string): unknown {
  return readJsonLine(text, 1);
}

function listQueries(text: string): unknown {
  return listTextQueries(readSearchText(text));
}

function inputs(
  parser: string,
  texts: readonly (readonly [what: string, text: string])[],
  read: (text: string) => unknown,
  before = '',
): HostileInput[] {
  return texts.map(([what, text]) => ({ parser, what, text: before + text, read }));
}

function repeated(length: number, units: readonly string[], end = ''): [string, string][] {
  return units.map((unit) => [JSON.stringify(unit), unit.repeat(Math.ceil(length / unit.length)) + end]);
}

/** As long as they are still quick. */
function quickTexts(): [string, string][] {
  const units = [
    'a**b',
    'www._',
    '*a',
    'a\n=\n',
    'a  \n',
    ':::a\n',
    '- a\n',
    'http://a.b ',
    '[a](',
    'a@a.',
    '(https://a',
    'https://a。',
    '**「a」**',
    '[a]: b\n',
    '>\n',
  ];
  const texts = units.map((unit): [string, string] => {
    let text = '';
    while (isQuick(text + unit)) text += unit;
    return [JSON.stringify(unit), text];
  });
  const table = `${'|a'.repeat(14)}|\n${'|-'.repeat(14)}|\n${'a\n'.repeat(80)}`;
  return [...texts, ['a table of short rows', table]];
}

function listsOfJson(length: number): [string, string][] {
  const inside = '1,'.repeat(length / 2);
  return [0, 60].map((depth) => [`a list in ${depth}`, `${'['.repeat(depth)}[${inside}1]${']'.repeat(depth)}`]);
}

function transcripts(): [string, string][] {
  const cue = '00:01 --> 00:02\n';
  const units = ['<', '<v ', '<v.', '<v\t', '&a;', 'a\n\n', '-->\n\n', `${cue}<v a>b\n\n`];
  const texts: [string, string][] = [
    ...repeated(500 * 1024, units),
    ['a voice of blanks', `<v${' '.repeat(500 * 1024)}`],
  ];
  return texts.map(([what, text]) => [what, `WEBVTT\n\n${cue}${text}`]);
}

const RELEASES = Array.from({ length: 1000 }, (_, at) => ({ version: `1.${at}.0` }));

function findReleases(text: string): unknown {
  return orRefusal(() => releasesIn(RELEASES, text.slice(0, 256)));
}

function readBody(text: string): unknown {
  return orRefusal(() => parseJson(text, invalidBody));
}

function orRefusal(read: () => unknown): unknown {
  try {
    return read();
  } catch (refusal) {
    return refusal;
  }
}

const TAGS = LEVEL_TAG_IDS.map((tag) => ({ tag, name: tag }));

function searchLevels(text: string): unknown {
  return parseLevelSearch(text, { hall: 'tower', tags: TAGS, userId: undefined });
}

function searchItems(text: string): unknown {
  return SearchQuery.safeParse({
    tags: text,
    names: text,
    itemIds: text,
    userIds: text,
    dates: text,
    stats: text,
    facets: text,
    q: text,
  });
}

const TEXT_SCHEMA = new ValueSchema({
  anyOf: [{ pattern: 'a*a*a*b' }, { pattern: 'a+!?b' }, { minLength: 2_000_000 }, { enum: ['a'] }],
});
const LIST_SCHEMA = new ValueSchema({
  $defs: { any: { anyOf: [{ items: { $ref: '#/$defs/any' }, uniqueItems: true }, { const: 0 }] } },
  $ref: '#/$defs/any',
});

function holdText(text: string): unknown {
  return TEXT_SCHEMA.findFault(text);
}

function holdList(text: string): unknown {
  return LIST_SCHEMA.findFault(JSON.parse(`[${text.slice(0, text.lastIndexOf(',') + 1)}0]`));
}

function readShortlinkTarget(text: string): unknown {
  const own = 'https://www.rumpus.example';
  return readTarget(text, { publicUrl: own, mainUrl: own });
}

function readTargetPreview(text: string): unknown {
  return readPreview(text, new URL('https://www.example.com/'));
}

function readUserAgent(text: string): unknown {
  return [parseUserAgent(text), detectApp(text), visitKind(text), detectDevice(text)];
}

function readConditions(text: string): unknown {
  return [readIfMatch(text), isFresh(text, '"7"')];
}

function readSince(text: string): unknown {
  const request = new Request('https://a.example', { headers: { 'if-modified-since': text } });
  return isNotModified(request, '"7"', new Date(0));
}

function scrubTrace(text: string): string {
  return scrubText(text, 8192);
}

function scrubAddress(text: string): string {
  return scrubUrl(`https://a.example/${text}`, () => true);
}

/** Processor time of this thread alone, so that whatever else the machine does counts for nothing. Milliseconds. */
export function threadMilliseconds(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Times the floor; a parser that looks back at each step takes hundreds. */
export const MOST_FLOORS = 3;

/** What the times of one run are compared with: plain work on more than the largest of the inputs. */
export function floorMilliseconds(): number {
  const text = JSON.stringify(Array.from({ length: 100_000 }, (_, at) => ({ at })));
  return threadMilliseconds(() => {
    for (let time = 0; time < 4; time += 1) JSON.parse(text);
  });
}
