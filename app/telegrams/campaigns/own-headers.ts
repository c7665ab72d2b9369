import { problemAt } from '#lib/problem.ts';

import { badHeader } from './problems.ts';

/** What a campaign says to mail programs beside what the site says, by name. */
export type OwnHeaders = Readonly<Record<string, string>>;

const MAX_HEADERS = 10;
export const MAX_HEADERS_LENGTH = 4000;

/** Written for each reader: they are the way out. */
const RESERVED = new Set(['list-id', 'list-unsubscribe', 'list-unsubscribe-post']);
const HEADER =
  /^(?<name>(?:X|List)-[A-Z0-9][A-Z0-9-]{0,59}):[ \t]*(?<value>[\x21-\x7e](?:[\x20-\x7e]{0,498}[\x21-\x7e])?)$/i;

/** @param text a header a line: `Name: value` @throws Problem 400 at the field */
export function parseHeaders(text: string): OwnHeaders {
  const lines = text.split(/\r\n|\n/).filter((line) => line.trim() !== '');
  const headers = lines.map((line): readonly [string, string] => {
    const { name = '', value = '' } = HEADER.exec(line.trim())?.groups ?? {};
    if (name === '' || RESERVED.has(name.toLowerCase())) refuse();
    return [name, value];
  });
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  if (headers.length > MAX_HEADERS || names.size < headers.length) refuse();
  return Object.fromEntries(headers);
}

export function headerLines(headers: OwnHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function refuse(): never {
  throw problemAt('headers', badHeader);
}
