import { Visitor } from 'vite';
import type { ESTree } from 'vite';

import { productCode } from './source.ts';
import type { SourceFile } from './source.ts';
import { syntaxOf } from './syntax.ts';

/** What React makes of a child: a text that stays or may change, an element, and whether it may come and go. */
interface ChildTraits {
  readonly fixed?: boolean;
  readonly text?: boolean;
  readonly element?: boolean;
  readonly comes?: boolean;
}

type Parent = ESTree.JSXElement | ESTree.JSXFragment;
type Child = ESTree.JSXChild;

/** Texts of these are no nodes that a translator moves, or there is no React behind them. */
const UNTOUCHED = new Set(['option', 'title', 'style', 'script', 'textarea']);
const ON_SERVER = /\.(?:mail|server)\.tsx$|^app\/mail\//;
/** What holds words rather than blocks. */
const WORDY =
  /^(?:a|b|button|code|dd|dt|em|h[1-6]|label|legend|p|small|span|strong|summary|th|Badge|Button|Link|SiteLink|Submit)$/;
/** What is said to be a node, or to make one. */
const TYPED = /(\w+)\??: (?:[^;=\n{}]|=>)*?\bReact(?:Node|Element)\b/g;
const MAKES_NODES = /<[A-Za-z>]|\bReactNode\b|\bcreateElement\b/;

/**
 * A browser that translates a page puts elements of its own in the place of texts, and React then misses those that it
 * changes, removes or puts something before. A text that is all that an element has is set anew with the element.
 */
export function textsHaveElements(files: SourceFile[]): string[] {
  const screens = productCode(files).filter(({ path }) => path.endsWith('.tsx') && !ON_SERVER.test(path));
  const parsed = screens.map((file) => new ScreenFile(file));
  const worded = new Set(parsed.flatMap((file) => file.wordedProps()));
  return parsed.flatMap((file) => file.violations(worded));
}

class ScreenFile {
  readonly #file: SourceFile;
  readonly #parents: { parent: Parent; component: string }[] = [];
  readonly #values = new Map<string, ESTree.Expression>();
  readonly #functions = new Map<string, string>();
  readonly #nodeNames: Set<string>;

  constructor(file: SourceFile) {
    this.#file = file;
    const { text } = file;
    this.#nodeNames = new Set([...text.matchAll(TYPED)].map(([, name = '']) => name));
    const components: string[] = [];
    const enter = (name: string | undefined) => void components.push(name ?? components.at(-1) ?? '');
    const leave = () => void components.pop();
    new Visitor({
      FunctionDeclaration: (node) => {
        if (node.id !== null) this.#functions.set(node.id.name, text.slice(node.start, node.end));
        enter(node.id?.name);
      },
      'FunctionDeclaration:exit': leave,
      VariableDeclarator: ({ id, init }) => {
        if (id.type !== 'Identifier' || init === null) return;
        if (init.type === 'ArrowFunctionExpression') this.#functions.set(id.name, text.slice(init.start, init.end));
        else this.#values.set(id.name, init);
      },
      JSXElement: (parent) => void this.#parents.push({ parent, component: components.at(-1) ?? '' }),
      JSXFragment: (parent) => void this.#parents.push({ parent, component: components.at(-1) ?? '' }),
    }).visit(syntaxOf(file).program);
  }

  /** Which parts of components are given texts somewhere, as `Notice children`, with the file when it is its own. */
  wordedProps(): string[] {
    return this.#parents.flatMap(({ parent }) => {
      const name = this.#functions.has(nameOf(parent)) ? `${this.#file.path} ${nameOf(parent)}` : nameOf(parent);
      const own = parent.children.some((child) => isWords(child)) ? [`${name} children`] : [];
      if (parent.type === 'JSXFragment') return own;
      const given = parent.openingElement.attributes.flatMap((attribute) => {
        if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') return [];
        return attribute.value !== null && isWords(attribute.value) ? [`${name} ${attribute.name.name}`] : [];
      });
      return [...own, ...given];
    });
  }

  violations(worded: ReadonlySet<string>): string[] {
    const { path, text } = this.#file;
    return this.#parents.flatMap(({ parent, component }) => {
      if (UNTOUCHED.has(nameOf(parent))) return [];
      const isOffered = new RegExp(`export (?:default )?function ${component}\\b`).test(text);
      const isWorded = (prop: string) =>
        worded.has(`${path} ${component} ${prop}`) || (isOffered && worded.has(`${component} ${prop}`));
      const bare = this.#bareTextOf(parent, isWorded);
      if (bare === undefined) return [];
      const line = text.slice(0, bare.start).split('\n').length;
      const words = text.slice(bare.start, bare.end).replaceAll(/\s+/g, ' ').slice(0, 60);
      return [`${path}:${line}: the text “${words}” wants an element of its own`];
    });
  }

  #bareTextOf(parent: Parent, isWorded: (prop: string) => boolean): Child | undefined {
    const children = this.#childrenOf(parent, isWorded);
    const isAlone = parent.type === 'JSXElement' && children.length === 1;
    let mayGrow = parent.type === 'JSXFragment';
    for (const { child, traits } of children) {
      if ((traits.text && !isAlone) || (traits.fixed && mayGrow)) return child;
      if (traits.comes) mayGrow = true;
      else if (traits.element) mayGrow = parent.type === 'JSXFragment';
    }
    return undefined;
  }

  #childrenOf(parent: Parent, isWorded: (prop: string) => boolean = () => false) {
    const isWordy = WORDY.test(nameOf(parent));
    const isText = (prop: string) => isWorded(prop) || (isWordy && prop !== 'children');
    return parent.children
      .map((child) => ({ child, traits: this.#traitsOfChild(child, isText) }))
      .filter(({ traits }) => Object.values(traits).some(Boolean));
  }

  #traitsOfChild(child: Child, isText: (prop: string) => boolean): ChildTraits {
    if (child.type === 'JSXText') return /\S/.test(child.value) || !child.value.includes('\n') ? { fixed: true } : {};
    if (child.type === 'JSXExpressionContainer') return this.#traitsOf(child.expression, isText);
    return { element: true };
  }

  #traitsOf(node: ESTree.Node, isText: (prop: string) => boolean = () => false): ChildTraits {
    const of = (one: ESTree.Node) => this.#traitsOf(one, isText);
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' || typeof node.value === 'number' ? { fixed: node.value !== '' } : {};
      case 'TemplateLiteral':
        return node.expressions.length === 0 ? { fixed: true } : { text: true };
      case 'ConditionalExpression':
        return choice(of(node.consequent), of(node.alternate));
      case 'LogicalExpression':
        return node.operator === '&&' ? choice(of(node.right), {}) : choice(of(node.left), of(node.right));
      case 'CallExpression':
        return this.#traitsOfCall(node, isText);
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return of(node.expression);
      case 'Identifier':
      case 'MemberExpression':
        return this.#traitsOfName(node, isText);
      case 'BinaryExpression':
        return { text: true };
      case 'JSXEmptyExpression':
      case 'ArrowFunctionExpression':
        return {};
      default:
        return { element: true };
    }
  }

  #traitsOfName(node: ESTree.Node, isText: (prop: string) => boolean): ChildTraits {
    const name = lastName(node);
    if (name === 'undefined') return {};
    if (name === 'children' || this.#nodeNames.has(name)) {
      return isText(name) ? { text: true, comes: true } : { element: true, comes: true };
    }
    const value = node.type === 'Identifier' ? this.#values.get(name) : undefined;
    if (value === undefined || value === node) return { text: true };
    const { fixed, ...traits } = this.#traitsOf(value, isText);
    // Of what was looked up by another name nothing is known but that it is no element.
    return fixed || !Object.values(traits).some(Boolean) ? { text: true } : traits;
  }

  #traitsOfCall(node: ESTree.CallExpression, isText: (prop: string) => boolean): ChildTraits {
    const name = lastName(node.callee);
    const first = node.arguments[name === 'from' ? 1 : 0];
    if (name === 'map' || name === 'flatMap' || name === 'from') {
      const made = first === undefined ? {} : this.#traitsOfResult(first, isText);
      return { ...choice(made, made), comes: true };
    }
    // It gives each of its texts an element.
    if (name === 'richText' || name === 'createElement') return { element: true };
    const own = this.#functions.get(name);
    if (own !== undefined) return MAKES_NODES.test(own) ? { element: true, comes: true } : { text: true };
    return this.#nodeNames.has(name) ? { element: true, comes: true } : { text: true };
  }

  #traitsOfResult(callback: ESTree.Node, isText: (prop: string) => boolean): ChildTraits {
    if (callback.type !== 'ArrowFunctionExpression') return { element: true };
    return callback.body.type === 'BlockStatement' ? { element: true } : this.#traitsOf(callback.body, isText);
  }
}

/** Of what is only passed on nothing is known. */
function isWords(node: ESTree.Node): boolean {
  if (node.type === 'JSXExpressionContainer') return isWords(node.expression);
  if (node.type === 'ConditionalExpression') return isWords(node.consequent) || isWords(node.alternate);
  if (node.type === 'CallExpression') return /^text$|Text$/.test(lastName(node.callee));
  return node.type === 'JSXText' ? /\S/.test(node.value) : node.type.endsWith('Literal');
}

/** One of both, now this and then that. */
function choice(one: ChildTraits, other: ChildTraits): ChildTraits {
  const isText = one.text || one.fixed || other.text || other.fixed || false;
  const element = one.element || other.element || false;
  const isMissing = [one, other].some((traits) => !Object.values(traits).some(Boolean));
  return { text: isText, element, comes: element || isMissing || one.comes || other.comes || false };
}

function nameOf(parent: Parent): string {
  if (parent.type === 'JSXFragment') return '';
  const { name } = parent.openingElement;
  return name.type === 'JSXIdentifier' ? name.name : '';
}

/** `b` of `a.b`. */
function lastName(node: ESTree.Node): string {
  if (node.type === 'ChainExpression') return lastName(node.expression);
  if (node.type === 'MemberExpression') return node.property.type === 'Identifier' ? node.property.name : '';
  return node.type === 'Identifier' ? node.name : '';
}
