import { beforeAll, describe, expect, test } from 'vitest';

import type { FoundAccount } from '#app/accounts/staff/staff.ts';
import { getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';
import { matchesEveryWord } from '#lib/text-search/word-beginnings.ts';

import { accountActions, accountResult, readCommand } from './account-results.ts';
import { thingResult } from './palette-result.ts';
import { siteActions } from './site-actions.ts';
import type { PaletteViewer } from './site-actions.ts';
import { workActions } from './work-actions.ts';

let text: Text<TextKey>;

beforeAll(async () => void (text = await getText('en-US')));

const STAFF: PaletteViewer = {
  userId: 'st4ff1',
  role: 'staff',
  ownRole: 'staff',
  masquerade: undefined,
  isProved: true,
  pendingAliases: 0,
};
const PICKLE = { userId: 'pl4yer', alias: 'Pickle Comet', role: 'authenticated', ban: null } as const;
const FOUND = { userId: 'pl4yer', role: 'authenticated' } as FoundAccount;
const refusals = (viewer: PaletteViewer, account: Parameters<typeof accountActions>[1]) =>
  Object.fromEntries(accountActions(viewer, account, text).map(({ name, refusal }) => [name, refusal]));

test('an account that is found says by what, unless its name or its code does', () => {
  const about = (alias: string | null, by: 'lookupCode' | 'alias' | 'email', match: string, isClaim = false) =>
    accountResult({ ...FOUND, alias, match: { by, text: match, isClaim } }, text).about;
  expect([
    about('Pickle Comet', 'alias', 'pickle comet'),
    about(null, 'lookupCode', 'pl4yer'),
    about(null, 'alias', 'turbo sprocket'),
    about('Pickle Comet', 'alias', 'pickle jar', true),
    about('Pickle Comet', 'email', 'pickle@rumpus.example', true),
  ]).toEqual([
    '@pl4yer · Player',
    'Player',
    'Player · turbo sprocket',
    '@pl4yer · Player · pickle jar · former',
    '@pl4yer · Player · pickle@rumpus.example · unconfirmed',
  ]);
});

describe('the actions on an account', () => {
  test('lead to their forms, and say why they are not possible now', () => {
    const [, ban] = accountActions(STAFF, PICKLE, text);
    expect(ban).toMatchObject({ name: 'Ban Pickle Comet', to: '/admin/accounts/pl4yer#ban', refusal: undefined });
    expect(refusals(STAFF, PICKLE)).toEqual({
      'Write a note about Pickle Comet': undefined,
      'Ban Pickle Comet': undefined,
      'Lift the ban on Pickle Comet': 'This account isn’t banned.',
      'Change the role of Pickle Comet': 'Only super users change roles.',
      'Sign out Pickle Comet': undefined,
      'Recover Pickle Comet': 'Only admins can do that.',
      'Merge Pickle Comet into another account': 'Only admins can do that.',
    });
  });

  test.each([
    [{ ...STAFF, isProved: false }, PICKLE, 'Needs a fresh sign-in.'],
    [STAFF, { ...PICKLE, role: 'admin' }, 'You don’t outrank this account.'],
    [STAFF, { ...PICKLE, userId: 'st4ff1', role: 'staff' }, 'This is your own account.'],
    [{ ...STAFF, role: 'super' }, { ...PICKLE, role: 'super' }, 'You don’t outrank this account.'],
  ] as const)('are refused to %j on %j: %s', (viewer, account, reason) => {
    expect(refusals(viewer, account)['Ban Pickle Comet']).toBe(reason);
  });

  test('are found by their verbs and other words for them, before the person', () => {
    const read = (typed: string) => readCommand(typed, text);
    expect(read('ban pickle')).toEqual({ intents: ['ban'], person: 'pickle' });
    expect(read('block pickle comet')).toEqual({ intents: ['ban'], person: 'pickle comet' });
    expect(read('lift the ban on pickle')).toEqual({ intents: ['lift'], person: 'pickle' });
    expect(read('unban the second')).toEqual({ intents: ['lift'], person: 'the second' });
    expect(read('unban @pl4yer')).toEqual({ intents: ['lift'], person: '@pl4yer' });
    expect(read('kick pickle')?.intents).toEqual(['ban', 'sessions']);
    expect([read('the second'), read('pickle'), read('ban'), read('')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the actions everywhere', () => {
  const actions = (viewer: PaletteViewer, typed: string) =>
    siteActions(viewer, { here: '/admin/accounts?text=sock', seen: '/games' }, text)
      .filter(({ name, about, words = '' }) => matchesEveryWord(`${name} ${about} ${words}`, typed))
      .map(({ name, to, refusal }) => [name, refusal ?? to]);

  test('judge the next name, unless none waits', () => {
    expect(actions(STAFF, 'jud')).toEqual([['Judge the next alias', 'Nothing’s waiting. Have a cookie.']]);
    expect(actions({ ...STAFF, pendingAliases: 2 }, 'next alias')).toEqual([
      ['Judge the next alias', '/admin/alias-moderation#queue'],
    ]);
  });

  test('begin and end a masquerade as a lower role only', () => {
    expect(actions(STAFF, 'masq')).toEqual([
      ['End the masquerade', 'You’re already seeing the site as yourself.'],
      ['See the site as a player', '/games?masquerade=authenticated'],
    ]);
    expect(actions(STAFF, 'view as pl')).toEqual([['See the site as a player', '/games?masquerade=authenticated']]);
    expect(actions({ ...STAFF, role: 'staff', ownRole: 'super', masquerade: 'staff' }, 'masq')).toEqual([
      ['End the masquerade', '/admin/accounts?text=sock&masquerade=super'],
      ['See the site as a player', '/games?masquerade=authenticated'],
      ['See the site as staff', 'You already do.'],
      ['See the site as an admin', '/admin/accounts?text=sock&masquerade=admin'],
    ]);
  });
});

test.each([
  ['write a post', ['Write a post']],
  ['new episode', ['New episode']],
  ['podcast new', ['New episode']],
  ['answer messages', ['Answer messages']],
  ['inbox', ['Answer messages']],
  ['desk', ['Answer messages', 'Macros']],
  ['ban', ['Ban a player']],
  ['suspend', ['Ban a player']],
  ['send a newsletter', ['Send a newsletter']],
  ['campaign', ['Send a newsletter']],
  ['moderate', ['Approve feedback']],
  ['patch notes', ['Write patch notes']],
])('what staff call “%s” is %j', (typed, names) => {
  const found = workActions(text).filter(({ name, words = '' }) => matchesEveryWord(`${name} ${words}`, typed));
  expect(found.map(({ name }) => name)).toEqual(names);
});

test('a thing that was found says what it is', () => {
  const found = { kind: 'post', id: 'x', name: 'A door', about: 'Draft', to: '/editor/a-door' } as const;
  expect(thingResult(found, text)).toEqual({
    id: 'post x',
    name: 'A door',
    about: 'Post · Draft',
    to: '/editor/a-door',
  });
  expect(thingResult({ ...found, kind: 'submission', about: '#A1B2C3' }, text).about).toBe('Message · #A1B2C3');
});
