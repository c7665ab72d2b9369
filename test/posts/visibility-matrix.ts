import { globSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { ROLES, isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { api } from '#app/nouns.server.ts';

import type { CastName } from '../cast.ts';

/** Who is shown something of a kind, from which role on; nobody at all without one. */
export type Rule<Kind extends string> = Readonly<Record<Kind, Role | undefined>>;

export interface Surface<Kind extends string> {
  readonly name: string;
  readonly rule: Rule<Kind>;
  readonly shows: (kind: Kind, who: CastName | undefined) => Promise<boolean>;
}

/** One of the cast for each role. */
const PEOPLE: Record<Role, CastName | undefined> = {
  public: undefined,
  authenticated: 'player',
  staff: 'staff',
  admin: 'admin',
  super: 'super',
};

/** Asks each surface for each kind as each role. */
export function testSurfaces<Kind extends string>(kinds: readonly Kind[], surfaces: readonly Surface<Kind>[]): void {
  describe.each(surfaces)('$name', ({ rule, shows }) => {
    test.each(kinds)('shows what is %s to whom it should, and to nobody else', async (kind) => {
      const seen = await Promise.all(ROLES.map(async (role) => [role, await shows(kind, PEOPLE[role])] as const));
      const least = rule[kind];
      expect(seen).toEqual(ROLES.map((role) => [role, least !== undefined && isAtLeast(role, least)]));
    });
  });
}

/** The modules that may show something, by what they import or name. */
export function modulesThat(read: RegExp): string[] {
  return globSync('app/**/*.{ts,tsx}')
    .filter((path) => !/\.test\.tsx?$|cache-topics/.test(path) && read.test(readFileSync(path, 'utf8')))
    .toSorted();
}

/** The calls that read something of a crate, without its address. */
export function readingCalls(): string[] {
  return api
    .filter(({ call }) => call.method === 'GET' && call.path.startsWith('/api/storage/crates/{crateId}'))
    .map(({ call }) => call.path.replace('/api/storage/crates/{crateId}', ''))
    .toSorted();
}
