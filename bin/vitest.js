import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { NODE, pinned, program, run } from './run.js';

const MOST_TOLD = 1500;

/**
 * Runs a suite of Vitest and counts its tests.
 * @returns {Promise<{passed: number, failed: number, failures: string[]}>} the failures in words
 */
export async function runSuite(args, env = pinned()) {
  const folder = mkdtempSync(join(tmpdir(), 'suite-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { ok } = await run(NODE, [program('vitest'), 'run', ...args, ...reporters], { env });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : nothing();
  rmSync(folder, { recursive: true });
  // A suite can also fail as a whole: it did not start, found no tests, or an error came from outside every test.
  return { ...counted, failed: ok ? counted.failed : Math.max(counted.failed, 1) };
}

/** A file that cannot be loaded has no tests that failed; it counts as one. */
function count({ numPassedTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [tell(name, message)] : [];
    return failed.map(({ fullName, failureMessages }) => tell(`${name}: ${fullName}`, failureMessages.join('\n')));
  });
  return { passed: numPassedTests, failed: failures.length, failures };
}

function nothing() {
  return { passed: 0, failed: 0, failures: [] };
}

function tell(name, message = '') {
  return `${name}\n${message}`.slice(0, MOST_TOLD);
}
