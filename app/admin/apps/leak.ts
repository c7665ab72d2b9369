import type { AppRight, Scope } from '#app/apps/app-key.ts';
import type { TextKey } from '#app/current/locale.ts';

/** What the policy of a crate lets any app do that has a right in it. */
export interface CrateForApps {
  readonly crateId: string;
  readonly name: string;
  /** Visitors may read it without a key. */
  readonly isOpen: boolean;
  readonly reads: boolean;
  readonly makes: boolean;
  readonly changes: boolean;
  readonly deletes: boolean;
  readonly stats: boolean;
  readonly records: boolean;
}

interface LeakSentence {
  readonly text: TextKey;
  readonly isDanger: boolean;
  /** Those that it is about. */
  readonly crates: readonly CrateForApps[];
}

/** What whoever finds a key of these scopes could do, and what they could not: the scopes and the policies together. */
export function describeLeak(scopes: readonly Scope[], crates: readonly CrateForApps[]): LeakSentence[] {
  const mayIn = (crateId: string, ...rights: AppRight[]) =>
    scopes.some((scope) => [crateId, '*'].includes(scope.crateId) && scope.may.some((one) => rights.includes(one)));
  const isScoped = ({ crateId }: CrateForApps) => scopes.some((scope) => [crateId, '*'].includes(scope.crateId));
  const can: readonly (readonly [text: TextKey, (crate: CrateForApps) => boolean])[] = [
    ['admin.leak.read', (crate) => crate.reads && !crate.isOpen && mayIn(crate.crateId, 'read', 'write')],
    ['admin.leak.make', (crate) => crate.makes && mayIn(crate.crateId, 'write')],
    ['admin.leak.change', (crate) => crate.changes && mayIn(crate.crateId, 'write')],
    ['admin.leak.delete', (crate) => crate.deletes && mayIn(crate.crateId, 'write')],
    ['admin.leak.stats', (crate) => crate.stats && mayIn(crate.crateId, 'stats')],
    ['admin.leak.records', (crate) => crate.records && mayIn(crate.crateId, 'records')],
  ];
  const dangers = can.flatMap(([text, applies]) => sentence(text, true, crates.filter(applies)));
  const opened = new Set(dangers.flatMap((one) => one.crates));
  return [
    ...dangers,
    ...PERKS.flatMap(([text, right]) => (mayIn('perks', right) ? [{ text, isDanger: true, crates: [] }] : [])),
    ...(scopes.some(({ crateId }) => crateId === '*') ? [{ text: EVERY, isDanger: true, crates: [] }] : []),
    ...sentence(
      'admin.leak.closed',
      false,
      crates.filter((crate) => isScoped(crate) && !opened.has(crate)),
    ),
    ...sentence(
      'admin.leak.others',
      false,
      crates.filter((crate) => !isScoped(crate)),
    ),
    { text: 'admin.leak.never', isDanger: false, crates: [] },
  ];
}

/** What players are given is in no crate. */
const PERKS: readonly (readonly [text: TextKey, right: AppRight])[] = [
  ['admin.leak.readPerks', 'read'],
  ['admin.leak.givePerks', 'write'],
];
const EVERY: TextKey = 'admin.leak.every';

function sentence(text: TextKey, isDanger: boolean, about: readonly CrateForApps[]): LeakSentence[] {
  return about.length === 0 ? [] : [{ text, isDanger, crates: about }];
}
