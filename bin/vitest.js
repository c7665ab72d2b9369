import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NODE, pinned, program, run } from './run.js';

/** Runs a suite of Vitest and counts its tests. */
export async function runSuite(args, env = pinned()) {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { ok } = await run(NODE, [program('vitest'), 'run', ...args, ...reporters], { env });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 };
  rmSync(folder, { recursive: true });
  // A suite can also fail as a whole: it did not start, found no tests, or an error came from outside every test.
  return { ...counted, failed: ok ? counted.failed : Math.max(counted.failed, 1) };
}

/** A file that cannot be loaded has no tests that failed; it counts as one. */
function count({ numPassedTests, numFailedTests, testResults }) {
  const isBroken = ({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  return { passed: numPassedTests, failed: numFailedTests + testResults.filter(isBroken).length };
}
