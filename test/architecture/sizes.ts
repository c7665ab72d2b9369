import { posix } from 'node:path';

import { ownImports } from './imports.ts';
import { isCode, productCode, unitOf } from './source.ts';
import type { SourceFile } from './source.ts';
import { syntaxOf } from './syntax.ts';

const MAX_LINES = 250;
const MAX_FILES = 16;
const MIN_ROOM = 3;

/** What to look at twice; nothing fails by it. */
export function sizes(files: SourceFile[]): string[] {
  const sized = files.filter(
    (file) => (isCode(file) || file.path.endsWith('.css')) && file.path !== 'database/tables.ts',
  );
  const folders = Map.groupBy(
    sized.filter(({ path }) => !/\.test\.tsx?$/.test(path)),
    ({ path }) => posix.dirname(path),
  );
  return [
    ...sized
      .filter((file) => linesOf(file) > MAX_LINES)
      .map((file) => `${file.path}: has ${linesOf(file)} lines; look twice beyond ${MAX_LINES}`),
    ...[...folders]
      .filter(([, { length }]) => length > MAX_FILES)
      .map(([folder, { length }]) => `${folder}: has ${length} files; beyond ${MAX_FILES} it wants rooms`),
    ...[...folders.keys()].filter(isRoom).flatMap((room) => {
      const { length } = [...folders].flatMap(([folder, inside]) =>
        `${folder}/`.startsWith(`${room}/`) ? inside : [],
      );
      return length < MIN_ROOM ? [`${room}: has ${length} files; a room has at least ${MIN_ROOM}`] : [];
    }),
  ];
}

/** A folder inside the folder of a noun or of a tool. */
function isRoom(folder: string): boolean {
  return /^(?:app|lib)\/[^/]+\/(?!screens$)/.test(folder);
}

const MIN_LINES = 25;

/** A file that small, which one other file imports, is a part of that file. */
export function crumbs(files: SourceFile[]): string[] {
  const product = productCode(files);
  const importers = importersOf(product);
  return product
    .filter((file) => file.path.startsWith('app/') && codeLinesOf(file) < MIN_LINES)
    .flatMap((file) => {
      const [only, ...others] = importers.get(file.path) ?? [];
      if (only === undefined || others.length > 0 || mayStandAlone(file.path, only)) return [];
      const where = unitOf(only.path) === unitOf(file.path) ? 'in there' : 'to a neighbour';
      return [
        `${file.path}: has ${codeLinesOf(file)} lines of code and only ${only.path} imports it; it belongs ${where}`,
      ];
    });
}

interface Importer {
  readonly path: string;
  /** Whether it loads the file later, which takes a file of its own. */
  readonly isDynamic: boolean;
}

function importersOf(files: SourceFile[]): Map<string, Importer[]> {
  const importers = new Map<string, Importer[]>();
  for (const file of files) {
    const imports = Map.groupBy(ownImports(file), ([, to]) => to);
    for (const [to, all] of imports) {
      const importer = { path: file.path, isDynamic: all.some(([{ kind }]) => kind === 'dynamic') };
      importers.set(to, [...(importers.get(to) ?? []), importer]);
    }
  }
  return importers;
}

const KINDS =
  /^app\/[^/]+\.tsx?$|\/screens\/|\/(?:calls|problems|answers\.server|jobs\.server|noun\.server)\.ts$|\.mail\.tsx$|\.d\.ts$/;

function mayStandAlone(path: string, only: Importer): boolean {
  const isListed = /^app\/(?:routes|nouns\.server|[a-z-]+\/noun\.server)\.ts$/.test(only.path);
  const crossesBorder = isServer(path) && !isServer(only.path);
  return KINDS.test(path) || isNounsOwn(path) || isListed || crossesBorder || only.isDynamic;
}

function isServer(path: string): boolean {
  return /\.server\.tsx?$/.test(path);
}

/** `app/perks/perk.ts` and `app/perks/perks.server.ts`. */
function isNounsOwn(path: string): boolean {
  const noun = posix.basename(unitOf(path));
  const words = [noun, noun.replace(/s$/, ''), noun.replace(/es$/, ''), noun.replace(/ies$/, 'y')];
  return words.some((word) => path === `app/${noun}/${word}.ts` || path === `app/${noun}/${word}.server.ts`);
}

function linesOf({ text }: SourceFile): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** Without those that are empty, or comments alone. */
function codeLinesOf(file: SourceFile): number {
  return syntaxOf(file)
    .code.split('\n')
    .filter((line) => line.trim() !== '').length;
}
