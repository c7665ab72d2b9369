import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { POLICIES, versionInForce } from '#app/policies/policy.ts';

import english from './locales/en-US.json' with { type: 'json' };

/** What the specification quotes, with its straight apostrophes, but for what only programs read. */
const SPECIFIED = new Set([
  'From the Blog',
  'Community Chat',
  'Have major game announcements emailed right to you!',
  'Sign in with {service}',
  'Email or Lookup Code',
  'Send Verification Email',
  'Not visible on site',
  'Visible only with direct link',
  'Bad credentials!',
  "We don't have what you're looking for.",
  "You aren't allowed in here.",
  'Server Error. Everything is on fire.',
  'You did something weird. Or we did.',
  "You've hit the request limit. Come back soon!",
  'That content lives somewhere else! Redirecting...',
  'Well that was unexpected!',
  'That email or Lookup Code is invalid!',
  'You are now logged out!',
  'Something went wrong. Please try again!',
  'Something went wrong.',
  "We couldn't send you an email! Try again?",
  'Verification email sent. Check your inbox!',
  "You don't have a license!",
  'Network Error',
  'No URL provided',
  'Exceeded rate limit.',
  'Invalid masquerade',
  'Invalid metadata',
  'Updates require something to update',
  'crate and item ids required',
  'Invalid Updates',
  'Updates require itemId or name',
  'Item does not exist',
]);
const IN_CODE = new Set(['Network Error', 'No URL provided', 'Exceeded rate limit.']);
/** These name the characters themselves. */
const ABOUT_QUOTES = /wrongLetters|altMissing|Only use letters, digits|If-Match takes strong etags/;

const BRITISH = new RegExp(
  String.raw`\b(?:` +
    [
      String.raw`(?:neighb|fav|col|behavi|hon|hum|lab|flav|rum|arm|harb|vap|od|splend)our\w*`,
      String.raw`(?:critic|sexual|organ|recogn|real|apolog|summar|custom|personal|normal|author|memor|minim|maxim|optim|synchron|emphas|final|categor|modern|visual)is(?:e[sd]?|ing|ations?)`,
      String.raw`(?:kilo|centi|milli)?metres?|centres?|theatres?|licences?|defence|offence|grey\w*|catalogues?|programmes?`,
      String.raw`(?:travel|cancel|label|model|level|signal|total|fuel)l(?:ed|ing|ers?)`,
      'whilst|amongst|learnt|spelt|judgement|analys(?:e[sd]?|ing)|paralys\\w+|practis\\w+|moult\\w*|towards|afterwards|pyjamas',
    ].join('|') +
    String.raw`)\b`,
  'i',
);

/** The one name of a thing, and what else it was called. */
const OTHER_NAMES: readonly (readonly [string, RegExp])[] = [
  ['Lookup Code', /\b(?:lookup [Cc]odes?|Lookup codes?|[Pp]layer(?:’s)? codes?|[Uu]ser [Ii][Dd]s?)\b/],
  ['Feedback', /\bfeedbags?\b/i],
  ['Newsletter', /\btelegrams?\b/i],
  ['Support', /^help\b|\bhelp (?:page|cent(?:er|re)|desk)\b/i],
  ['Contact', /^(?:talk|write) to us$|^get in touch$/i],
];

const messages = new Map(Object.entries(english).map(([key, { text }]) => [key, text]));
/** Of refusals and of calls, without the keys of either. */
const sentences = new Map(
  globSync('{app,lib}/**/{problems,calls,meanings}.ts').flatMap((file) =>
    stringsIn(file)
      .filter((text) => /\s/.test(text) && !/^[a-z][\w.]* [\w-]+$/.test(text))
      .map((text) => [`${file}: ${text}`, text] as const),
  ),
);
const documents = new Map(
  [
    ...globSync('database/seeds/{posts,support,podcast}/*.md'),
    // A new version of those of the Community Edition waits for one that changes what they say: it tells every visitor.
    ...POLICIES.filter((policy) => policy !== 'terms-rce').map(
      (policy) => `content/policies/${policy}/${versionInForce(policy)}.md`,
    ),
    'content/about.md',
  ].flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return /"locale:(?!en-)/.test(text) ? [] : [[file, wordsOfMarkdown(text)] as const];
  }),
);
const data = new Map(
  [...globSync('content/changelogs/*.json'), ...globSync('database/seeds/**/*.json')].map((file) => [
    file,
    valuesIn(JSON.parse(readFileSync(file, 'utf8'))).join('\n'),
  ]),
);
const studio = new Map(
  globSync('content/*.ts', { exclude: ['**/*.test.ts', 'content/rude-words.ts'] }).map((file) => [
    file,
    stringsIn(file).join('\n'),
  ]),
);
const everything = [...messages, ...sentences, ...documents, ...data, ...studio];

test('the sentences of the specification stand in the texts to the letter', () => {
  const all = new Set([...messages.values(), ...sentences.values()]);
  const code = globSync('{app,lib}/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).map((file) =>
    readFileSync(file, 'utf8'),
  );
  for (const sentence of SPECIFIED) {
    const said = IN_CODE.has(sentence) ? code.some((text) => text.includes(sentence)) : all.has(sentence);
    expect([sentence, said]).toEqual([sentence, true]);
  }
});

test('all other texts have curly quotes', () => {
  const straight = everything.filter(
    ([key, text]) => /["']/.test(text) && !SPECIFIED.has(text) && !ABOUT_QUOTES.test(key),
  );
  expect(straight.map(([key, text]) => `${key}: ${/.{0,30}["'].{0,30}/.exec(text)?.[0]}`)).toEqual([]);
});

test('texts are spelled as in the United States', () => {
  expect(BRITISH.test('a grey neighbour cancelled')).toBe(true);
  expect(found(everything, BRITISH)).toEqual([]);
});

test('notes for translators are spelled as the texts are', () => {
  expect(
    found(
      Object.entries(english).map(([key, { note }]) => [key, note] as const),
      BRITISH,
    ),
  ).toEqual([]);
});

test.each(OTHER_NAMES)('%s has no other name', (_name, other) => {
  // What is looked for and never shown may have any name.
  const shown = [...messages].filter(([key]) => !/^admin\.palette\.\w+Words$/.test(key));
  expect(found([...shown, ...sentences, ...documents, ...data], other)).toEqual([]);
});

test('no text makes a secret of the Lookup Code, which names an account and opens nothing', () => {
  const SECRET = /keep (?:your )?lookup codes? |(?:never|don’t|do not) (?:type|share|show|tell|give)[^.]*lookup code/i;
  expect(SECRET.test('Never type your Lookup Code or a password there.')).toBe(true);
  expect(found(everything, SECRET)).toEqual([]);
});

/** Where it is found, each with what it is; names of files and paths of pages are no words. */
function found(texts: readonly (readonly [string, string])[], wrong: RegExp): string[] {
  return texts.flatMap(([key, text]) => {
    const words = text.replaceAll(/(?:https?:\/)?\/[\w/{}@.-]+/g, '');
    const [match] = wrong.exec(words) ?? [];
    return match === undefined ? [] : [`${key}: ${match}`];
  });
}

/** The literals of a module, without its comments. */
function stringsIn(file: string): string[] {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, '');
  const literals = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g);
  return [...literals].map(([, single, double]) => (single ?? double ?? '').replaceAll("\\'", "'"));
}

function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [];
}

/** Without code, addresses, attributes, and but for what is read of the data above it. */
function wordsOfMarkdown(text: string): string {
  const [, head = '{}', body = text] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  const { title, blurb, description, imageAlt } = JSON.parse(head) as Record<string, string | undefined>;
  const words = body
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>|^::.*$|\{#[^}]*\}/gm, '');
  return [title, blurb, description, imageAlt, words].filter((part) => part !== undefined).join('\n');
}
