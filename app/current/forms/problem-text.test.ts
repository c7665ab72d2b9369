import { TYPE, parse } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';

import english from '#content/locales/en-US.json' with { type: 'json' };
import type { ProblemKind } from '#lib/problem.ts';

/** What every `problems.ts` declares, by its code. */
const kinds = new Map(
  Object.values({
    ...import.meta.glob<Record<string, unknown>>('#app/**/problems.ts', { eager: true }),
    ...import.meta.glob<Record<string, unknown>>('#lib/calls/problems.ts', { eager: true }),
    ...import.meta.glob<Record<string, unknown>>('#lib/database/problems.ts', { eager: true }),
  })
    .flatMap((module) => Object.values(module))
    .filter(isKind)
    .map((kind) => [kind.code, kind]),
);

/** Of nouns that have forms: refusals that no form is answered with. */
const NOT_OF_FORMS = new Set([
  // Forms answer these with an error page, or are never sent without what they require.
  'accounts.noAccount',
  'aliases.noAlias',
  'aliases.noContext',
  'confirmations.noConfirmation',
  'current.unknownPage',
  'login.noProvider',
  'telegrams.noSubscription',
  // Of calls, commands, or scripts that have texts of their own.
  'accounts.banOver',
  'accounts.knownPasskey',
  'accounts.tooManyPasskeys',
  'accounts.nobodyProved',
  'aliases.foreignCursor',
  'apps.invalidNewAppKey',
  'apps.originNotAllowed',
  'current.invalidMasquerade',
  'current.keyMayNot',
  'delegation.invalidKey',
  'delegation.malformedKey',
  'delegation.missingKey',
  'delegation.invalidNewKey',
  'login.ceremonyOver',
  'login.eventsOnly',
  'login.noPasskeysHere',
  'login.passkeyRefused',
  'login.tooManyStreams',
]);
const NOUNS_WITH_FORMS =
  /^(?:accounts|aliases|approvals|apps|confirmations|current|database|delegation|login|telegrams)\./;

const hasText = (code: string) => Object.hasOwn(english, `problem.${code}`);

test('every refusal of a form has its text', () => {
  const codes = [...kinds.keys()].filter((code) => NOUNS_WITH_FORMS.test(code));
  expect(codes.length).toBeGreaterThan(60);
  expect(codes.filter((code) => !hasText(code) && !NOT_OF_FORMS.has(code))).toEqual([]);
  expect([...NOT_OF_FORMS].filter((code) => hasText(code) || !kinds.has(code))).toEqual([]);
});

test('every text of a refusal belongs to a problem', () => {
  const codes = Object.keys(english).flatMap((key) => (key.startsWith('problem.') ? [key.slice(8)] : []));
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter((code) => !kinds.has(code))).toEqual([]);
});

test('a refusal reads the same in an answer of the API and in a form, unless the text names something', () => {
  const texts = Object.entries(english).flatMap(([key, { text }]) => {
    const elements = key.startsWith('problem.') ? parse(text) : [];
    const words = elements.flatMap((element) => (element.type === TYPE.literal ? [element.value] : []));
    return elements.length === 1 && words.length === 1 ? [[key.slice(8), words.join('')]] : [];
  });
  expect(texts.length).toBeGreaterThan(150);
  expect(texts.map(([code]) => [code, kinds.get(code ?? '')?.message])).toEqual(texts);
});

function isKind(value: unknown): value is ProblemKind {
  return typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'message' in value;
}
