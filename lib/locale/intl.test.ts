import { expect, test, vi } from 'vitest';

import { formatDate, formatList, formatNumber, formatRelative, intlLocale } from './intl.ts';

test('es-XL is formatted as es-419, every other locale as itself', () => {
  expect(intlLocale('es-XL')).toBe('es-419');
  expect(intlLocale('es-ES')).toBe('es-ES');
});

test('dates are in UTC unless the caller says otherwise, wherever the machine stands', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(new Date('2025-03-09T23:30:00Z').getDate()).toBe(10);
  const value = '2025-03-09T23:30:00Z';
  expect(formatDate('en-US', value)).toBe('March 9, 2025');
  expect(formatDate('en-US', Date.parse(value))).toBe('March 9, 2025');
  expect(formatDate('en-US', value, { dateStyle: 'long', timeZone: 'Asia/Tokyo' })).toBe('March 10, 2025');
  vi.unstubAllEnvs();
});

test.each([
  [0, 'now'],
  [-59, '59 seconds ago'],
  [-3599, '59 minutes ago'],
  [-7200, '2 hours ago'],
  [-86_400, 'yesterday'],
  [-15 * 86_400, '2 weeks ago'],
  [-65_000_000, '2 years ago'],
  [7200, 'in 2 hours'],
])('%i seconds from now is "%s"', (seconds, words) => {
  expect(formatRelative('en-US', seconds)).toBe(words);
});

test('numbers and lists follow the locale', () => {
  expect(formatNumber('de-DE', 12_345.5)).toBe('12.345,5');
  expect(formatNumber('en-US', 0.25, { style: 'percent' })).toBe('25%');
  expect(formatList('en-US', ['a', 'b', 'c'])).toBe('a, b, and c');
  expect(formatList('de-DE', ['a', 'b'])).toBe('a und b');
});
