import { isCode, productCode } from './source.ts';
import type { SourceFile } from './source.ts';
import { syntaxOf } from './syntax.ts';

/** A schema and its type share a name in one file; two files do not. */
export function typeNamesOnce(files: SourceFile[]): string[] {
  const ours = ownCode(files);
  // A file of which no word says so needs no tree.
  const candidates = pathsByName(ours, ({ text }) => [...text.matchAll(NAMES_TYPE)].map(([, name = '']) => name));
  const suspects = new Set([...candidates.values()].filter(({ length }) => length > 1).flat());
  const named = pathsByName(
    ours.filter(({ path }) => suspects.has(path)),
    (file) => syntaxOf(file).found.typeNames,
  );
  const twins = [...named].filter(([, { length }]) => length > 1);
  return twins.map(([name, paths]) => `${paths.join(' and ')}: each has a type ${name}`);
}

/** It says what happened to a thing, and not what the thing is. */
export function typesAreNouns(files: SourceFile[]): string[] {
  // The samples of these rules break them.
  const ours = files.filter((file) => isCode(file) && isOurs(file) && !file.path.startsWith('test/architecture/'));
  return ours.flatMap(({ path, text }) =>
    [...text.matchAll(NAMES_TYPE)].flatMap(([, name = '']) =>
      PARTICIPLE.test(name) ? [`${path}: the type ${name} is called by a participle`] : [],
    ),
  );
}

const PARTICIPLE =
  /^(?:[A-Z][a-z]*[^e\W]ed|Told|Meant|Known|Given|Taken|Found|Sent|Kept|Held|Made|Written|Shown|Seen|Done|Lost|Said|Chosen|Hidden)$/;

function ownCode(files: SourceFile[]): SourceFile[] {
  return productCode(files).filter(isOurs);
}

/** What a declaration file names is somebody else's; what stands in the tables is generated. */
function isOurs({ path }: SourceFile): boolean {
  return !/\.d\.ts$|^database\/tables\.ts$/.test(path);
}

const NAMES_TYPE = /\b(?:interface|type|class|enum)\s+(\w+)/g;

function pathsByName(files: SourceFile[], namesOf: (file: SourceFile) => string[]): Map<string, string[]> {
  const pairs = files.flatMap((file) => [...new Set(namesOf(file))].map((name) => ({ name, path: file.path })));
  return new Map([...Map.groupBy(pairs, ({ name }) => name)].map(([name, all]) => [name, all.map(({ path }) => path)]));
}

/** A title says that something does something; one that a table fills in is left out. */
export function titlesAreSentences(files: SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => /\.test\.tsx?$/.test(path) && MAY_HAVE_WORD.test(text))
    .flatMap((file) =>
      syntaxOf(file)
        .found.titles.filter((title) => !/[\s$%]/.test(title))
        .map((title) => `${file.path}: the title “${title}” is one word`),
    );
}

/** Most files need no look at their tree. */
const MAY_HAVE_WORD = /(?:\b(?:test|it)(?:\.\w+)*|\))\(\s*(['"`])[^\s'"`$%]*\1\s*,/;
