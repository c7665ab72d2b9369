/**
 * Runs what a change touches: types, lint and architecture, and the tests of the folders in which something changed or whose
 * code imports what changed. `npm run test:changed -- <commit>` compares with that commit; without one, with the upstream
 * branch.
 */
import { posix } from 'node:path';

import { NODE, ROOT, run } from '#bin/run.js';
import { changedPaths } from '#bin/tree.js';
import { runSuite } from '#bin/vitest.js';

import { ownImports } from './architecture/imports.ts';
import { isCode, isTest, productCode, readTree, unitOf } from './architecture/source.ts';

const changed = new Set(await changedPaths(process.argv[2]));
const places = placesOfTests();
process.stdout.write(`${changed.size} changed files; tests of: ${places.join(' ') || 'nothing'}\n`);
const check = await run(NODE, ['bin/check.js']);
const suite = places.length === 0 ? undefined : await runSuite(places);
process.exit(check.ok && (suite?.failed ?? 0) === 0 ? 0 : 1);

/**
 * Whoever runs the whole site reaches everything, so the lists at the root of `app` carry a change no further than to the
 * sentences about the site, and a changed test is run by itself.
 */
function placesOfTests(): string[] {
  const code = readTree(ROOT).filter((file) => isCode(file));
  const importers = productCode(code).filter((file) => ownImports(file).some(([, to]) => changed.has(to)));
  const product = [...changed].filter((path) => !isTest(path)).concat(importers.map(({ path }) => path));
  const tests = code
    .map(({ path }) => path)
    .filter((path) => /^(?:app|lib|content|test\/site)\/.*\.test\.tsx?$/.test(path));
  const folders = new Set(
    product.map((path) => (/^(?:app\/[^/]+|database\/.*)$/.test(path) ? 'test/site' : unitOf(path))),
  );
  const isTouched = (path: string) => folders.has(unitOf(path)) || folders.has(posix.dirname(path));
  const alone = tests.filter((path) => changed.has(path) && !isTouched(path));
  const withTests = [...folders].filter((folder) => tests.some((path) => path.startsWith(`${folder}/`)));
  return [...withTests.map((folder) => `${folder}/`), ...alone].toSorted();
}
