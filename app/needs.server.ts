import crates from '#database/needs/crates.json' with { type: 'json' };
import projects from '#database/needs/feedbag-projects.json' with { type: 'json' };

import { findAuditedTargets } from './audit/audit.server.ts';
import type { Current } from './current/current.server.ts';
import type { Role } from './current/role.ts';
import { addProject } from './feedbag/projects.server.ts';
import { NewCrate } from './storage/crates/crate.ts';
import { addCrate } from './storage/crates/crates.server.ts';

/**
 * Makes what the site needs to work, on every stage: the crates of its parts with their policies, and the projects about its
 * public games. Each is made once, of which the audit knows: what staff have changed since, or removed, stays as it is.
 * Two processes may do so at once, and the next start goes on where one was killed.
 * @param current a super @returns what was made, as the audit calls it
 */
export async function makeNeeds(current: Current): Promise<string[]> {
  const needs = listNeeds(current);
  const known = await findAuditedTargets(
    current,
    needs.map(({ target }) => target),
  );
  const made: string[] = [];
  for (const { target, make } of needs) if (!known.has(target) && (await make())) made.push(target);
  return made;
}

interface SiteNeed {
  readonly target: string;
  /** @returns whether there was none of that name */
  readonly make: () => Promise<boolean>;
}

function listNeeds(current: Current): SiteNeed[] {
  return [
    ...crates.map((crate) => ({
      target: `crate/${crate.crateId}`,
      make: async () => (await addCrate(current, NewCrate.parse(crate))) !== undefined,
    })),
    ...projects.map(({ game, leastRole, stages, ...project }) => ({
      target: `feedback/${project.projectId}`,
      make: () => addProject(current, { ...project, game, leastRole: leastRole as Role, stages }),
    })),
  ];
}
