import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { ROOT } from './run.js';

const MOST_TOLD = 1500;

/**
 * What a run of Vitest came to, as JSON in the file that SUITE_REPORT names: how many tests passed, and what failed in
 * words, be it a test, what was done around tests, a file that could not be loaded, or something outside of all of them.
 */
export default class Report {
  onTestRunEnd(modules, unhandled) {
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map((error) => tell('outside of every test', [error])),
    ];
    const passed = testsOf(modules).filter((test) => test.result().state === 'passed').length;
    writeFileSync(process.env.SUITE_REPORT, JSON.stringify({ passed, failures }));
  }
}

function testsOf(modules) {
  return modules.flatMap((module) => [...module.children.allTests()]);
}

function failuresOf(module) {
  const file = relative(ROOT, module.moduleId);
  const around = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  const failed = testsOf([module]).filter((test) => test.result().state === 'failed');
  return [
    ...around.map((error) => tell(file, [error])),
    ...failed.map((test) => tell(`${file}: ${test.fullName}`, test.result().errors)),
  ];
}

/** Where a library was when it failed tells nobody anything. */
function tell(place, errors) {
  const told = errors.flatMap(({ message, diff = '', stack = '' }) => [
    ...[message, diff].filter(Boolean),
    ...stack.split('\n').filter((line) => /^\s+at /.test(line) && !/node_modules|node:/.test(line)),
  ]);
  return stripVTControlCharacters([place, ...told].join('\n')).slice(0, MOST_TOLD);
}
