import type { Role } from '#app/current/role.ts';
import type { Stage } from '#app/current/stage.ts';

/** What the studio collects feedback about. */
export interface Project {
  readonly projectId: string;
  readonly name: string;
  readonly about: string;
  /** Above the form. */
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

/** Characters. */
export const MAX_PROJECT_NAME = 60;
export const MAX_PROJECT_TEXT = 2000;
