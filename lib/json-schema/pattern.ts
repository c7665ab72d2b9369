/** A regular expression that a stranger wrote, with the most steps that it takes for a text of so many characters. */
export interface BoundedPattern {
  readonly regex: RegExp;
  readonly cost: (length: number) => number;
}

const MAX_PATTERN = 256;
const MAX_REPEATS = 1000;

/**
 * Nothing that is repeated holds a repetition, so that a match tries at most the product of what each repetition and each
 * group leave open: patterns that refer back, look around, or repeat a group are refused. @returns what is wrong with it
 */
export function boundPattern(source: string): BoundedPattern | string {
  if (source.length > MAX_PATTERN) return `a pattern of at most ${MAX_PATTERN} characters`;
  let regex: RegExp;
  try {
    regex = new RegExp(source, 'u');
  } catch {
    return 'a regular expression';
  }
  const tokens = source.match(TOKEN) ?? [];
  if (tokens.some((token) => REFUSED.test(token))) return 'a pattern that does not look around or refer back';
  const choices: ((length: number) => number)[] = [];
  /** Of the whole and of each group that is open there. */
  const alternatives = [1];
  let ways = 1;
  for (const [at, token] of tokens.entries()) {
    if (token.startsWith('(')) alternatives.push(1);
    else if (token === '|') alternatives.push((alternatives.pop() ?? 0) + 1);
    else if (token === ')') ways *= alternatives.pop() ?? 1;
    if (!QUANTIFIER.test(token)) continue;
    const range = readRange(token);
    if (range > MAX_REPEATS && range !== Infinity) return `a pattern that repeats at most ${MAX_REPEATS} times`;
    if (tokens[at - 1] === ')' && token !== '?' && token !== '??') return 'a pattern that repeats no group';
    choices.push((length) => Math.min(range, length) + 1);
  }
  const [whole = 1] = alternatives;
  const isAnchored = source.startsWith('^') && whole === 1;
  return {
    regex,
    cost: (length) =>
      choices.reduce((all, choice) => all * choice(length), ways * whole * (isAnchored ? 1 : length + 1)),
  };
}

/** Classes and escapes are one token, and so is a quantifier with what makes it lazy. */
const TOKEN = /\[(?:\\.|[^\]\\])*\]|\\[^]|\(\?<?[:=!]?|\{\d+(?:,\d*)?\}\??|[*+?]\??|[^]/gu;
const QUANTIFIER = /^(?:[*+?]\??|\{\d+(?:,\d*)?\}\??)$/;
const REFUSED = /^(?:\(\?(?!:)<?[=!]?|\\[1-9k])$/;

/** How many repetitions are left open. */
function readRange(quantifier: string): number {
  const [, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (least === '') return quantifier.startsWith('?') ? 1 : Infinity;
  if (comma === '') return Number(least) > MAX_REPEATS ? Number(least) : 0;
  return most === '' ? Infinity : Math.max(Number(most) - Number(least), Number(most) > MAX_REPEATS ? Number(most) : 0);
}
