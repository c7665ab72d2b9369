/**
 * Everything that must hold, one step after the other. A failed step does not keep the others from running unless
 * they build on it. Ends with one line, `N passed, N failed`, and fails when anything did.
 */
import { steps } from './steps.js';

const results = new Map();
/** What passed at the second try alone, with why it failed at the first: nothing that fails now and then stays unseen. */
const again = [];
const began = performance.now();

for (const { name, needs, check } of await steps()) {
  console.log(`\n── ${name}`);
  if (needs !== undefined && results.get(needs)?.failed !== 0) {
    console.log(`   not run, because it needs: ${needs}`);
    continue;
  }
  const start = performance.now();
  const { passed, failed, text = '', failures = [], secondTries = [] } = await check();
  // What failed stands last, where whoever looks for the word below finds it.
  for (const told of [text, ...failures]) if (told.trim() !== '') console.log(`${told.trimEnd()}\n`);
  console.log(`   ${failed === 0 ? 'ok' : 'FAILED'}, ${seconds(start)}`);
  results.set(name, { passed, failed });
  again.push(...secondTries);
}

const sum = (what) => [...results.values()].reduce((total, result) => total + result[what], 0);
const failures = [...results].filter(([, { failed }]) => failed > 0).map(([name]) => name);
for (const told of again) console.log(`\nPassed at the second try: ${told}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\nTook ${seconds(began)}.`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(failures.length === 0 ? 0 : 1);

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
