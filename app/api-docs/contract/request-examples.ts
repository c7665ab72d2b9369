import { fillPath } from '#lib/calls/browser/address.ts';

import { ITEM, REV, addSetup } from './example-setup.ts';
import type { SetupPlace } from './example-setup.ts';
import type { CallReference, RequestSample } from './reference.ts';

export const LANGUAGES = ['curl', 'javascript', 'python'] as const;
export type ExampleLanguage = (typeof LANGUAGES)[number];

type ExampleCall = Pick<CallReference, 'method' | 'path' | 'takes' | 'answers'>;

/** Code that can be run as it is, with the key or the session in the environment. @param origin without a slash at the end */
export function requestExample(
  language: ExampleLanguage,
  call: ExampleCall,
  sample: RequestSample,
  origin: string,
): string {
  const { setup, params } = sample;
  const sent = setup === undefined ? sample : namingMade(sample);
  const url = `${origin}${buildAddress(call, sent)}`;
  const code = WRITERS[language]({ ...call, sample: sent, url, headers: buildHeaders(call, sent) });
  if (setup === undefined) return code;
  const place: SetupPlace = { steps: setup, items: `${origin}/api/storage/crates/${params.crateId}/items` };
  return addSetup(language, place, code);
}

/** By the typed client, which sends only keys by itself. */
export function clientExample(
  id: string,
  { credentials, params, query }: Pick<RequestSample, 'credentials' | 'params' | 'query'>,
  origin: string,
): string {
  const options = [
    `  baseUrl: ${quoted(origin)},`,
    ...(credentials === 'key' ? ['  key: process.env.RUMPUS_KEY,'] : []),
    ...(credentials === 'session' ? SESSION_FETCH : []),
  ];
  const input = [
    `  params: ${literal(params, '  ', SCRIPT)},`,
    ...(Object.keys(query).length === 0 ? [] : [`  query: ${literal(query, '  ', SCRIPT)},`]),
  ];
  return [
    "import { createClient } from 'rumpus-client';",
    '',
    `const rumpus = createClient({\n${options.join('\n')}\n});`,
    `const { status, data } = await rumpus.ask(${quoted(id)}, {\n${input.join('\n')}\n});`,
    'console.log(status, data);',
  ].join('\n');
}

const SESSION_FETCH = [
  '  fetch: (address, init) => {',
  '    const headers = new Headers(init?.headers);',
  "    headers.set('Cookie', process.env.COOKIE ?? '');",
  '    return fetch(address, { ...init, headers });',
  '  },',
];

/** With names in the place of what the steps before it make. */
function namingMade(sample: RequestSample): RequestSample {
  const { params, body } = sample;
  const isNamed = (name: string) => Object.hasOwn(params, name);
  const named = { ...(isNamed('itemId') && { itemId: ITEM }), ...(isNamed('rev') && { rev: REV }) };
  const text = JSON.stringify(body)?.replaceAll(/"itemId":"[^"]*"/g, `"itemId":"${ITEM}"`);
  return { ...sample, params: { ...params, ...named }, body: text === undefined ? undefined : JSON.parse(text) };
}

/** With its parameters, from the path on. */
export function buildAddress({ path }: Pick<ExampleCall, 'path'>, { params, query }: RequestSample): string {
  const search = new URLSearchParams(query).toString().replaceAll('%2C', ',').replaceAll('%40', '@');
  return `${fillPath(path, params).replaceAll('%40', '@')}${search === '' ? '' : `?${search}`}`;
}

interface WrittenRequest extends ExampleCall {
  readonly sample: RequestSample;
  readonly url: string;
  readonly headers: Readonly<Record<string, HeaderValue>>;
}

/** A text, or the variable of the environment that holds it. */
type HeaderValue = string | { readonly variable: string };

function buildHeaders({ method, takes }: ExampleCall, { credentials, headers, body }: RequestSample) {
  const session = { Cookie: { variable: 'COOKIE' }, ...(method !== 'GET' && { 'X-XSRF-TOKEN': { variable: 'XSRF' } }) };
  const all: Record<string, HeaderValue> = {
    ...(credentials === 'key' && { 'Rumpus-Delegation-Key': { variable: 'RUMPUS_KEY' } }),
    ...(credentials === 'app' && { 'Rumpus-App-Key': { variable: 'RUMPUS_APP_KEY' } }),
    ...(credentials === 'session' && session),
    ...(takes === 'json' && body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  return all;
}

const WRITERS: Readonly<Record<ExampleLanguage, (request: WrittenRequest) => string>> = {
  curl: ({ method, url, headers, sample, answers }) => {
    const body = bodyText(sample);
    const lines = [
      `curl -i${isStream(answers) ? 'N' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${shellText(url)}`,
      ...Object.entries(headers).map(([name, value]) =>
        typeof value === 'string' ? `-H ${shellText(`${name}: ${value}`)}` : `-H "${name}: $${value.variable}"`,
      ),
      ...(body === undefined ? [] : [`--data-binary ${shellText(body)}`]),
    ];
    return lines.join(' \\\n  ');
  },
  javascript: ({ method, url, headers, sample, answers }) => {
    const body = bodyLiteral(sample, '  ', SCRIPT, (text) => `JSON.stringify(${text})`);
    const entries = Object.entries(headers).map(([name, value]) => {
      const key = /^\w+$/.test(name) ? name : quoted(name);
      return `    ${key}: ${typeof value === 'string' ? quoted(value) : `process.env.${value.variable}`},`;
    });
    const options = [
      ...(method === 'GET' ? [] : [`  method: '${method}',`]),
      ...(entries.length === 0 ? [] : ['  headers: {', ...entries, '  },']),
      ...(body === undefined ? [] : [`  body: ${body},`]),
    ];
    const call = options.length === 0 ? `fetch(${quoted(url)})` : `fetch(${quoted(url)}, {\n${options.join('\n')}\n})`;
    const read = { json: ', await response.json()', text: ', await response.text()', none: '' }[readAs(answers)];
    return `const response = await ${call};\nconsole.log(response.status${read});`;
  },
  python: ({ method, url, headers, sample, answers }) => {
    const body = bodyLiteral(sample, '    ', PYTHON, (text) => `json.dumps(${text})`);
    const entries = Object.entries(headers).map(
      ([name, value]) =>
        `        ${quoted(name)}: ${typeof value === 'string' ? quoted(value) : `os.environ['${value.variable}']`},`,
    );
    const read = { json: ', json.load(response)', text: ', response.read().decode()', none: '' }[readAs(answers)];
    const modules = [
      ...(`${read}${body}`.includes('json.') ? ['json'] : []),
      ...(Object.values(headers).some((value) => typeof value === 'object') ? ['os'] : []),
    ];
    return [
      ...(modules.length === 0 ? [] : [`import ${modules.join(', ')}`]),
      'from urllib.request import Request, urlopen',
      '',
      'request = Request(',
      `    ${quoted(url)},`,
      ...(method === 'GET' ? [] : [`    method='${method}',`]),
      ...(entries.length === 0 ? [] : ['    headers={', ...entries, '    },']),
      ...(body === undefined ? [] : [`    data=${body}.encode(),`]),
      ')',
      'with urlopen(request) as response:',
      `    print(response.status${read})`,
    ].join('\n');
  },
};

function readAs(answers: ExampleCall['answers']): 'json' | 'text' | 'none' {
  const [first] = answers;
  if (first === undefined || isStream(answers)) return 'none';
  if (first.shape !== undefined) return 'json';
  return first.bytes === undefined ? 'none' : 'text';
}

/** It does not end by itself. */
export function isStream([first]: ExampleCall['answers']): boolean {
  return first?.bytes === 'text/event-stream' && first.shape === undefined;
}

function bodyText({ body, bytes }: RequestSample): string | undefined {
  return bytes ?? (body === undefined ? undefined : JSON.stringify(body));
}

function bodyLiteral(
  { body, bytes }: RequestSample,
  indent: string,
  words: Words,
  asJson: (text: string) => string,
): string | undefined {
  if (bytes !== undefined) return quoted(bytes);
  return body === undefined ? undefined : asJson(literal(body, indent, words));
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function quoted(text: string): string {
  return `'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)}'`;
}

interface Words {
  readonly true: string;
  readonly false: string;
  readonly null: string;
  readonly key: (name: string) => string;
}

const SCRIPT: Words = {
  true: 'true',
  false: 'false',
  null: 'null',
  key: (name) => (/^\w+$/.test(name) ? name : quoted(name)),
};
const PYTHON: Words = { true: 'True', false: 'False', null: 'None', key: quoted };

/** Wrapped where it is long. */
function literal(value: unknown, indent: string, words: Words): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return words[String(value) as 'null'] ?? String(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((entry) => literal(entry, inner, words))
    : Object.entries(value).map(([name, entry]) => `${words.key(name)}: ${literal(entry, inner, words)}`);
  const flat = `${open}${Array.isArray(value) ? parts.join(', ') : parts.length === 0 ? '' : ` ${parts.join(', ')} `}${close}`;
  if (flat.length <= 60 && !flat.includes('\n')) return flat;
  return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`;
}
