import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { getClientReference, getObjectType, listObjects } from './api-docs.server.ts';
import type { CallReference, FieldReference, ObjectReference } from './contract/reference.ts';

/** Into the repository, whose root is the current folder. */
export async function writeClient(): Promise<void> {
  for (const [path, text] of Object.entries(clientFiles())) await writeFile(resolve(path), text);
}

export function clientFiles(): Readonly<Record<string, string>> {
  const calls = getClientReference();
  const sorted = calls.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return { [`${FOLDER}/calls.js`]: writeScript(sorted), [`${FOLDER}/calls.d.ts`]: writeTypes(sorted) };
}

const FOLDER = 'clients/typescript/src';
const HEAD = '// Made from the contracts of the calls by `npm run generate`.\n';

function writeScript(calls: readonly CallReference[]): string {
  const lines = calls.map(({ id, method, path, parameters, takes = '' }) => {
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return `  ${JSON.stringify(id)}: ${JSON.stringify([method, path, query, takes])},`;
  });
  return `${HEAD}export const CALLS = {\n${lines.join('\n')}\n};\n`;
}

function writeTypes(calls: readonly CallReference[]): string {
  return [
    HEAD,
    '/** A list is joined by commas. */',
    'export type QueryValue = string | number | boolean | readonly (string | number)[];',
    '',
    ...listObjects(calls).map(writeObject),
    '/** What each call takes and answers, by its id. */',
    'export interface Calls {',
    ...calls.map(writeType),
    '}',
    '',
  ].join('\n');
}

function writeObject({ name, about }: ObjectReference): string {
  return `/** ${about} */\nexport interface ${name} ${getObjectType(name)}\n`;
}

function writeType({ id, summary, method, path, parameters, fields, takes, answers, problems }: CallReference): string {
  const within = (part: string) => parameters.filter((parameter) => parameter.in === part);
  const data = answers.flatMap(({ shape, bytes }) => [
    ...(shape === undefined ? [] : [`${shape}['data']`]),
    ...(bytes === undefined ? [] : ['Blob']),
  ]);
  const codes = [...new Set(problems.map(({ code }) => code))].toSorted();
  const json = fields.length === 0 ? 'unknown' : writeMembers(fields, ({ type }) => type);
  const body = { none: 'undefined', json, bytes: 'string | Uint8Array | Blob' }[takes ?? 'none'];
  return [
    `  /** ${summary} \`${method} ${path}\` */`,
    `  ${JSON.stringify(id)}: {`,
    `    params: ${writeMembers(within('path'), () => 'string | number')};`,
    `    query: ${writeMembers(within('query'), queryType)};`,
    `    headers: ${writeMembers(within('header'), () => 'string')};`,
    `    body: ${body};`,
    `    data: ${data.length === 0 ? 'undefined' : [...new Set(data)].join(' | ')};`,
    `    problem: ${codes.map((code) => JSON.stringify(code)).join(' | ')};`,
    '  };',
  ].join('\n');
}

function writeMembers(fields: readonly FieldReference[], toType: (field: FieldReference) => string): string {
  if (fields.length === 0) return 'undefined';
  const members = fields.map((field) => {
    const about = [field.meaning, field.limits].filter((text) => text !== '').join(' ');
    const comment = about === '' ? '' : `      /** ${about.replaceAll('*/', '*\\/')} */\n`;
    return `${comment}      ${JSON.stringify(field.name)}${field.isRequired ? '' : '?'}: ${toType(field)};`;
  });
  return `{\n${members.join('\n')}\n    }`;
}

function queryType({ type }: FieldReference): string {
  if (type === 'string') return 'QueryValue';
  return type.includes('"true"') ? `${type} | boolean` : `${type} | undefined`;
}
