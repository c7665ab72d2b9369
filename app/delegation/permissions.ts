import type { TextKey } from '#app/current/locale.ts';

interface KeyPermission {
  readonly name: TextKey;
  readonly description: TextKey;
  /** Offered to nobody else: with it a key has the role of its owner, for the calls that need it. */
  readonly isForStaff?: boolean;
}

/** In the order shown. A call's `byKey` names the one it needs; existing tools use the first four. */
export const KEY_PERMISSIONS = {
  'rce-lh-read': { name: 'keys.levelheadRead.name', description: 'keys.levelheadRead.description' },
  'rce-lh-manage-bookmarks': {
    name: 'keys.levelheadBookmarks.name',
    description: 'keys.levelheadBookmarks.description',
  },
  'rce-lh-manage-following': {
    name: 'keys.levelheadFollowing.name',
    description: 'keys.levelheadFollowing.description',
  },
  'rce-lh-report': { name: 'keys.levelheadReport.name', description: 'keys.levelheadReport.description' },
  'rumpus-account-read': { name: 'keys.accountRead.name', description: 'keys.accountRead.description' },
  'rumpus-aliases-write': { name: 'keys.aliasesWrite.name', description: 'keys.aliasesWrite.description' },
  'rumpus-items-read': { name: 'keys.itemsRead.name', description: 'keys.itemsRead.description' },
  'rumpus-items-write': { name: 'keys.itemsWrite.name', description: 'keys.itemsWrite.description' },
  'rumpus-sets-read': { name: 'keys.setsRead.name', description: 'keys.setsRead.description' },
  'rumpus-sets-write': { name: 'keys.setsWrite.name', description: 'keys.setsWrite.description' },
  'rumpus-stats-write': { name: 'keys.statsWrite.name', description: 'keys.statsWrite.description' },
  'rumpus-shortlinks-manage': {
    name: 'admin.shortlinks.keyMay',
    description: 'admin.shortlinks.keyMayAbout',
    isForStaff: true,
  },
} as const satisfies Record<string, KeyPermission>;

export type PermissionId = keyof typeof KEY_PERMISSIONS;

export const PERMISSION_IDS = Object.keys(KEY_PERMISSIONS).filter(isPermission);

export function isForStaff(id: string | true | undefined): boolean {
  const permission: KeyPermission | undefined =
    typeof id === 'string' && isPermission(id) ? KEY_PERMISSIONS[id] : undefined;
  return permission?.isForStaff === true;
}

/** What everybody may give a key. */
export const OPEN_PERMISSION_IDS = PERMISSION_IDS.filter((id) => !isForStaff(id));

/** Of the Community Edition: a tool has nothing else than its key to be let in by. */
export function isForTools(permission: string | true | undefined): permission is string {
  return typeof permission === 'string' && permission.startsWith('rce-');
}

export function isPermission(id: string): id is PermissionId {
  return Object.hasOwn(KEY_PERMISSIONS, id);
}
