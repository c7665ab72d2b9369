import { PLATFORMS, RELEASE_STREAMS } from '../changelog.ts';
import type { NoteCategory } from '../changelog.ts';
import { emptyLine, formOfLine, isBlankLine, valuesOfForm } from './release-values.ts';
import type { LineValues, ReleaseValues } from './release-values.ts';

/** What a type of conventional commits (https://www.conventionalcommits.org/en/v1.0.0/) is to players. */
const CATEGORIES: Readonly<Record<string, NoteCategory>> = {
  feat: 'new',
  feature: 'new',
  add: 'new',
  fix: 'mended',
  bugfix: 'mended',
  hotfix: 'mended',
  perf: 'better',
  improve: 'better',
  refactor: 'better',
  style: 'better',
  balance: 'balance',
  tweak: 'balance',
  revert: 'gone',
  remove: 'gone',
  deprecate: 'gone',
  known: 'known',
};

/** What players never notice is left out. */
const UNSEEN = new Set(['build', 'chore', 'ci', 'docs', 'test']);

export interface PastedLines {
  readonly lines: readonly LineValues[];
  /** As they were pasted: commits of types that change nothing for players. */
  readonly leftOut: readonly string[];
}

/**
 * A list of lines, or messages of conventional commits: `feat(beta)!: A door` is a major new line of the beta stream, a scope may
 * name platforms too. Paragraphs below a commit are left out, but one that says BREAKING CHANGE makes it major.
 */
export function linesOfText(pasted: string, most: number): PastedLines {
  const lines: LineValues[] = [];
  const leftOut: string[] = [];
  let section: 'list' | 'subject' | 'body' = 'list';
  for (const typed of pasted.split(/\r\n?|\n/)) {
    const text = typed.replace(MARKER, '').trim();
    const commit = commitIn(text);
    const last = lines.at(-1);
    if (text === '') section = section === 'list' ? 'list' : 'body';
    else if (commit !== undefined) {
      section = 'subject';
      const line = lineOfCommit(commit);
      if (line === undefined) leftOut.push(text);
      else lines.push(line);
    } else if (section !== 'list' && BREAKING.test(text) && last !== undefined) {
      lines[lines.length - 1] = { ...last, major: 'yes' };
    } else if (HEADING.test(text) || (section === 'body' && !BULLET.test(typed))) leftOut.push(text);
    else {
      section = 'list';
      lines.push(createLine(text, guessCategory(text)));
    }
  }
  return { lines: lines.slice(0, most), leftOut: [...leftOut, ...lines.slice(most).map(({ text }) => text)] };
}

/** What is pasted behind what is written, in the place of lines that say nothing. */
export function withPasted(lines: readonly LineValues[], pasted: readonly LineValues[]): readonly LineValues[] {
  return pasted.length === 0 ? lines : [...lines.filter((line) => !isBlankLine(line)), ...pasted];
}

/** As `valuesOfForm`, with what is pasted and not taken yet, however much that is. */
export function valuesWithPasted(fields: Readonly<Record<string, string>>): ReleaseValues {
  const values = valuesOfForm(fields);
  return { ...values, lines: withPasted(values.lines, linesOfText(fields['pasted'] ?? '', Infinity).lines) };
}

/** A form that is saved, with what is pasted and not taken yet among its lines. */
export function takePasted(form: FormData): FormData {
  if (!form.get('pasted')) return form;
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  const { lines } = valuesWithPasted(Object.fromEntries(texts));
  const others = texts.filter(([name]) => name !== 'pasted' && !name.startsWith('line.'));
  const taken = new FormData();
  for (const [name, value] of [...others, ...lines.flatMap((line) => Object.entries(formOfLine(line)))])
    taken.append(name, value);
  return taken;
}

/** A bullet, a number, a box to tick, and the hash of a commit. */
const MARKER = /^\s*(?:[-*+•–]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?(?:[\da-f]{7,40}\s+)?/;
const BULLET = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s/;
const COMMIT = /^(?<type>[A-Za-z]+)(?:\((?<scope>[^()]*)\))?(?<major>!)?:\s+(?<text>\S.*)$/;
const BREAKING = /^BREAKING[ -]CHANGE:\s/;
const HEADING = /^#{1,6}\s/;

type Commit = Readonly<Record<string, string | undefined>>;

function commitIn(text: string): Commit | undefined {
  const commit = COMMIT.exec(text)?.groups;
  const type = commit?.['type']?.toLowerCase() ?? '';
  return Object.hasOwn(CATEGORIES, type) || UNSEEN.has(type) ? commit : undefined;
}

/** Undefined for what players never notice; unless it breaks something. */
function lineOfCommit({ type = '', scope = '', major, text = '' }: Commit): LineValues | undefined {
  const category = CATEGORIES[type.toLowerCase()];
  if (category === undefined && major === undefined) return undefined;
  const words = scope.toLowerCase().split(/[\s,/]+/);
  return {
    ...createLine(text, category ?? 'better'),
    stream: RELEASE_STREAMS.find((one) => words.includes(one)) ?? '',
    platforms: PLATFORMS.filter((one) => words.includes(one)).join(', '),
    major: major === undefined ? '' : 'yes',
  };
}

/** By its first word, as people write lists. */
function guessCategory(text: string): NoteCategory {
  const [word = ''] = text.toLowerCase().split(/[^a-z]/, 1);
  if (/^(?:fix|fixes|fixed|mend|mends|mended)$/.test(word)) return 'mended';
  if (/^(?:add|adds|added|new)$/.test(word)) return 'new';
  if (/^(?:remove|removes|removed|gone)$/.test(word)) return 'gone';
  return 'better';
}

function createLine(text: string, category: NoteCategory): LineValues {
  return { ...emptyLine(category), text: toSentence(text) };
}

function toSentence(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
