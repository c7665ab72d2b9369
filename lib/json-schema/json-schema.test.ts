import { describe, expect, test } from 'vitest';

import { ValueSchema } from './json-schema.ts';
import { boundPattern } from './pattern.ts';
import { findSchemaFault } from './schema-form.ts';

type Value = Readonly<Record<string, unknown>>;

/** @returns where and what is wrong, or undefined */
function check(schema: Value, value: unknown): string | undefined {
  expect(findSchemaFault(schema)).toBeUndefined();
  const fault = new ValueSchema(schema).findFault(value);
  return fault && `${fault.path.join('.')}: ${fault.words}`;
}

const CASES: [schema: Value, good: unknown[], bad: [value: unknown, fault: string][]][] = [
  [
    { type: 'integer' },
    [1, -3, 2.0],
    [
      [1.5, ': a whole number'],
      ['1', ': a whole number'],
      [null, ': a whole number'],
    ],
  ],
  [
    { type: ['string', 'null'] },
    ['', null],
    [
      [0, ': text or null'],
      [{}, ': text or null'],
    ],
  ],
  [
    { type: 'object' },
    [{}],
    [
      [[], ': an object'],
      [null, ': an object'],
    ],
  ],
  [{ const: { a: 1, b: [2] } }, [{ b: [2], a: 1 }], [[{ a: 1 }, ': {"a":1,"b":[2]}']]],
  [
    { enum: ['a', 1, null] },
    ['a', 1, null],
    [
      ['1', ': one of "a", 1, null'],
      [false, ': one of "a", 1, null'],
    ],
  ],
  [
    { minimum: 1, maximum: 3 },
    [1, 3, 'text'],
    [
      [0, ': at least 1'],
      [4, ': at most 3'],
    ],
  ],
  [
    { exclusiveMinimum: 1, exclusiveMaximum: 3 },
    [2],
    [
      [1, ': more than 1'],
      [3, ': less than 3'],
    ],
  ],
  [{ multipleOf: 0.1 }, [0.3, 7, 0], [[0.35, ': a multiple of 0.1']]],
  [
    { minLength: 1, maxLength: 2 },
    ['😀😀', 5],
    [
      ['', ': at least 1 characters'],
      ['abc', ': at most 2 characters'],
    ],
  ],
  [{ pattern: '^[a-z]+-\\d{2,4}$' }, ['ab-123', 7], [['ab', ': of the form ^[a-z]+-\\d{2,4}$']]],
  [
    { items: { type: 'string' }, maxItems: 2 },
    [[], ['a']],
    [
      [['a', 1], '1: text'],
      [['a', 'b', 'c'], ': at most 2 entries'],
    ],
  ],
  [
    { prefixItems: [{ type: 'number' }], items: false },
    [[1], []],
    [
      [['a'], '0: a number'],
      [[1, 2], '1: left out'],
    ],
  ],
  [
    { contains: { const: 1 }, maxContains: 1 },
    [[1, 2]],
    [
      [[2], ': at least 1 entries of one form'],
      [[1, 1], ': at most 1 entries of one form'],
    ],
  ],
  [
    { uniqueItems: true },
    [[1, '1', { a: 1 }]],
    [
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        '1: another one than before',
      ],
    ],
  ],
  [
    {
      properties: { a: { type: 'string' }, b: { items: { required: ['c'] } } },
      required: ['a'],
      additionalProperties: false,
    },
    [{ a: '', b: [{ c: 1 }] }],
    [
      [{}, 'a: there'],
      [{ a: 1 }, 'a: text'],
      [{ a: '', z: 1 }, 'z: left out'],
      [{ a: '', b: [{ c: 0 }, {}] }, 'b.1.c: there'],
    ],
  ],
  [
    { propertyNames: { maxLength: 1 }, maxProperties: 2 },
    [{ a: 1 }],
    [
      [{ ab: 1 }, 'ab: a name that is at most 1 characters'],
      [{ a: 1, b: 1, c: 1 }, ': at most 2 fields'],
    ],
  ],
  [
    { required: ['constructor', '__proto__'] },
    [JSON.parse('{"constructor":1,"__proto__":2}')],
    [[{}, 'constructor: there']],
  ],
  [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, ['a', 5], [[4, ': of one of the forms of the schema']]],
  [{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }, [0, 3], [[1.5, ': of exactly one of the forms of the schema']]],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1], [[3, ': at most 2']]],
  [{ not: { type: 'null' } }, [0], [[null, ': of another form']]],
  [
    {
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      ...JSON.parse('{ "then": { "required": ["x"] } }'),
      else: { required: ['y'] },
    },
    [{ kind: 'a', x: 1 }, { y: 1 }],
    [
      [{ kind: 'a' }, 'x: there'],
      [{ kind: 'b' }, 'y: there'],
    ],
  ],
  [
    { $defs: { node: { properties: { next: { $ref: '#/$defs/node' } }, required: ['id'] } }, $ref: '#/$defs/node' },
    [{ id: 1, next: { id: 2 } }],
    [[{ id: 1, next: {} }, 'next.id: there']],
  ],
];

test.each(CASES)('the schema %j takes what fits, and names the field of what does not', (schema, good, bad) => {
  for (const value of good) expect([value, check(schema, value)]).toEqual([value, undefined]);
  for (const [value, fault] of bad) expect([value, check(schema, value)]).toEqual([value, fault]);
});

describe('a schema is refused with the path of what is wrong', () => {
  const deep = (depth: number): unknown => (depth === 0 ? {} : { not: deep(depth - 1) });
  test.each<[unknown, string]>([
    [[], ''],
    ['text', ''],
    [{ type: 'text' }, 'type'],
    [{ properties: { a: { maxLength: -1 } } }, 'properties.a.maxLength'],
    [{ anyOf: [] }, 'anyOf'],
    [{ anyOf: [{}, 7] }, 'anyOf.1'],
    [{ properties: [] }, 'properties'],
    [{ enum: [] }, 'enum'],
    [{ multipleOf: 0 }, 'multipleOf'],
    [{ required: 'a' }, 'required'],
    [{ required: ['a', 'a'] }, 'required'],
    [{ type: ['string', 'null', 'string'] }, 'type'],
    [{ patternProperties: {} }, 'patternProperties'],
    [{ $id: 'https://example.com' }, '$id'],
    [{ constructor: {} }, 'constructor'],
    [{ $ref: 'https://example.com/schema' }, '$ref'],
    [{ $ref: '#/$defs/none' }, '$ref'],
    [{ $ref: '#/properties/a', properties: { a: {} } }, '$ref'],
    [deep(40), Array.from({ length: 33 }, () => 'not').join('.')],
    [{ allOf: Array.from({ length: 1000 }, () => ({})) }, 'allOf.999'],
    [{ title: 'x'.repeat(70_000) }, ''],
    [{ properties: { a: { enum: ['\ud800'] } } }, ''],
  ])('%#', (schema, path) => {
    expect(findSchemaFault(schema)?.path.join('.')).toBe(path);
  });

  test.each([
    '(a+)+$',
    '(a|a)*b',
    '(?:a*)*',
    '(a)\\1',
    '(?=a)b',
    '(?<!a)b',
    '(?<n>a)\\k<n>',
    'a{2000}',
    '[',
    '(',
    'a{2,1}',
    '\\p{None}',
    'a'.repeat(257),
    '(a?){20}',
    '((a+))*',
  ])('the pattern %s', (pattern) => {
    expect(findSchemaFault({ properties: { a: { pattern } } })?.path).toEqual(['properties', 'a', 'pattern']);
  });
});

test.each([
  '^[a-z0-9-]{1,64}$',
  '^(?:red|blue)$',
  '\\d+ (?:px)?',
  '^#[0-9a-fA-F]{6}$',
  '^\\(\\*\\)+$',
  '[(*+]+',
  '^\\p{Lu}',
  'a??b',
])('the pattern %s is taken', (pattern) => {
  expect(boundPattern(pattern)).toMatchObject({ regex: new RegExp(pattern, 'u') });
});

describe('a hostile schema or value takes no time', () => {
  const doubled = { $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' };
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  const branching = {
    $defs: { n: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/n' }, { $ref: '#/$defs/n' }, { const: 2 }] } } },
    $ref: '#/$defs/n',
  };
  const ones = Array.from({ length: 400_000 }, () => 1);
  test.each<[what: string, schema: Value, value: unknown]>([
    ['itself without end', { $ref: '#' }, 1],
    ['itself twice without end', doubled, 1],
    ['three ways on each of many floors', branching, nested(40)],
    ['many quantifiers against a long text', { pattern: 'a*a*a*a*b' }, 'a'.repeat(5000)],
    ['many choices one after the other', { pattern: `${'(?:a|a)'.repeat(28)}b` }, 'a'.repeat(29)],
    ['many looks at a long list', { allOf: Array.from({ length: 900 }, () => ({ minItems: 1 })) }, ones],
    ['lengths of a long text', { allOf: Array.from({ length: 900 }, () => ({ minLength: 1 })) }, '😀'.repeat(500_000)],
    ['a scan against a long text', { pattern: 'a+b' }, 'a'.repeat(1_000_000)],
    ['uniqueness of much', { uniqueItems: true }, Array.from({ length: 600_000 }, (_, at) => at)],
    [
      'equality on every floor',
      { $defs: { n: { items: { $ref: '#/$defs/n' }, not: { const: [9] } } }, $ref: '#/$defs/n' },
      Array.from({ length: 60 }, () => nested(60)),
    ],
    ['a deep value', { const: 1 }, nested(5000)],
  ])('%s', (_what, schema, value) => {
    expect(findSchemaFault(schema)).toBeUndefined();
    const began = process.cpuUsage();
    const fault = new ValueSchema(schema).findFault(value);
    const { user } = process.cpuUsage(began);
    expect(user / 1000).toBeLessThan(1000);
    expect(fault === undefined || fault.words.length < 300).toBe(true);
  });
});
