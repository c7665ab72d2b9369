import { parseSync, Visitor } from 'vite';
import type { ESTree, ParseResult } from 'vite';

import type { SourceFile } from './source.ts';

/** What stands in a string or a template; `${}` is where a template inserts a value. */
export interface Text {
  readonly text: string;
  /** The template's tag, as in sql`…`. */
  readonly tag?: string | undefined;
}

interface Found {
  readonly texts: Text[];
  /** The patterns that `import.meta.glob` is given. */
  readonly globs: string[];
  /** The files of types that are named without a statement, as in `typeof import('./a.ts')`. */
  readonly typeImports: string[];
  /** Interfaces, type aliases, classes and enums. */
  readonly typeNames: string[];
  /** The titles of tests, as they stand in `test('…', …)` and `test.each(…)('…', …)`. */
  readonly titles: string[];
  /** Where strings, templates, regular expressions and the text of elements stand. */
  readonly contents: Span[];
}

interface Span {
  start: number;
  end: number;
}

/** A file of code, parsed. Its tree is built only when somebody asks for it, because that takes most of the time. */
export class Syntax {
  readonly module: ParseResult['module'];
  readonly #text: string;
  readonly #parsed: ParseResult;
  #code: string | undefined;
  #bare: string | undefined;
  #found: Found | undefined;

  constructor({ path, text }: SourceFile) {
    this.#text = text;
    this.#parsed = parseSync(path, text);
    const [error] = this.#parsed.errors;
    if (error !== undefined) throw new Error(`${path}: ${error.message}`);
    this.module = this.#parsed.module;
  }

  /** The text without comments; positions and lines stay. */
  get code(): string {
    this.#code ??= blank(this.#text, this.#parsed.comments);
    return this.#code;
  }

  /** The text without comments and without what stands in strings and the like; positions and lines stay. */
  get bare(): string {
    this.#bare ??= blank(this.code, this.found.contents);
    return this.#bare;
  }

  get program(): ESTree.Program {
    return this.#parsed.program;
  }

  get statements(): ESTree.Program['body'] {
    return this.#parsed.program.body;
  }

  get found(): Found {
    this.#found ??= find(this.#parsed.program);
    return this.#found;
  }
}

const parsed = new Map<SourceFile, Syntax>();

export function syntaxOf(file: SourceFile): Syntax {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const fresh = new Syntax(file);
  parsed.set(file, fresh);
  return fresh;
}

function find(program: ESTree.Program): Found {
  const found: Found = { texts: [], globs: [], typeImports: [], typeNames: [], titles: [], contents: [] };
  const tags = new Map<ESTree.TemplateLiteral, string | undefined>();
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') found.texts.push({ text: node.value });
      if (typeof node.value === 'string' || 'regex' in node) {
        found.contents.push({ start: node.start + 1, end: node.end - 1 });
      }
    },
    JSXText: ({ start, end }) => void found.contents.push({ start, end }),
    TaggedTemplateExpression: ({ tag, quasi }) =>
      void tags.set(quasi, tag.type === 'Identifier' ? tag.name : undefined),
    TemplateLiteral(node) {
      found.texts.push({ text: node.quasis.map(({ value }) => value.raw).join('${}'), tag: tags.get(node) });
      found.contents.push(...node.quasis);
    },
    CallExpression(node) {
      if (isGlob(node.callee)) found.globs.push(...stringsOf(node.arguments[0]));
      const [title] = node.arguments;
      if (title?.type === 'Literal' && /^(?:test|it)$/.test(firstName(node.callee) ?? '')) {
        found.titles.push(...stringsOf(title));
      }
    },
    TSImportType: ({ source }) => void found.typeImports.push(source.value),
    TSInterfaceDeclaration: ({ id }) => void found.typeNames.push(id.name),
    TSTypeAliasDeclaration: ({ id }) => void found.typeNames.push(id.name),
    TSEnumDeclaration: ({ id }) => void found.typeNames.push(id.name),
    ClassDeclaration: ({ id }) => void (id && found.typeNames.push(id.name)),
  }).visit(program);
  return found;
}

/** `test` in `test.each(…)(…)`. */
function firstName(callee: ESTree.Expression | ESTree.Super): string | undefined {
  if (callee.type === 'MemberExpression') return firstName(callee.object);
  if (callee.type === 'CallExpression') return firstName(callee.callee);
  return callee.type === 'Identifier' ? callee.name : undefined;
}

function isGlob(callee: ESTree.Expression): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'MetaProperty' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'glob'
  );
}

function stringsOf(argument: ESTree.Argument | ESTree.ArrayExpressionElement | undefined): string[] {
  if (argument?.type === 'ArrayExpression') return argument.elements.flatMap(stringsOf);
  return argument?.type === 'Literal' && typeof argument.value === 'string' ? [argument.value] : [];
}

function blank(text: string, spans: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return result + text.slice(at);
}
