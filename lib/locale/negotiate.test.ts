import { array, assert, constantFrom, oneof, property, string, subarray } from 'fast-check';
import { expect, test } from 'vitest';

import { negotiateLocale, parseAcceptLanguage } from './negotiate.ts';

const OFFERED = ['en-US', 'zh-TW', 'zh-CN', 'es-XL', 'es-ES', 'pt-BR', 'ko-KR'] as const;
const RULES = { defaultLocale: 'en-US', languages: { es: 'es-XL' } } as const;
const negotiate = (...preferred: string[]) => negotiateLocale(preferred, OFFERED, RULES);

test.each([
  [['pt-BR'], 'pt-BR', 'an exact match'],
  [['PT-br'], 'pt-BR', 'an exact match in whatever case'],
  [['es-MX'], 'es-XL', 'any Spanish'],
  [['es'], 'es-XL', 'any Spanish, without a country'],
  [['es-ES'], 'es-ES', 'an exact match before the rule for Spanish'],
  [['pt-PT'], 'pt-BR', 'the first locale of the same language'],
  [['zh-HK'], 'zh-TW', 'the first locale of the same language in the order offered'],
  [['nl-NL', 'es-AR', 'en-US'], 'es-XL', 'the best language that has a locale'],
  [['kok-IN'], 'en-US', 'the default, because Konkani is not Korean'],
  [['nl'], 'en-US', 'the default when nothing matches'],
  [[], 'en-US', 'the default when nothing is said'],
  [['constructor', '__proto__'], 'en-US', 'the default for the names of what objects inherit'],
])('%j becomes %s: %s', (preferred, locale) => {
  expect(negotiate(...preferred)).toBe(locale);
});

test('the rule for a language comes before the order of the locales offered', () => {
  expect(negotiateLocale(['es-MX', 'en'], ['en-US', 'es-ES', 'es-XL'], RULES)).toBe('es-XL');
});

test('a rule whose locale is not offered gives way to the first locale of the same language', () => {
  const rules = { defaultLocale: 'en-US', languages: { es: 'es-XL' } };
  expect(negotiateLocale(['es-MX'], ['en-US', 'es-ES'], rules)).toBe('es-ES');
});

test('an Accept-Language header is read best first, equal ones in their order', () => {
  expect(parseAcceptLanguage('de;q=0.5, fr-CA, en;q=0.5, ja; Q=0.9')).toEqual(['fr-CA', 'ja', 'de', 'en']);
});

test('a refused, malformed or wildcard language is left out', () => {
  expect(parseAcceptLanguage('de;q=0, *, fr;q=x, ;;,=, en;q=-1, <b>, pl;q=, it')).toEqual(['it']);
  expect(parseAcceptLanguage(null)).toEqual([]);
  expect(parseAcceptLanguage('')).toEqual([]);
});

test('an overlong header is read at its start only', () => {
  expect(parseAcceptLanguage('de,'.repeat(100_000)).length).toBeLessThanOrEqual(32);
  expect(parseAcceptLanguage(`de;q=0.1,${'x'.repeat(1_000_000)}`)).toEqual(['de']);
});

test('any header can be read, and the result is always an offered locale', () => {
  const pieces = constantFrom('en', 'es-MX', 'zh', '*', ';q=', '0.5', '1e999', ',', ';', '-', ' ', '\0', '__proto__');
  const headers = oneof(
    string({ unit: 'binary', maxLength: 200 }),
    array(pieces).map((list) => list.join('')),
  );
  const holds = property(headers, (header) => {
    const preferred = parseAcceptLanguage(header);
    expect(preferred.every((tag) => /^[a-z0-9-]+$/i.test(tag))).toBe(true);
    expect(OFFERED).toContain(negotiate(...preferred));
  });
  assert(holds, { seed: 5, numRuns: 500 });
});

test('whatever languages are preferred, the result is an offered locale', () => {
  const holds = property(array(string()), subarray([...OFFERED], { minLength: 1 }), (wanted, offered) => {
    const [defaultLocale = 'en-US'] = offered;
    expect(offered).toContain(negotiateLocale(wanted, offered, { ...RULES, defaultLocale }));
  });
  assert(holds, { seed: 5, numRuns: 1000 });
});
