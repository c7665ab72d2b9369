import { execFileSync } from 'node:child_process';

import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where chance begins in property tests. */
    seed: number;
  }
}

/** `SEED` as it is set, else what follows from the committed files: a run can be repeated, a commit tries new cases. */
export default function setup(project: TestProject): void {
  project.provide('seed', process.env.SEED === undefined ? seedOfCommit() : Number(process.env.SEED));
}

function seedOfCommit(): number {
  // The checkout may belong to another user than the one who tests it.
  const args = ['-c', 'safe.directory=*', 'rev-parse', 'HEAD^{tree}'];
  try {
    return parseInt(execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).slice(0, 8), 16) | 0;
  } catch {
    return 1; // This is no checkout.
  }
}
