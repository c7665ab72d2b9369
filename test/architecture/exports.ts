import { ownImports } from './imports.ts';
import { isCode, isTest } from './source.ts';
import type { SourceFile } from './source.ts';
import { syntaxOf } from './syntax.ts';

interface KeptExport {
  readonly path: string;
  readonly names: readonly string[];
  readonly because: string;
}

/** What the product has no use for yet, or its tests alone. */
export const KEPT_EXPORTS: readonly KeptExport[] = [
  { path: 'app/levelhead/art/avatar.ts', names: ['AVATARS'], because: 'a test draws each of them' },
  {
    path: 'app/threads/audience.ts',
    names: ['mayReadThread', 'mayReadMessage'],
    because: 'a test holds the rule in SQL against them',
  },
  { path: 'bin/tree.js', names: ['changedPaths'], because: 'it tells which tests are due' },
  { path: 'lib/jobs/jobs.server.ts', names: ['runDueJobs'], because: 'tests do not wait for a worker' },
];

/** An export is imported somewhere, and by more than tests where its own file has no use for it. */
export function exportsHaveImporters(files: SourceFile[], excused = KEPT_EXPORTS): string[] {
  const code = files.filter(isCode);
  const isImported = importsByName(code.filter(({ path }) => !isTest(path)));
  const isTested = importsByName(code.filter(({ path }) => isTest(path)));
  const excuses = new Set(excused.flatMap(({ path, names }) => names.map((name) => `${path} ${name}`)));
  return code.flatMap((file) =>
    [...new Set(exportedNames(file))].flatMap((name) => {
      if (isImported(file.path, name) || excuses.has(`${file.path} ${name}`)) return [];
      if (!isTested(file.path, name)) return [`${file.path}: exports ${name}, which nobody imports`];
      const isUsed = isTest(file.path) || says(syntaxOf(file).bare, name) > 1;
      return isUsed ? [] : [`${file.path}: exports ${name}, which only tests import`];
    }),
  );
}

/** Of what the router, Vite, Vitest and the users of our client read, imports say nothing. */
const READ_OTHERWISE =
  /\.d\.ts$|\.config\.ts$|^clients\/|^database\/tables\.ts$|^app\/(?:entry\.\w+\.tsx|(?:process\.server|routes)\.ts)$|^bin\/report\.js$/;
const ROUTE = /\/screens\/.*\.tsx$|^app\/root\.tsx$/;
const OF_ROUTES =
  /^(?:default|loader|action|middleware|client(?:Loader|Action|Middleware)|headers|links|handle|Layout|ErrorBoundary|shouldRevalidate)$/;

function exportedNames(file: SourceFile): string[] {
  if (READ_OTHERWISE.test(file.path)) return [];
  const names = syntaxOf(file).module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name ?? 'default'),
  );
  // Vitest runs what a file of a setup has by default.
  if (isTest(file.path)) return names.filter((name) => name !== 'default');
  return ROUTE.test(file.path) ? names.filter((name) => !OF_ROUTES.test(name)) : names;
}

/** Whether one of the files imports that name of that file; of a whole module, whether it says it, or who has it from there. */
function importsByName(files: SourceFile[]): (path: string, name: string) => boolean {
  const imports = files.flatMap((file) => ownImports(file).map(([{ kind, names }, to]) => ({ file, kind, names, to })));
  const named = new Set(imports.flatMap(({ names = [], to }) => names.map((name) => `${to} ${name}`)));
  const whole = Map.groupBy(
    imports.filter(({ kind, names }) => names === undefined && kind !== 'glob'),
    ({ to }) => to,
  );
  const near = (path: string) => imports.flatMap(({ file, to }) => (file.path === path || to === path ? [file] : []));
  return (path, name) =>
    named.has(`${path} ${name}`) ||
    (whole.get(path) ?? []).some(({ file }) => near(file.path).some(({ text }) => says(text, name) > 0));
}

function says(code: string, name: string): number {
  return code.split(new RegExp(`\\b${name}\\b`)).length - 1;
}
