import { askDeletion } from '#app/deletions/deletions.server.ts';
import { requestDeviceCode } from '#app/devices/codes/device-codes.server.ts';
import { seedDevices } from '#app/devices/seed-devices.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { beginMoving } from '#app/merges/merges.server.ts';

import { CAST } from './cast.ts';
import { openOldAccount } from './people/old-accounts.ts';
import { ageProof, openSession, signInBy } from './people/owners.ts';
import type { TestOwner } from './people/owners.ts';
import type { FormVisitor } from './people/visitor.ts';
import type { TestSite } from './site.ts';

/** A screen in a state that no address and no role of the cast has. */
interface OwnScreen {
  readonly address: string;
  /** Who alone sees it so. */
  readonly reader: OwnReader;
  /** The form that they send there, instead of asking for the page. */
  readonly form?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** In English, what it says in that state alone. */
  readonly says: string;
}

/**
 * Of whom an account is about to be deleted, is proved first, was proved before the other is, is one of two proved ones, has the
 * other one's things coming.
 */
type OwnReader = 'leaving' | 'begun' | 'between' | 'merging' | 'moving' | 'fresh';

const find = (userCode: string) => ({ intent: 'devices.find', userCode });

/** In their order: what is sent by one makes the next. */
export const OWN_SCREENS: readonly OwnScreen[] = [
  { address: '/account/deletion', reader: 'leaving', says: 'Did you change your mind?' },
  { address: '/account/deletion', reader: 'fresh', says: 'Stay without my name' },
  {
    address: '/account/deletion',
    reader: 'fresh',
    form: { intent: 'deletions.ask' },
    status: 400,
    says: 'Tick the box first',
  },
  { address: '/account/merge', reader: 'fresh', says: 'Sign out and begin' },
  { address: '/account/merge', reader: 'begun', says: 'Now the other account' },
  { address: '/account/merge', reader: 'between', says: 'show you what a merge would do' },
  { address: '/account/merge', reader: 'merging', says: 'Your main email address is' },
  { address: '/account/merge?keep={gone}', reader: 'merging', says: 'Your main email address is' },
  {
    address: '/account/merge',
    reader: 'merging',
    form: { intent: 'merges.merge', keep: '{kept}' },
    status: 400,
    says: 'Tick the box first',
  },
  { address: '/account/merge', reader: 'moving', says: 'things are still on their way' },
  { address: '/account/data', reader: 'fresh', says: 'Make a copy' },
  { address: '/account/data', reader: 'fresh', form: { intent: 'exports.ask' }, says: 'It will begin in a moment' },
  { address: '/account/data', reader: 'fresh', says: 'It will begin in a moment' },
  {
    address: '/account/passkeys',
    reader: 'fresh',
    form: { intent: 'recovery.make' },
    says: 'They are shown this once',
  },
  { address: '/login/device', reader: 'fresh', form: find('BCDF-GHJK'), status: 404, says: 'letter by letter' },
  { address: '/login/device', reader: 'fresh', form: find('{device}'), says: 'show these very letters' },
  {
    address: '/login/device',
    reader: 'fresh',
    form: { intent: 'devices.approve', userCode: '{device}' },
    says: 'it goes on by itself within seconds',
  },
  {
    address: '/login/device',
    reader: 'fresh',
    form: { intent: 'devices.deny', userCode: '{otherDevice}' },
    says: 'That code is dead',
  },
];

interface OwnScreenWorld {
  readonly readers: Readonly<Record<OwnReader, FormVisitor>>;
  /** With what stands in braces. */
  fill(text: string): string;
  /** Of people and codes, which no language has. */
  readonly names: readonly string[];
}

export async function openReaders(site: TestSite): Promise<OwnScreenWorld> {
  const system = systemCurrent(site.parts);
  const open = (name: string) => openOldAccount(site, `${name}@screens.example`);
  const [fresh, leaving, moving] = [await open('fresh'), await open('leaving'), await open('moving')];
  const actor = { ...system.actor, userId: leaving.userId, provedAt: system.now() };
  await askDeletion({ ...system, actor }, []);
  await beginMoving(system, { goneId: (await open('moved')).userId, keptId: moving.userId });
  const [gone, kept] = [await open('gone'), await open('kept')];
  const [first, stale] = [await open('first'), await open('stale')];
  await proveFirst(site, first, first.visitor);
  const readers = {
    fresh: fresh.visitor,
    leaving: (await openSession(site, leaving.userId)).visitor,
    moving: moving.visitor,
    merging: await proveBoth(site, gone, kept),
    begun: first.visitor,
    between: await takeSession(site, first, stale),
  };
  await ageProof(site, stale.userId);
  await seedDevices(system, CAST.admin.userId);
  const codes = [await newCode(site), await newCode(site)] as const;
  const filled: Record<string, string> = {
    gone: gone.userId,
    kept: kept.userId,
    device: codes[0],
    otherDevice: codes[1],
  };
  const people = [fresh, leaving, moving, gone, kept, first, stale];
  const addresses = ['fresh', 'leaving', 'moving', 'gone', 'kept', 'first', 'stale'].map(
    (name) => `${name}@screens.example`,
  );
  return {
    readers,
    fill: (text) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => filled[name] ?? whole),
    names: [...addresses, ...people.flatMap(({ userId }) => [`@${userId}`, userId]), ...codes, 'France'],
  };
}

async function newCode(site: TestSite): Promise<string> {
  const { userCode } = await requestDeviceCode(
    systemCurrent(site.parts),
    { appId: 'levelhead', platform: 'switch' },
    'FR',
  );
  return userCode;
}

const begin = (visitor: FormVisitor, { userId }: TestOwner) =>
  visitor.post('/account/merge', { intent: 'merges.begin', account: userId });

async function proveFirst(site: TestSite, first: TestOwner, visitor: FormVisitor): Promise<void> {
  await begin(visitor, first);
  await signInBy(site, visitor, first.userId);
}

/** A browser in which somebody has begun with the first and signed in to both. */
async function proveBoth(site: TestSite, first: TestOwner, second: TestOwner): Promise<FormVisitor> {
  const { visitor } = first;
  await proveFirst(site, first, visitor);
  await begin(visitor, first);
  await signInBy(site, visitor, second.userId);
  return visitor;
}

/** One in which the first is proved, with a session of the second that began elsewhere. */
async function takeSession(site: TestSite, first: TestOwner, second: TestOwner): Promise<FormVisitor> {
  const [{ visitor }, other] = [await openSession(site, first.userId), await openSession(site, second.userId)];
  await proveFirst(site, first, visitor);
  await begin(visitor, first);
  visitor.cookies.set('session', other.visitor.cookies.get('session') ?? '');
  return visitor;
}
