import { extname } from 'node:path';

import { importsOf, ownImports } from './imports.ts';
import { isCode, productCode, unitOf } from './source.ts';
import type { SourceFile } from './source.ts';
import { syntaxOf } from './syntax.ts';
import type { Syntax } from './syntax.ts';

const VAGUE = new Set(['utils', 'helpers', 'common', 'shared', 'types', 'services', 'index']);

/** R7 */
export function shortPaths(files: SourceFile[]): string[] {
  const code = files.filter(isCode);
  const vague = code.flatMap(({ path }) =>
    vagueNames(path).map((name) => `${path}: is called “${name}”, which says nothing`),
  );
  const barrels = code.filter(isBarrel).map(({ path }) => `${path}: only passes on what others export`);
  return [...code.flatMap(wrongPaths), ...barrels, ...vague];
}

/** The patterns of a glob are Vite's own matter. */
function wrongPaths(file: SourceFile): string[] {
  return ownImports(file)
    .filter(([{ kind }]) => kind !== 'glob')
    .flatMap(([{ specifier }, to]) =>
      wrongPath(file.path, specifier, to).map((why) => `${file.path}: writes ${specifier} ${why}`),
    );
}

function wrongPath(from: string, specifier: string, to: string): string[] {
  if (specifier === '#package') return [];
  const unit = unitOf(from);
  const isInside = unit === '.' || to.startsWith(`${unit}/`);
  const isRelative = specifier.startsWith('.');
  if (extname(to) === '') return ['without its extension'];
  if (isInside && !isRelative && unit !== '.') return ['inside its own folder, where ./ does'];
  if (!isInside && isRelative) return [`across folders, where #${to} does`];
  return [];
}

function vagueNames(path: string): string[] {
  const names = path.split('/').map((part) => part.replace(/\..*$/, ''));
  return names.filter((name) => VAGUE.has(name));
}

function isBarrel(file: SourceFile): boolean {
  const { module, statements } = syntaxOf(file);
  const passesOn = module.staticExports.some(({ entries }) => entries[0]?.moduleRequest);
  return passesOn && (statements.every(isPassedOn) || statements.some(isAllPassedOn));
}

function isPassedOn(statement: Syntax['statements'][number]): boolean {
  return (
    statement.type === 'ExportAllDeclaration' || (statement.type === 'ExportNamedDeclaration' && !!statement.source)
  );
}

function isAllPassedOn(statement: Syntax['statements'][number]): boolean {
  return statement.type === 'ExportAllDeclaration' && statement.exported === null;
}

/** R9 */
export function noCycles(files: SourceFile[]): string[] {
  const code = files.filter(isCode);
  const modules = new Map(
    code.map((file) => [
      file.path,
      importsOf(file).flatMap(({ kind, to }) => (to === undefined || kind === 'type' || kind === 'glob' ? [] : [to])),
    ]),
  );
  return [...cyclesIn(modules), ...cyclesIn(folderGraph(code))].map(
    (cycle) => `${cycle[0]}: imports itself by ${cycle.slice(1).join(' → ')}`,
  );
}

/** Which folder needs which, types included: two that need each other are one. A file at the root of lib is a tool too. */
function folderGraph(code: SourceFile[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  const folderOf = (path: string) => (unitOf(path) === 'lib' ? path : unitOf(path));
  for (const file of productCode(code)) {
    const folder = folderOf(file.path);
    const needs = ownImports(file).map(([, to]) => folderOf(to));
    graph.set(folder, [...(graph.get(folder) ?? []), ...needs.filter((need) => need !== folder)]);
  }
  return graph;
}

/** A cycle for each edge that closes one, as a path that ends where it began. */
function cyclesIn(graph: Map<string, string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (node: string, path: string[]) => {
    const start = path.indexOf(node);
    if (start !== -1) cycles.push([...path.slice(start), node]);
    if (start !== -1 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

/** R10: a line may name all packages of a scope, as `@scope/*`. */
export function packagesAreDecided(files: SourceFile[]): string[] {
  const manifest = files.find(({ path }) => path === 'package.json');
  const decisions = files.filter(({ path }) => /^docs\/decisions\/.*\.md$/.test(path)).map(({ text }) => text);
  const words = new Set(decisions.join('\n').match(/@?[\w-](?:[\w./-]*[\w-])?(?:\/\*)?/g));
  return packagesOf(manifest?.text ?? '{}')
    .filter((name) => !words.has(name) && !words.has(name.replace(/^(@[^/]+)\/.*/, '$1/*')))
    .map((name) => `package.json: no decision names ${name}`);
}

function packagesOf(manifest: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(manifest) as Record<string, object>;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

const WORD = '[a-z0-9]+(?:-[a-z0-9]+)*';
const KINDS = [
  new RegExp(`^screens/${WORD}(?:\\.test)?\\.tsx$`),
  new RegExp(`^screens/${WORD}\\.test\\.ts$`),
  // Two levels of rooms; what stands in them is of the same kinds.
  new RegExp(`^(?:(?!screens/)${WORD}/){0,2}${WORD}(?:\\.server)?(?:\\.test)?\\.tsx?$`),
  new RegExp(`^(?:(?!screens/)${WORD}/){0,2}${WORD}\\.mail\\.tsx$`),
  // The look of what stands on its pages alone.
  new RegExp(`^${WORD}\\.css$`),
];

/** A noun's folder holds the kinds of file that the architecture lists, and no others. */
export function kindsOfFile(files: SourceFile[]): string[] {
  return files
    .map(({ path }) => ({ path, noun: unitOf(path) }))
    .filter(
      ({ path, noun }) => noun.startsWith('app/') && !KINDS.some((kind) => kind.test(path.slice(noun.length + 1))),
    )
    .map(({ path }) => `${path}: is no kind of file that a noun has`);
}
