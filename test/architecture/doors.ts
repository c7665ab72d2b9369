import type { ESTree } from 'vite';

import { ownImports } from './imports.ts';
import { productCode } from './source.ts';
import type { SourceFile } from './source.ts';
import { syntaxOf } from './syntax.ts';
import { isSql } from './tables.ts';

const ROLE_TEST = /\b(?:isAtLeast|requireRole|isStaff|isAdmin|mayMasquerade)\s*\(|\bactor\??\.(?:role|ownRole)\b/g;
const DATABASE = /\bcurrent\??\.db\b|\b(?:db|sql)\s*\??\.\s*\w/;
const MAKES_CURRENT =
  /\)\s*:\s*(?:Promise<)?Current>?\s*(?:\{|=>)|(?:const|let)\s+\w+\s*:\s*Current\s*=|\}\s*(?:as|satisfies)\s+Current\b/;
const MAKERS = new Set(['app/app.server.ts', 'app/door/parts.server.ts']);

/** What connects to PostgreSQL elsewhere would wait for hours when the network swallows its connection. */
export function oneWayToConnect(files: SourceFile[]): string[] {
  const elsewhere = productCode(files).filter(
    ({ path, text }) => path !== 'lib/database/connect.server.ts' && /\bnew (?:pg\.)?(?:Client|Pool)\(/.test(text),
  );
  return elsewhere.map(({ path }) => `${path}: connects to PostgreSQL, which only lib/database/connect.server.ts may`);
}

/** R6 */
export function oneDoor(files: SourceFile[]): string[] {
  const product = productCode(files);
  const makers = product
    .filter(({ path, text }) => !MAKERS.has(path) && MAKES_CURRENT.test(text))
    .filter((file) => MAKES_CURRENT.test(syntaxOf(file).bare));
  return [
    ...product.filter(({ path }) => /\/answers\.server\.ts$|\/screens\//.test(path)).flatMap(decides),
    ...makers.map(({ path }) => `${path}: makes a Current, which only app/app.server.ts and systemCurrent may`),
  ];
}

/** A form that does what a call does takes its least role from it, so that the two never differ. */
export function rightsAreDeclaredOnce(files: SourceFile[]): string[] {
  const product = productCode(files);
  const answered = new Set(product.filter(({ path }) => path.endsWith('/answers.server.ts')).flatMap(importedNames));
  const forms = product.filter(({ path, text }) => path.endsWith('.server.ts') && /\bFormIntents\b/.test(text));
  return forms.flatMap((file) => {
    const shared = importedNames(file).filter((name) => answered.has(name) && !name.startsWith('app/current/'));
    const [, ...intents] = syntaxOf(file).bare.split(/\bleast: (?=' *',)/);
    return shared
      .map((name) => name.slice(name.indexOf(' ') + 1))
      .filter((name) =>
        intents.some((intent) => new RegExp(`\\b${name}\\(current\\b`).test(intent.split('least:')[0] ?? '')),
      )
      .map((name) => `${file.path}: says itself who may ${name}, which is for the contract of its call`);
  });
}

const importedNames = (file: SourceFile) =>
  ownImports(file).flatMap(([{ kind, names = [] }, to]) =>
    kind === 'import' ? names.map((name) => `${to} ${name}`) : [],
  );

function decides(file: SourceFile): string[] {
  const { path } = file;
  const { bare, found } = syntaxOf(file);
  const asksDatabase = DATABASE.test(bare) || found.texts.some(isSql);
  const tests = new Set([...bare.matchAll(ROLE_TEST)].map((match) => match[0].replace(/\s*\($/, '')));
  return [
    ...(asksDatabase ? [`${path}: asks the database; that is for a deed`] : []),
    ...[...tests].map((test) => `${path}: tests the role by ${test}; that is for a deed`),
  ];
}

const AROUND_COLLECTIONS =
  /\b(?:findItems|findItemBodies|createItem|updateItem)\(|\bSearchQuery\.(?:parse|safeParse)\b/g;

/** A collection knows what is found without its crate, takes a visitor's cursors, and writes bodies from memory. */
export function itemsHaveCollections(files: SourceFile[]): string[] {
  return productCode(files)
    .filter(({ path }) => path.startsWith('app/') && !path.startsWith('app/storage/'))
    .filter(({ text }) => text.search(AROUND_COLLECTIONS) >= 0)
    .flatMap((file) => {
      const around = new Set(
        syntaxOf(file)
          .bare.match(AROUND_COLLECTIONS)
          ?.map((match) => match.replace('(', '')),
      );
      return [...around].map((deed) => `${file.path}: goes around the collection of its items by ${deed}`);
    });
}

/** What a module keeps outlives the site that it is of; `memoize` and `ProcessState` of `lib` say what may be kept, and where. */
export function modulesKeepNothing(files: SourceFile[]): string[] {
  const ours = productCode(files).filter(
    ({ path, text }) => /^app\/.*\.server\.tsx?$/.test(path) && MAY_KEEP.test(text),
  );
  return ours.flatMap((file) =>
    syntaxOf(file).statements.flatMap((statement) => {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
      if (declared?.type !== 'VariableDeclaration') return [];
      const kept = declared.declarations.filter(({ init }) => declared.kind === 'let' || isCollection(init));
      return kept.flatMap(({ id }) =>
        id.type === 'Identifier' && !mayKeep(file.path, id.name)
          ? [`${file.path}: ${id.name} is kept by the module; a part of the site owns what is remembered`]
          : [],
      );
    }),
  );
}

/** Most files need no look at their tree. */
const MAY_KEEP = /^(?:export )?(?:let|const \w.* =\s+(?:new \w+|\{\};|\[\];))/m;

/** One that will be filled: a plain map or set that is given what it holds is a table of constants. */
function isCollection(init: ESTree.Expression | null): boolean {
  if (init?.type === 'ObjectExpression') return init.properties.length === 0;
  if (init?.type === 'ArrayExpression') return init.elements.length === 0;
  if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier') return false;
  const { name } = init.callee;
  return /^(?:Weak)?(?:Map|Set)$/.test(name) ? init.arguments.length === 0 : /(?:Map|Set|Cache|Queue)$/.test(name);
}

/**
 * The list of all calls stands above what describes them, and tells it when it is loaded. Queues that bound threads and
 * memory are of the process, which has no more of them for two sites.
 */
function mayKeep(path: string, name: string): boolean {
  return (
    (path === 'app/api-docs/api-docs.server.ts' && name === 'description') ||
    (path === 'app/media/work-queue.server.ts' && QUEUES.has(name))
  );
}

const QUEUES = new Set(['pictureQueue', 'cardQueue', 'uploadQueue', 'fetchQueue']);

/** Where that is known by, its list says: an answer that depends on more would be given to the wrong caller. */
export function sharedWorkIsListed(files: SourceFile[]): string[] {
  const list = files.find(({ path }) => path === SHARING_LIST)?.text ?? '';
  return productCode(files)
    .filter(({ path, text }) => /^(?:app|lib)\//.test(path) && SHARES.test(text) && !list.includes(`\`${path}\``))
    .map(({ path }) => `${path}: keeps or shares something that ${SHARING_LIST} does not list with its key`);
}

const SHARING_LIST = 'docs/operations.md';
const SHARES =
  /\bnew (?:Batcher|LruCache|SingleFlight|KeyedQueue|RowCache|PageCache)\b|= memoize\(|\b\w*[sS]tate\.get\(|: CachedRows</;

const RAW_ADDRESS =
  /<(?:[Ff]orm|fetcher\.Form)\b[^>]*?\saction=(?:"|\{[`'])\/(?!api\/)[^"`'}]*|import \{[^}]*\b(?:Nav)?Link\b[^}]*\} from 'react-router'/g;

/** The reader of `/de-DE/account` would go on in English. */
export function addressesHaveLocale(files: SourceFile[]): string[] {
  return productCode(files)
    .filter(({ path }) => path.startsWith('app/') && path !== 'app/current/page/site-link.tsx')
    .flatMap(({ path, text }) =>
      [...text.matchAll(RAW_ADDRESS)].map(
        ([found]) => `${path}: leads to a bare address by ${found.replaceAll(/\s+/g, ' ')}`,
      ),
    );
}
