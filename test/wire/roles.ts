import { expect } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import type { WireRequest, WireReply } from './client.ts';

/** Who asks, in the order of the tables' columns; the creator owns the items, the collaborator shares them. */
const ROLES = ['public', 'player', 'creator', 'collaborator', 'staff', 'admin', 'super'] as const;

interface RoleRow {
  line: string;
  body: string | undefined;
  statuses: number[];
}

/**
 * Reads a table: `METHOD path | body | one status for each role`. Empty lines and the head are left out.
 */
export function readTable(table: string): RoleRow[] {
  return table
    .trim()
    .split('\n')
    .filter((row) => /^\s*[A-Z]+ +[/{]/.test(row))
    .map((row) => {
      const [line = '', body = '', statuses = ''] = row.split('|').map((cell) => cell.trim().replace(/ +/, ' '));
      const numbers = statuses.split(/ +/).map(Number);
      if (numbers.length !== ROLES.length) throw new Error(`${line}: needs a status for each of ${ROLES.join(', ')}`);
      return { line, body: body === '' ? undefined : body, statuses: numbers };
    });
}

/** Asks one row as everybody and expects its statuses. @param prepare gives the line as it is asked, each time anew */
export async function expectRow(row: RoleRow, prepare: (line: string) => Promise<string>): Promise<void> {
  const seen: [string, number][] = [];
  for (const role of ROLES) {
    const who: WireCastName | undefined = role === 'public' ? undefined : role;
    seen.push([role, (await ask(who, await prepare(row.line), requestOf(row))).status]);
  }
  expect(seen).toEqual(ROLES.map((role, at) => [role, row.statuses[at]]));
}

/** A refusal by role: 401 for who has not signed in, 403 for everyone else. */
export function expectRefusal(reply: WireReply): void {
  const sentences: Record<number, string> = { 401: 'Bad credentials!', 403: "You aren't allowed in here." };
  expect(reply.refusal).toEqual([reply.status, sentences[reply.status]]);
}

function requestOf({ body }: RoleRow): WireRequest {
  if (body === undefined) return {};
  return { body, headers: { 'content-type': 'application/json' } };
}
