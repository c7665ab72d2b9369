import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NODE, pinned, program, ROOT, run } from './run.js';

const REPORTERS = ['--reporter=default', `--reporter=${join(ROOT, 'bin', 'report.js')}`];

/** @param before a program, and its arguments, that starts the suite in an environment of its own */
export async function runSuite(args, { env = pinned(), output = 'show', before = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  const report = join(folder, 'report.json');
  const options = { env: { ...env, SUITE_REPORT: report }, output };
  const [command, ...rest] = [...before, NODE, program('vitest'), 'run', ...args, ...REPORTERS];
  const { ok, text } = await run(command, rest, options);
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : nothing();
  rmSync(folder, { recursive: true });
  // It can also fail without a message: it found no tests, or could not end.
  if (!ok && found.failures.length === 0) found.failures.push('The suite failed as a whole.');
  return { ...found, failed: found.failures.length, text };
}

function nothing() {
  return { passed: 0, failures: [], secondTries: [], files: [] };
}
