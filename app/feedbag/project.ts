import type { TextKey } from '#app/current/locale.ts';
import type { Role } from '#app/current/role.ts';
import type { Stage } from '#app/current/stage.ts';

export interface Project {
  readonly projectId: string;
  readonly name: string;
  readonly about: string;
  readonly welcome: string;
  /** In the empty form. */
  readonly template: string;
  /** Its slug. */
  readonly game: string | undefined;
  readonly leastRole: Role;
  /** Where it is there; none are all. */
  readonly stages: readonly Stage[];
  readonly isModerated: boolean;
  readonly takesAnonymous: boolean;
}

export interface ProjectSettings extends Project {
  readonly place: number;
  readonly rev: number;
}

/** Characters. */
export const ROLE_NAMES = {
  public: 'feedbag.roles.public',
  authenticated: 'feedbag.roles.authenticated',
  staff: 'feedbag.roles.staff',
  admin: 'feedbag.roles.admin',
  super: 'feedbag.roles.super',
} as const satisfies Readonly<Record<Role, TextKey>>;

/** Also what an address of ours has in the place of a project. */
const RESERVED = new Set(['settings']);

export function isProjectId(text: string): boolean {
  return /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])$/.test(text) && !RESERVED.has(text);
}

export const MAX_PROJECT_NAME = 60;
export const MAX_PROJECT_TEXT = 2000;
