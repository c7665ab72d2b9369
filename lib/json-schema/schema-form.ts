import { boundPattern } from './pattern.ts';

/** Where something is wrong, and what should be there, in words that follow its name. */
export interface SchemaFault {
  readonly path: readonly (string | number)[];
  readonly words: string;
}

const MAX_SCHEMA_CHARACTERS = 65_536;
const MAX_SUBSCHEMAS = 1000;
const MAX_DEPTH = 32;
const MAX_VALUES = 1000;

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'] as const;

type Part = 'schema' | 'schemas' | 'schemasByName' | ((value: unknown, root: object) => string | undefined);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Of what repeats itself each look would cost more than it is counted for. */
const isSet = (values: readonly unknown[]) => new Set(values).size === values.length;
const count: Part = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'a whole number from 0 on';
const number: Part = (value) => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'a number');
const flag: Part = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const names: Part = (value) =>
  Array.isArray(value) && value.length <= MAX_VALUES && value.every((name) => typeof name === 'string') && isSet(value)
    ? undefined
    : `a list of at most ${MAX_VALUES} names, each once`;
const anything: Part = () => undefined;
const type: Part = (value) => {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  const areTypes = all.length > 0 && isSet(all) && all.every((one) => TYPES.some((known) => known === one));
  return areTypes ? undefined : `one of ${TYPES.join(', ')}, or a list of them, each once`;
};

/** The keywords of JSON Schema (draft 2020-12) that are understood; a schema with another one is refused. */
const KEYWORDS: Readonly<Record<string, Part>> = {
  $schema: anything,
  $comment: anything,
  title: anything,
  description: anything,
  default: anything,
  examples: anything,
  deprecated: anything,
  readOnly: anything,
  writeOnly: anything,
  format: anything,
  type,
  enum: (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES
      ? undefined
      : `a list of 1 to ${MAX_VALUES} values`,
  const: anything,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) =>
    typeof value === 'number' && value > 0 && Number.isFinite(value) ? undefined : 'a number above 0',
  minLength: count,
  maxLength: count,
  pattern: (value) => {
    const bound = typeof value === 'string' ? boundPattern(value) : 'a regular expression';
    return typeof bound === 'string' ? bound : undefined;
  },
  items: 'schema',
  prefixItems: 'schemas',
  contains: 'schema',
  minContains: count,
  maxContains: count,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  properties: 'schemasByName',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  required: names,
  minProperties: count,
  maxProperties: count,
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  if: 'schema',
  else: 'schema',
  $defs: 'schemasByName',
  $ref: (value, root) =>
    typeof value === 'string' && findDefinition(root, value) !== undefined
      ? undefined
      : '# or #/$defs/ and a name that is there',
};

/** Beside them, because an object that has `then` looks like a promise. */
const THEN = 'then';

/** A schema within the schema itself: nothing is fetched. */
export function findDefinition(root: object, reference: string): unknown {
  if (reference === '#') return root;
  const name = /^#\/\$defs\/([^/~%]+)$/.exec(reference)?.[1];
  const definitions: unknown = Object.hasOwn(root, '$defs') ? Reflect.get(root, '$defs') : undefined;
  if (name === undefined || !isObject(definitions) || !Object.hasOwn(definitions, name)) return undefined;
  return definitions[name];
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, one]) => name.isWellFormed() && isWellFormed(one));
}

/** What keeps this from being a schema that may be trusted with anybody's data. */
export function findSchemaFault(schema: unknown): SchemaFault | undefined {
  if (!isObject(schema)) return { path: [], words: 'a JSON Schema, which is an object' };
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS)
    return { path: [], words: `a schema of at most ${MAX_SCHEMA_CHARACTERS} characters` };
  if (!isWellFormed(schema)) return { path: [], words: 'text without half of a character' };
  const root = schema;
  let remaining = MAX_SUBSCHEMAS;
  const check = (value: unknown, path: readonly (string | number)[], depth: number): SchemaFault | undefined => {
    remaining -= 1;
    if (remaining < 0 || depth > MAX_DEPTH)
      return { path, words: `a schema of at most ${MAX_SUBSCHEMAS} parts, ${MAX_DEPTH} deep` };
    if (typeof value === 'boolean') return undefined;
    if (!isObject(value)) return { path, words: 'a JSON Schema' };
    for (const [keyword, part] of Object.entries(value)) {
      const here = [...path, keyword];
      const fault = checkPart(keyword, part, here, depth);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  const checkPart = (keyword: string, part: unknown, here: readonly (string | number)[], depth: number) => {
    const form = keyword === THEN ? 'schema' : Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    if (form === undefined) return { path: here, words: 'a keyword that is understood here' };
    if (typeof form === 'function') {
      const words = form(part, root);
      return words === undefined ? undefined : { path: here, words };
    }
    if (form === 'schema') return check(part, here, depth + 1);
    const isListed = form === 'schemas';
    if (isListed ? !Array.isArray(part) || part.length === 0 : !isObject(part))
      return { path: here, words: isListed ? 'a list of schemas' : 'an object of schemas' };
    for (const [name, one] of Object.entries(part as object) as [string, unknown][]) {
      const fault = check(one, [...here, isListed ? Number(name) : name], depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  return check(schema, [], 0);
}
