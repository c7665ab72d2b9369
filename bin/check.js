/** All that finds faults without running the site, each to its end, so that one run names them all. */
import { NODE, pinned, program, run } from './run.js';

const found = [
  // Lint reads the types that this writes.
  await tool('types of the routes', 'react-router', 'typegen'),
  ...(await Promise.all([
    tool('types and lint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings'),
    tool('format', 'oxfmt', '--check', '.'),
  ])),
  // After lint, because Vitest writes the types of the routes anew.
  await tool('architecture', 'vitest', 'run', 'test/architecture.test.ts'),
];
const failed = found.filter(({ ok }) => !ok);
for (const { name, text } of failed) console.log(`\n── ${name}\n${text.trimEnd()}`);
const signs = /^Look twice:\n(?: {2}.*\n)*/m.exec(found.at(-1)?.text ?? '')?.[0];
if (signs !== undefined) console.log(`\n${signs.trimEnd()}`);
console.log(failed.length === 0 ? 'Nothing found.' : `\nFailed: ${failed.map(({ name }) => name).join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

async function tool(name, command, ...args) {
  return { name, ...(await run(NODE, [program(command), ...args], { env: pinned(), output: 'keep' })) };
}
