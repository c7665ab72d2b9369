import type { TextKey } from '#app/current/locale.ts';
import { isStaff } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';
import type { Door } from '#app/noun/door.ts';

export interface OpenDoor {
  readonly door: Door;
  readonly to: string;
  readonly name: TextKey;
  /** Where somebody is behind it, by the beginning of a path; the longest of all doors counts. */
  readonly areas: readonly string[];
}

const ALL: readonly OpenDoor[] = [
  { door: 'write', to: '/editor/posts', name: 'shell.staff.write', areas: ['/editor'] },
  {
    door: 'desk',
    to: '/contact/submissions',
    name: 'shell.staff.desk',
    areas: ['/contact/submissions', '/contact/macros', '/contact/stats'],
  },
  { door: 'feedback', to: '/feedbag', name: 'shell.staff.feedback', areas: ['/feedbag'] },
  { door: 'newsletters', to: '/admin/telegrams', name: 'shell.staff.newsletters', areas: ['/admin/telegrams'] },
  { door: 'podcast', to: '/editor/episodes', name: 'shell.staff.podcast', areas: ['/editor/episodes'] },
  {
    door: 'players',
    to: '/admin/accounts',
    name: 'shell.staff.players',
    areas: ['/admin/accounts', '/admin/alias-moderation', '/admin/reports'],
  },
  { door: 'console', to: '/admin', name: 'shell.staff.console', areas: ['/admin'] },
];

/** Those that open: none to others than staff, and none to the console on production (specification §2). */
export function openDoors({ role, stage }: { readonly role: Role; readonly stage: Stage }): OpenDoor[] {
  return isStaff(role) ? ALL.filter(({ to }) => isOpenOn(stage, to)) : [];
}

/** @param path without a locale */
export function isOpenOn(stage: Stage, path: string): boolean {
  return !isProduction(stage) || !/^\/(?:admin|api\/docs)(?![^/?#])/.test(path);
}

/** Behind which of them a page is. @param path without a locale */
export function findDoorOf(path: string, doors: readonly OpenDoor[]): Door | undefined {
  const areas = doors.flatMap(({ door, areas }) => areas.map((area) => ({ door, area })));
  const around = areas.filter(({ area }) => path === area || path.startsWith(`${area}/`));
  return around.toSorted((one, other) => other.area.length - one.area.length).at(0)?.door;
}
