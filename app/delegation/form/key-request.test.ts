import { expect, test } from 'vitest';

import { PERMISSION_IDS } from '../permissions.ts';
import { keyRequestPath, readKeyRequest } from './key-request.ts';

const read = (search: string) => readKeyRequest(new URLSearchParams(search));
/** As existing tools send it. */
const LEVELCUP =
  'delegationPermissions=rce-lh-read,rce-lh-manage-bookmarks,rce-lh-manage-following,rce-lh-report&delegationKeyName=levelcup';

test('a link fills in the name and the permissions', () => {
  const request = { isFilled: true, name: 'levelcup', permissions: PERMISSION_IDS.slice(0, 4), unknown: [] };
  expect(read(LEVELCUP)).toEqual(request);
  expect(read(LEVELCUP.replaceAll(',', '%2C'))).toEqual(request);
});

test('without a link the form stays empty', () => {
  const nothing = { isFilled: false, name: '', permissions: [], unknown: [] };
  expect(read('')).toEqual(nothing);
  expect(read('delegationPermissions=&delegationKeyName=')).toEqual(nothing);
});

test('unknown permissions are listed and not granted', () => {
  const search = 'delegationPermissions=rce-lh-read,everything,,constructor, rce-lh-read ,__proto__';
  expect(read(search)).toMatchObject({
    permissions: ['rce-lh-read'],
    unknown: ['everything', 'constructor', '__proto__'],
  });
});

test('of a thousand unknown permissions eight are listed, each cut off', () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `${at}${'x'.repeat(99)}`);
  const { unknown } = read(`delegationPermissions=${ids.join(',')}`);
  expect(unknown).toHaveLength(8);
  for (const id of unknown) expect(id).toHaveLength(64);
});

test('a name is one line of at most 64 characters', () => {
  const { name } = read(`delegationKeyName=${encodeURIComponent(`a\n\u202eb${'c'.repeat(99)}`)}`);
  expect(name).toBe(`a b${'c'.repeat(61)}`);
});

test('the address of the form keeps the request', () => {
  const request = read(LEVELCUP);
  const { pathname, searchParams, hash } = new URL(keyRequestPath(request), 'http://localhost');
  expect([pathname, hash, readKeyRequest(searchParams)]).toEqual(['/account', '#keys', request]);
  expect(keyRequestPath(read(''))).toBe('/account#keys');
});
