import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { ROOT } from './run.js';

const MAX_PRINTED = 1500;

export default class Report {
  onTestRunEnd(modules, unhandled) {
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map((error) => printReport('outside of every test', [error])),
    ];
    const passed = testsOf(modules).filter((test) => test.result().state === 'passed').length;
    const secondTries = modules.flatMap((module) => printTests(module, (test) => test.diagnostic()?.flaky === true));
    const files = modules.map((module) => ({ file: placeOf(module), seconds: module.diagnostic().duration / 1000 }));
    writeFileSync(process.env.SUITE_REPORT, JSON.stringify({ passed, failures, secondTries, files }));
  }
}

function testsOf(modules) {
  return modules.flatMap((module) => [...module.children.allTests()]);
}

function failuresOf(module) {
  const around = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [
    ...around.map((error) => printReport(placeOf(module), [error])),
    ...printTests(module, (test) => test.result().state === 'failed'),
  ];
}

function printTests(module, isWanted) {
  const wanted = testsOf([module]).filter(isWanted);
  return wanted.map((test) => printReport(`${placeOf(module)}: ${test.fullName}`, test.result().errors ?? []));
}

function placeOf({ moduleId }) {
  return relative(ROOT, moduleId);
}

/** A library's stack trace tells nobody anything. */
function printReport(place, errors) {
  const messages = errors.map(({ message, diff = '', stack = '' }) => {
    const ours = stack.split('\n').filter((line) => line.includes(ROOT) && /^\s+at (?!.*node_modules)/.test(line));
    return [message, diff, ...ours].filter(Boolean).join('\n');
  });
  return stripVTControlCharacters([place, ...new Set(messages)].join('\n')).slice(0, MAX_PRINTED);
}
