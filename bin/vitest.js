import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NODE, pinned, program, ROOT, run } from './run.js';

const REPORTERS = ['--reporter=default', `--reporter=${join(ROOT, 'bin', 'report.js')}`];

/**
 * Runs a suite of Vitest and counts its tests.
 * @returns {Promise<{passed: number, failed: number, failures: string[], secondTries: string[]}>} what failed in words,
 *   and what passed at the second try alone, with why it failed at the first
 */
export async function runSuite(args, env = pinned()) {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  const report = join(folder, 'report.json');
  const told = { env: { ...env, SUITE_REPORT: report } };
  const { ok } = await run(NODE, [program('vitest'), 'run', ...args, ...REPORTERS], told);
  const { passed, failures, secondTries } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : nothing();
  rmSync(folder, { recursive: true });
  // It can also fail without a word: it found no tests, or could not end.
  if (!ok && failures.length === 0) failures.push('The suite failed as a whole.');
  return { passed, failed: failures.length, failures, secondTries };
}

function nothing() {
  return { passed: 0, failures: [], secondTries: [] };
}
