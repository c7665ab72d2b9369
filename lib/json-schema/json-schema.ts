import { boundPattern } from './pattern.ts';
import type { BoundedPattern } from './pattern.ts';
import { findDefinition } from './schema-form.ts';
import type { SchemaFault } from './schema-form.ts';

type Schema = boolean | Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** What a check may come to; a step is about as much as looking at one value. */
const MAX_STEPS = 500_000;
const MAX_DEPTH = 64;
/** Of a name in a path. */
const MAX_NAME = 64;

class TooMuch extends Error {}

/** A schema that `findSchemaFault` finds no fault with. Checks take a bounded time, whatever the schema and the value. */
export class ValueSchema {
  static readonly #compiled = new WeakMap<object, ValueSchema>();

  /** The same for the same object. */
  static of(schema: Readonly<Record<string, unknown>>): ValueSchema {
    const known = ValueSchema.#compiled.get(schema) ?? new ValueSchema(schema);
    ValueSchema.#compiled.set(schema, known);
    return known;
  }

  readonly #root: Schema & object;
  readonly #patterns = new Map<string, BoundedPattern>();
  readonly #choices = new WeakMap<object, ReadonlySet<string>>();

  constructor(schema: Readonly<Record<string, unknown>>) {
    this.#root = schema;
  }

  /** @param value of `JSON.parse` @returns the first fault */
  findFault(value: unknown): SchemaFault | undefined {
    try {
      return new SchemaCheck(this.#root, this.#patterns, this.#choices).run(this.#root, value, [], 0);
    } catch (error) {
      if (error instanceof TooMuch) return { path: [], words: 'less to check' };
      throw error;
    }
  }
}

class SchemaCheck {
  readonly #root: object;
  readonly #patterns: Map<string, BoundedPattern>;
  readonly #choices: WeakMap<object, ReadonlySet<string>>;
  #steps = MAX_STEPS;

  constructor(root: object, patterns: Map<string, BoundedPattern>, choices: WeakMap<object, ReadonlySet<string>>) {
    this.#root = root;
    this.#patterns = patterns;
    this.#choices = choices;
  }

  run(schema: Schema, value: unknown, path: Path, depth: number): SchemaFault | undefined {
    this.#spend(1);
    if (depth > MAX_DEPTH) throw new TooMuch();
    if (schema === true) return undefined;
    if (schema === false) return { path, words: 'left out' };
    const { $ref } = schema;
    if (typeof $ref === 'string') {
      const fault = this.run(findDefinition(this.#root, $ref) as Schema, value, path, depth + 1);
      if (fault !== undefined) return fault;
    }
    return (
      this.#checkValue(schema, value, path) ??
      this.#checkSize(schema, value, path) ??
      this.#checkParts(schema, value, path, depth) ??
      this.#checkCombined(schema, value, path, depth)
    );
  }

  #spend(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new TooMuch();
  }

  #checkValue(schema: Readonly<Record<string, unknown>>, value: unknown, path: Path): SchemaFault | undefined {
    const { type, const: only, enum: choices } = schema;
    if (type !== undefined) {
      const types = (Array.isArray(type) ? type : [type]) as string[];
      if (!types.some((one) => hasType(value, one))) return { path, words: types.map(nameType).join(' or ') };
    }
    if (Object.hasOwn(schema, 'const') && this.#write(value) !== this.#write(only)) {
      return { path, words: shorten(this.#write(only)) };
    }
    if (Array.isArray(choices) && !this.#choicesOf(choices).has(this.#write(value))) {
      return { path, words: `one of ${shorten(choices.map((one) => this.#write(one)).join(', '))}` };
    }
    return undefined;
  }

  #choicesOf(choices: readonly unknown[]): ReadonlySet<string> {
    const known = this.#choices.get(choices) ?? new Set(choices.map((one) => this.#write(one)));
    this.#choices.set(choices, known);
    return known;
  }

  #checkSize(schema: Readonly<Record<string, unknown>>, value: unknown, path: Path): SchemaFault | undefined {
    if (typeof value === 'number') return numberFault(schema, value, path);
    if (typeof value === 'string') return this.#textFault(schema, value, path);
    if (Array.isArray(value)) {
      const fault = countFault(value.length, schema['minItems'], schema['maxItems'], 'entries');
      if (fault !== undefined) return { path, words: fault };
      return schema['uniqueItems'] === true ? this.#uniqueFault(value, path) : undefined;
    }
    if (!isObject(value)) return undefined;
    const keys = Object.keys(value);
    this.#spend(keys.length);
    const fault = countFault(keys.length, schema['minProperties'], schema['maxProperties'], 'fields');
    if (fault !== undefined) return { path, words: fault };
    const missing = (schema['required'] as string[] | undefined)?.find((name) => !Object.hasOwn(value, name));
    return missing === undefined ? undefined : { path: [...path, missing], words: 'there' };
  }

  #textFault(schema: Readonly<Record<string, unknown>>, value: string, path: Path): SchemaFault | undefined {
    const { minLength, maxLength, pattern } = schema;
    if (minLength !== undefined || maxLength !== undefined) {
      this.#spend(Math.ceil(value.length / 64));
      const fault = countFault(countCharacters(value), minLength, maxLength, 'characters');
      if (fault !== undefined) return { path, words: fault };
    }
    if (typeof pattern !== 'string') return undefined;
    const { regex, cost } = this.#patternOf(pattern);
    this.#spend(Math.ceil((value.length + cost(value.length)) / 4));
    return regex.test(value) ? undefined : { path, words: `of the form ${pattern}` };
  }

  #patternOf(source: string): BoundedPattern {
    const known = this.#patterns.get(source);
    if (known !== undefined) return known;
    const bound = boundPattern(source);
    if (typeof bound === 'string') throw new Error(`unchecked schema: ${bound}`);
    this.#patterns.set(source, bound);
    return bound;
  }

  #uniqueFault(values: readonly unknown[], path: Path): SchemaFault | undefined {
    const seen = new Set<string>();
    for (const [at, value] of values.entries()) {
      const written = this.#write(value);
      if (seen.has(written)) return { path: [...path, at], words: 'another one than before' };
      seen.add(written);
    }
    return undefined;
  }

  #checkParts(
    schema: Readonly<Record<string, unknown>>,
    value: unknown,
    path: Path,
    depth: number,
  ): SchemaFault | undefined {
    if (Array.isArray(value)) return this.#checkEntries(schema, value, path, depth);
    return isObject(value) ? this.#checkFields(schema, value, path, depth) : undefined;
  }

  #checkEntries(
    schema: Readonly<Record<string, unknown>>,
    values: readonly unknown[],
    path: Path,
    depth: number,
  ): SchemaFault | undefined {
    const prefix = (schema['prefixItems'] ?? []) as Schema[];
    const others = schema['items'] as Schema | undefined;
    const looked = others === undefined ? values.slice(0, prefix.length) : values;
    for (const [at, value] of looked.entries()) {
      const of = at < prefix.length ? prefix[at] : others;
      const fault = of === undefined ? undefined : this.run(of, value, [...path, at], depth + 1);
      if (fault !== undefined) return fault;
    }
    const { contains, minContains = 1, maxContains } = schema;
    if (contains === undefined) return undefined;
    const held = values.filter((value) => this.run(contains as Schema, value, path, depth + 1) === undefined).length;
    const fault = countFault(held, minContains, maxContains, 'entries of one form');
    return fault === undefined ? undefined : { path, words: fault };
  }

  #checkFields(
    schema: Readonly<Record<string, unknown>>,
    value: Readonly<Record<string, unknown>>,
    path: Path,
    depth: number,
  ): SchemaFault | undefined {
    const named = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
    const { additionalProperties, propertyNames } = schema;
    if (schema['properties'] === undefined && additionalProperties === undefined && propertyNames === undefined) {
      return undefined;
    }
    for (const [name, one] of Object.entries(value)) {
      const here = [...path, shorten(name, MAX_NAME)];
      const unfit = propertyNames !== undefined && this.run(propertyNames as Schema, name, here, depth + 1);
      if (unfit) return { path: here, words: `a name that is ${unfit.words}` };
      const of = Object.hasOwn(named, name) ? named[name] : (additionalProperties as Schema | undefined);
      const fault = of === undefined ? undefined : this.run(of, one, here, depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #checkCombined(
    schema: Readonly<Record<string, unknown>>,
    value: unknown,
    path: Path,
    depth: number,
  ): SchemaFault | undefined {
    const fits = (one: unknown) => this.run(one as Schema, value, path, depth + 1) === undefined;
    for (const one of (schema['allOf'] ?? []) as Schema[]) {
      const fault = this.run(one, value, path, depth + 1);
      if (fault !== undefined) return fault;
    }
    if (Array.isArray(schema['anyOf']) && !schema['anyOf'].some(fits))
      return { path, words: 'of one of the forms of the schema' };
    if (Array.isArray(schema['oneOf']) && schema['oneOf'].filter(fits).length !== 1) {
      return { path, words: 'of exactly one of the forms of the schema' };
    }
    if (schema['not'] !== undefined && fits(schema['not'])) return { path, words: 'of another form' };
    if (schema['if'] === undefined) return undefined;
    const then = fits(schema['if']) ? schema['then'] : schema['else'];
    return then === undefined ? undefined : this.run(then as Schema, value, path, depth + 1);
  }

  /** The same for equal values, whatever the order of their fields. */
  #write(value: unknown, depth = 0): string {
    this.#spend(4);
    if (typeof value === 'string') this.#spend(Math.ceil(value.length / 64));
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
    if (depth > MAX_DEPTH) throw new TooMuch();
    if (Array.isArray(value)) return `[${value.map((one) => this.#write(one, depth + 1)).join(',')}]`;
    const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${this.#write(one, depth + 1)}`).join(',')}}`;
  }
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  number: 'a number',
  integer: 'a whole number',
  string: 'text',
};
const nameType = (type: string) => NAMES[type] ?? type;

function numberFault(schema: Readonly<Record<string, unknown>>, value: number, path: Path): SchemaFault | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const words =
    typeof minimum === 'number' && value < minimum
      ? `at least ${minimum}`
      : typeof maximum === 'number' && value > maximum
        ? `at most ${maximum}`
        : typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum
          ? `more than ${exclusiveMinimum}`
          : typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum
            ? `less than ${exclusiveMaximum}`
            : typeof multipleOf === 'number' && !isMultiple(value, multipleOf)
              ? `a multiple of ${multipleOf}`
              : undefined;
  return words === undefined ? undefined : { path, words };
}

/** 0.3 is a multiple of 0.1, although not to the last bit. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Number.isFinite(times) && Math.abs(times - Math.round(times)) <= Math.abs(times) * 1e-12;
}

function countFault(count: number, least: unknown, most: unknown, unit: string): string | undefined {
  if (typeof least === 'number' && count < least) return `at least ${least} ${unit}`;
  return typeof most === 'number' && count > most ? `at most ${most} ${unit}` : undefined;
}

/** A character outside of the first 65,536 is two units of a text. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) {
    const [first, second] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
    if (first >= 0xd800 && first < 0xdc00 && second >= 0xdc00 && second < 0xe000) count -= 1;
  }
  return count;
}

function shorten(text: string, most = 200): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
