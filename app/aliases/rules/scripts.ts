/** Scripts in common use today (UAX 31, table 5), by their Unicode names. */
const SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
] as const;

/** `Other` is any script of limited use. */
type UnicodeScript = (typeof SCRIPTS)[number] | 'Other';

/** The scripts of a letter; none for one that all scripts share, such as a digit. */
export function listScripts(letter: string): UnicodeScript[] {
  const found = PATTERNS.filter(([, pattern]) => pattern.test(letter)).map(([script]) => script);
  if (found.length > 0 || OF_ALL.test(letter)) return found;
  return ['Other'];
}

const PATTERNS = SCRIPTS.map((script) => [script, new RegExp(`^\\p{Script_Extensions=${script}}`, 'u')] as const);
const OF_ALL = /^[\p{Script=Common}\p{Script=Inherited}]/u;

/** The fewest scripts that cover the letters of a name, in the order of appearance. */
export function scriptsIn(alias: string): UnicodeScript[] {
  const sets = listScriptSets(alias);
  const sure = new Set(sets.flatMap((set) => (set.length === 1 ? set : [])));
  for (const set of sets) if (!set.some((script) => sure.has(script)) && set[0]) sure.add(set[0]);
  return [...sure];
}

/** More than one script, but for Japanese, Chinese or Korean with Latin (“highly restrictive”, UTS 39 §5.2). */
export function isMixed(alias: string): boolean {
  const sets = listScriptSets(alias);
  const others = sets.filter((set) => !set.includes('Latin'));
  if (others.length === 0 || others.length === sets.length) return !haveOneInCommon(sets);
  return !EAST_ASIAN.some((system) => others.every((set) => set.some((script) => system.includes(script))));
}

function haveOneInCommon(sets: readonly UnicodeScript[][]): boolean {
  if (sets.length === 0 || EAST_ASIAN.some((system) => sets.every((set) => set.some((one) => system.includes(one)))))
    return true;
  return (sets[0] ?? []).some((script) => sets.every((set) => set.includes(script)));
}

/** Writing systems of several scripts: Japanese, Korean, Chinese with Bopomofo. */
const EAST_ASIAN: readonly (readonly UnicodeScript[])[] = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
];

function listScriptSets(alias: string): UnicodeScript[][] {
  return Array.from(alias, listScripts).filter((set) => set.length > 0);
}
