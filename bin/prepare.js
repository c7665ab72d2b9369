/** Runs before `npm start` and `npm test` on whatever Node the machine has; writes to stderr only. */
import { refuse } from './say.js';

const [major] = process.versions.node.split('.');
if (Number(major) < 20) {
  refuse(
    `Node ${process.versions.node} is too old: install Node 20 or later (the pinned one is then installed by npm).`,
  );
}

const { build, isBuilt } = await import('./build.js');
const { ensureChromium } = await import('./chromium.js');
const { ensurePostgresql15 } = await import('./postgresql.js');
const { install, isInstalled } = await import('./install.js');
const { withPrepareLock } = await import('./prepare-lock.js');

const wants = new Set(process.argv.slice(2));
const isForTests = wants.has('--chromium');

if (!isInstalled({ isForTests }) || (wants.has('--build') && !isBuilt())) {
  await withPrepareLock(async () => {
    if (!isInstalled({ isForTests })) await install();
    if (wants.has('--build') && !isBuilt()) await build();
  });
}
if (isForTests) await ensureChromium();
if (wants.has('--postgresql')) await ensurePostgresql15();
