import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { Problem, problem } from '#lib/problem.ts';

import { parseJson, readJson } from './body.server.ts';

const refusal = problem(400, 'thing.bad', 'Bad thing');
const MEGABYTE = 1024 * 1024;

interface SentBody {
  type?: string | undefined;
  length?: string;
}

function sent(body: BodyInit, { type = 'application/json', length }: SentBody = {}): Request {
  const headers = { ...(type && { 'content-type': type }), ...(length && { 'content-length': length }) };
  const request = new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  if (type === '') request.headers.delete('content-type');
  return request;
}

const chunks = (...parts: (string | Uint8Array)[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(typeof part === 'string' ? new TextEncoder().encode(part) : part);
      controller.close();
    },
  });

async function codeOf(reading: Promise<unknown>): Promise<string> {
  const thrown = await reading.then(
    () => 'nothing',
    (error: unknown) => error,
  );
  return thrown instanceof Problem ? `${thrown.status} ${thrown.code}` : String(thrown);
}

const codeOfJson = (body: BodyInit, as?: SentBody) => codeOf(readJson(sent(body, as), refusal));

describe('JSON', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/ld+json', ''])(
    'is read when its type is %j',
    async (type) => {
      expect(await readJson(sent('{"a":[1]}', { type }), refusal)).toEqual({ a: [1] });
    },
  );

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/jsonish', 'application/json-seq', 'x'])(
    'is refused when its type is %j',
    async (type) => {
      expect(await codeOfJson('{}', { type })).toBe('415 call.unsupportedType');
    },
  );

  test.each(['', '{', '{"a":1,}', "{'a':1}", 'NaN', '[1e309', 'undefined', '{"a":1}{"b":2}', '\0'])(
    'that does not parse, such as %j, is refused as its call says',
    async (text) => {
      expect(await codeOfJson(text)).toBe('400 thing.bad');
    },
  );

  test('with two members of one name keeps the last', () => {
    expect(parseJson('{"a":1,"a":2}', refusal)).toEqual({ a: 2 });
  });

  test('may be 16 levels deep and no deeper, and brackets in a text are none', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(() => parseJson(nested(16), refusal)).not.toThrow();
    expect(() => parseJson(nested(17), refusal)).toThrow(Problem);
    expect(() => parseJson(nested(100_000), refusal)).toThrow(Problem);
    expect(parseJson(JSON.stringify(`\\"${nested(99)}`), refusal)).toBe(`\\"${nested(99)}`);
  });

  test.each([
    '{"__proto__":{"isSuper":true}}',
    String.raw`{"\u005f_proto__":1}`,
    '[{"a":{"__proto__":1}}]',
    String.raw`{"a":"b\u0000"}`,
    String.raw`{"a\u0000":1}`,
  ])('that reaches a prototype or holds a null character, such as %s, is refused', (text) => {
    expect(() => parseJson(text, refusal)).toThrow(Problem);
  });

  test('may speak of such things in its text', () => {
    const value = { text: 'the key __proto__', other: String.raw`\u0000` };
    expect(parseJson(JSON.stringify(value), refusal)).toEqual(value);
  });

  test('is read as it was written, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('__proto__') && !text.includes('\\u0000') && !/\d{16}/.test(text));
        expect(parseJson(text, refusal)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('numbers', () => {
  const fieldsOf = (text: string) => {
    try {
      return parseJson(text, refusal);
    } catch (error) {
      return error instanceof Problem ? Object.keys(error.details.fields ?? {}) : error;
    }
  };

  test.each([
    ['9007199254740992', ['body']],
    ['-9007199254740993', ['body']],
    ['{"map":{"score":12345678901234567890}}', ['map.score']],
    ['[0,{"a":9007199254740993,"b":1e400,"c":-1e400}]', ['1.a', '1.b', '1.c']],
    ['{"a":1e16,"b":12345678901234567.5,"c":1234567890123456789012345}', ['a', 'b', 'c']],
    ['{"\\"a\\\\":9007199254740993}', ['"a\\']],
  ])('that JSON would round are refused with their fields: %s', (text, fields) => {
    expect(fieldsOf(text)).toEqual(fields);
  });

  test.each([
    '[9007199254740991,-9007199254740991,0.1,1.7976931348623157e308,5e-324,0.12345678901234567,1e2,-0]',
    '{"9007199254740993":"9007199254740993","\\"1e400":"\\\\\\"12345678901234567890"}',
    '{"a":9007199254740993,"a":1}',
  ])('are kept as they are: %s', (text) => {
    expect(fieldsOf(text)).toEqual(JSON.parse(text));
  });

  test('are refused exactly where a whole one is no safe integer', () => {
    const near = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
    fc.assert(
      fc.property(near, fc.constantFrom('[%]', '{"a":"1e9","b":%}', '%'), (number, frame) => {
        const isSafe = Number.isSafeInteger(Number(number));
        const text = frame.replace('%', String(number));
        if (isSafe) expect(parseJson(text, refusal)).toEqual(JSON.parse(text));
        else expect(() => parseJson(text, refusal)).toThrow(Problem);
      }),
    );
  });
});

describe('a body', () => {
  test('of a form has lists of repeated fields, however long they are', async () => {
    const type = 'application/x-www-form-urlencoded';
    expect(await readJson(sent('a[]=1&b=["x"]&b=y&c=1&c=2', { type }))).toEqual({ a: [1], b: ['x', 'y'], c: [1, 2] });
    const { a } = (await readJson(sent('a[]=&'.repeat(150_000), { type }))) as { a: string[] };
    expect(a).toHaveLength(150_000);
  });

  test('of 1 MB is read, one byte more is refused, whether it tells its length or not', async () => {
    const most = JSON.stringify('x'.repeat(MEGABYTE - 2));
    expect(await readJson(sent(most, { length: String(most.length) }), refusal)).toHaveLength(MEGABYTE - 2);
    expect(await readJson(sent(chunks(most)), refusal)).toHaveLength(MEGABYTE - 2);
    const tooLarge = '413 call.bodyTooLarge';
    expect(await codeOfJson('{}', { length: String(MEGABYTE + 1) })).toBe(tooLarge);
    expect(await codeOfJson(chunks(most, ' '))).toBe(tooLarge);
  });

  test('without an end is refused as soon as it is too large', async () => {
    let pulled = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    expect(await codeOfJson(endless)).toBe('413 call.bodyTooLarge');
    expect(pulled).toBeLessThan(25);
  });

  test('that ends early is refused, whether it tells its length or not', async () => {
    const cut = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
        pull: (controller) => controller.error(new Error('reset')),
      });
    expect(await codeOfJson(cut())).toBe('400 call.bodyCutOff');
    expect(await codeOfJson(cut(), { length: '20' })).toBe('400 call.bodyCutOff');
  });

  test('may be cut into pieces within one character', async () => {
    const bytes = new TextEncoder().encode('"日本語"');
    expect(await readJson(sent(chunks(bytes.slice(0, 2), bytes.slice(2))), refusal)).toBe('日本語');
  });

  test.each([
    ['half a character', [0x22, 0xe3, 0x81, 0x22]],
    ['Latin-1', [0x22, 0xe9, 0x22]],
    ['half of a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x22, 0, 0x61, 0, 0x22, 0]],
    ['two byte order marks', [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x22, 0x22]],
  ])('that is no UTF-8 JSON is refused, whether it tells its length or not: %s', async (_what, numbers) => {
    const bytes = new Uint8Array(numbers);
    expect(await codeOfJson(chunks(bytes))).toBe('400 thing.bad');
    expect(await codeOfJson(bytes, { length: String(bytes.length) })).toBe('400 thing.bad');
  });

  test('may begin with a byte order mark', async () => {
    expect(await readJson(sent(chunks('\ufeff{"a":1}')), refusal)).toEqual({ a: 1 });
    expect(await readJson(sent('\ufeff{"a":1}', { length: '10' }), refusal)).toEqual({ a: 1 });
  });

  test.each([
    ['application/json;charset=UTF-8', 'nothing'],
    ['application/json; charset="utf-8"', 'nothing'],
    ['application/json; charset=us-ascii', 'nothing'],
    ['application/json; charset=iso-8859-1', '415 call.unsupportedType'],
    ['application/json; charset=utf-16', '415 call.unsupportedType'],
    ['application/x-www-form-urlencoded; charset=windows-1252', '415 call.unsupportedType'],
  ])('of the type %s answers %s', async (type, code) => {
    expect(await codeOfJson('{}', { type })).toBe(code);
  });
});

describe('a form', () => {
  const read = (text: string) => readJson(sent(text, { type: 'application/x-www-form-urlencoded' }), refusal);

  test.each([
    ['a=b', { a: 'b' }],
    ['a=1&b=true&c=null&d=[1]&e={"f":2}&g="1"', { a: 1, b: true, c: null, d: [1], e: { f: 2 }, g: '1' }],
    ['a=01&b=12a&c={&d=-', { a: '01', b: '12a', c: '{', d: '-' }],
    ['a=b&a=c&a=d', { a: ['b', 'c', 'd'] }],
    ['a[]=b', { a: ['b'] }],
    ['a=x+y%26z', { a: 'x y&z' }],
    ['a=%C3%A9&b=100%&c=%EF%BF%BD&d=%zz', { a: 'é', b: '100%', c: '\ufffd', d: '%zz' }],
    ['a=12345678901234567890', { a: '12345678901234567890' }],
    ['constructor=a&toString=b', { constructor: 'a', toString: 'b' }],
    ['', {}],
  ])('%s has the fields %j', async (text, fields) => {
    expect({ ...((await read(text)) as object) }).toEqual(fields);
  });

  test.each(['a=%E9', 'a=%C3&b=%A9', '%ED%A0%80=a', 'a={"b":12345678901234567890}'])(
    'that is no UTF-8, or holds JSON that would be rounded, such as %s, is refused',
    async (text) => {
      expect(await codeOf(read(text))).toBe('400 thing.bad');
    },
  );

  test.each(['__proto__=1', '__proto__[]=1', 'a=b%00', 'a%00=b'])(
    'that reaches a prototype or holds a null character, such as %s, is refused',
    async (text) => {
      expect(await codeOf(read(text))).toBe('400 thing.bad');
    },
  );
});
