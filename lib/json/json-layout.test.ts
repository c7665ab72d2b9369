import { assert, json, property } from 'fast-check';
import { expect, test } from 'vitest';

import { MAX_JSON_DEPTH, layOutJson } from './json-layout.ts';

test('JSON means the same in each layout, which is that of JSON.stringify', () => {
  assert(
    property(json(), (text) => {
      const value: unknown = JSON.parse(text);
      expect(layOutJson(text, 'lines')).toBe(JSON.stringify(value, null, 2));
      expect(layOutJson(JSON.stringify(value, null, 3), 'compact')).toBe(JSON.stringify(value));
    }),
  );
});

test('numbers, escapes and repeated names stay as they were written', () => {
  const text = '{"a":12345678901234567890,"a":1.0e400,"b":"\\u0041\\"{}[],:","c":[],"d":{}}';
  const lines = layOutJson(text, 'lines') ?? '';
  expect(lines.split('\n')).toEqual([
    '{',
    '  "a": 12345678901234567890,',
    '  "a": 1.0e400,',
    '  "b": "\\u0041\\"{}[],:",',
    '  "c": [],',
    '  "d": {}',
    '}',
  ]);
  expect(layOutJson(lines, 'compact')).toBe(text);
});

test('what is no JSON, too deep or mostly indentation has no layout', () => {
  for (const text of ['', '{', '{"a"}', '"a', '"\\', '1 2', '[1,]', 'undefined', '\ufeff1']) {
    expect(layOutJson(text, 'lines'), text).toBeUndefined();
  }
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(layOutJson(nested(MAX_JSON_DEPTH), 'compact')).toBe(nested(MAX_JSON_DEPTH));
  expect(layOutJson(nested(MAX_JSON_DEPTH + 1), 'lines')).toBeUndefined();
  const long = `${'['.repeat(60)}${'1,'.repeat(100_000)}1${']'.repeat(60)}`;
  expect(layOutJson(long, 'lines')).toBeUndefined();
  expect(layOutJson(long, 'compact')).toBe(long);
});
