export interface JsonSchema {
  /** Another schema of the same document, beside which only words stand. */
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** As a type of TypeScript. @param indent how deep it stands, before which each member has its words if `hasWords` */
export function typeText(schema: JsonSchema, indent = '', hasWords = false): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return unique(choices.map((choice) => typeText(choice, indent, hasWords))).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => typeText(part, indent, hasWords)).join(' & ');
  if (Array.isArray(schema.type))
    return unique(schema.type.map((type: string) => typeText({ ...schema, type }, indent, hasWords))).join(' | ');
  if (schema.type === 'array') return arrayText(schema.items ?? {}, indent, hasWords);
  if (schema.type === 'object') return objectText(schema, indent, hasWords);
  return NAMES[String(schema.type)] ?? 'unknown';
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function arrayText(items: JsonSchema, indent: string, hasWords: boolean): string {
  const text = typeText(items, indent, hasWords);
  const isUnion = [items.anyOf, items.oneOf, items.allOf, items.enum].some((list) => (list?.length ?? 0) > 1);
  return isUnion || Array.isArray(items.type) ? `(${text})[]` : `${text}[]`;
}

function objectText(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  indent: string,
  hasWords: boolean,
): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const isSaid = hasWords && schema.description !== undefined;
    const words = isSaid ? `${inner}/** ${schema.description?.replaceAll('*/', String.raw`*\/`)} */\n` : '';
    return `${words}${inner}${keyText(name)}${required.includes(name) ? '' : '?'}: ${typeText(schema, inner, hasWords)};`;
  });
  const others = typeof additionalProperties === 'object' ? typeText(additionalProperties, indent) : 'unknown';
  if (members.length === 0) return `Record<string, ${others}>`;
  return `{\n${members.join('\n')}\n${indent}}`;
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** What a value may be beyond its type, in words; empty when anything goes. */
export function describeLimits(schema: JsonSchema): string {
  const { format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const choices = (schema.anyOf ?? []).map(describeLimits).filter((text) => text !== '');
  const parts = [
    format === undefined ? undefined : FORMATS[format],
    between(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    between(minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' entries'),
    // The pattern of a format says no more than its name.
    pattern !== undefined && format === undefined ? `matches ${pattern}` : undefined,
    ...choices,
    schema.default === undefined ? undefined : `${JSON.stringify(schema.default)} unless told`,
  ];
  return unique(parts.filter((part) => part !== undefined)).join(', ');
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a moment such as 2026-11-20T08:00:00Z',
  uuid: 'a UUID',
  uri: 'an address',
};

function between(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined || (unit !== '' && least === 0)) return `at most ${most}${unit}`;
  return most === undefined ? `from ${least}${unit}` : `${least} to ${most}${unit}`;
}

/** Named schemas. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** Of the address of a schema in its document. */
function nameOf($ref: string): string {
  return $ref.replace('#/components/schemas/', '');
}

/** With all named schemas in it in their places; the words about a member are those of the member. */
export function inline(schema: JsonSchema, components: Components): JsonSchema {
  const { $ref, ...own } = schema;
  if ($ref !== undefined) return { ...inline(components[nameOf($ref)] ?? {}, components), ...own };
  return mapSchemas(schema, (part) => inline(part, components));
}

/** The names of the schemas in it, and in those, each once. */
export function listNames(schema: JsonSchema, components: Components): string[] {
  const { $ref } = schema;
  if ($ref !== undefined) return unique([nameOf($ref), ...listNames(components[nameOf($ref)] ?? {}, components)]);
  return unique(listParts(schema).flatMap((part) => listNames(part, components)));
}

/** The same with each schema that stands directly in it changed. */
export function mapSchemas(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const { anyOf, oneOf, allOf, items, properties, additionalProperties } = schema;
  return {
    ...schema,
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(oneOf && { oneOf: oneOf.map(change) }),
    ...(allOf && { allOf: allOf.map(change) }),
    ...(items && { items: change(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(part)])),
    }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: change(additionalProperties) }),
  };
}

export function listParts(schema: JsonSchema): JsonSchema[] {
  const parts: JsonSchema[] = [];
  mapSchemas(schema, (part) => (parts.push(part), part));
  return parts;
}

/** A value as the contract allows it. @param samples by the name of a member, which say more than `string` */
export function makeSample(schema: JsonSchema, samples: Readonly<Record<string, unknown>>, name = ''): unknown {
  if (schema.examples) return schema.examples[0];
  const sample = samples[name];
  if (sample !== undefined && fits(schema, sample)) return sample;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return makeSample(choice, samples, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => makeSample(part, samples, name) as object));
  const type = Array.isArray(schema.type) ? String(schema.type[0]) : schema.type;
  if (type === 'array') return [makeSample(schema.items ?? {}, samples, singular(name))];
  if (type === 'object') return sampleObject(schema, samples, name);
  if (type === 'string') return sampleText(schema);
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 0);
  return type === 'boolean' ? true : null;
}

function sampleObject(
  { properties, required = [], additionalProperties }: JsonSchema,
  samples: Readonly<Record<string, unknown>>,
  name: string,
) {
  if (properties) {
    // What is only there where it is so is left out: no level is all of it.
    const shown = Object.entries(properties).filter(([key, schema]) => !('const' in schema) || required.includes(key));
    return Object.fromEntries(shown.map(([key, schema]) => [key, makeSample(schema, samples, key)]));
  }
  if (typeof additionalProperties !== 'object') return {};
  const key = samples[`${name}.key`];
  return { [typeof key === 'string' ? key : 'name']: makeSample(additionalProperties, samples, singular(name)) };
}

function sampleText({ format, minLength = 0 }: JsonSchema): string {
  if (format === 'date-time') return '2026-11-20T08:00:00.000Z';
  if (format === 'uuid') return '0193a5c0-7c1e-7a3f-9b2d-4f6e8a1c0d35';
  return 'text'.padEnd(minLength, '.');
}

function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => fits(choice, value));
  const isOneOf = schema.enum === undefined || schema.enum.includes(value);
  if (!isOneOf || 'const' in schema) return false;
  if (typeof value === 'string' && !isText(schema, value)) return false;
  const types = [schema.type ?? []].flat();
  return types.some((type) => type === detectType(value) || (type === 'integer' && Number.isInteger(value)));
}

function isText({ format, pattern, maxLength = Infinity }: JsonSchema, text: string): boolean {
  if (format !== undefined && !(FORMAT_PATTERNS[format]?.test(text) ?? false)) return false;
  return text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text));
}

const FORMAT_PATTERNS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
};

function detectType(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
