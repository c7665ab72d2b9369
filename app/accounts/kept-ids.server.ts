import type { $ZodType, $ZodTypes } from 'zod/v4/core';

import type { SiteAnswer } from '#app/current/answer.server.ts';

import { findKeptIds } from './merged-ids.server.ts';

/** What calls name people by, wherever in their contracts. */
const NAMES: ReadonlySet<string> = new Set(['userId', 'userIds', 'collaborators']);
/** Entries of the audit stay under the code that they were written with. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['audit.findDeeds']);

/** The same call, which takes the Lookup Codes of merged accounts for those of the accounts that were kept. */
export function withKeptIds(answer: SiteAnswer): SiteAnswer {
  const { id, params, query, body } = answer.call;
  const schemas = { params, query, body: typeof body === 'object' ? body.json : undefined };
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema: $ZodType | undefined = schemas[part];
    return schema !== undefined && hasNames(schema) ? [{ part, schema }] : [];
  });
  if (parts.length === 0 || AS_WRITTEN.has(id)) return answer;
  return {
    ...answer,
    run: async (current, input) => {
      const named = new Set<string>();
      const note = (userId: string) => {
        named.add(userId);
        return userId;
      };
      for (const { part, schema } of parts) changeIds(schema, input[part], note);
      if (named.size === 0) return answer.run(current, input);
      const kept = await findKeptIds(current, named);
      if (kept.size === 0) return answer.run(current, input);
      const changed = parts.map(({ part, schema }) => [
        part,
        changeIds(schema, input[part], (userId) => kept.get(userId) ?? userId),
      ]);
      return answer.run(current, { ...input, ...Object.fromEntries(changed) });
    },
  };
}

type IdChange = (userId: string) => string;

function hasNames(schema: $ZodType): boolean {
  const { def } = (schema as $ZodTypes)._zod;
  return (
    (def.type === 'object' && Object.keys(def.shape).some((name) => NAMES.has(name))) ||
    partsOf(schema).some((part) => hasNames(part))
  );
}

function partsOf(schema: $ZodType): readonly $ZodType[] {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'record':
      return [def.valueType];
    case 'union':
      return def.options;
    case 'pipe':
      return [def.in];
    case 'optional':
    case 'nullable':
    case 'default':
      return [def.innerType];
    default:
      return [];
  }
}

/** A copy of what a schema has parsed, with other ids in it. */
function changeIds(schema: $ZodType, value: unknown, change: IdChange): unknown {
  const { def } = (schema as $ZodTypes)._zod;
  if (value === undefined || value === null) return value;
  if (def.type === 'object') {
    if (typeof value !== 'object' || Array.isArray(value)) return value;
    const known = Object.entries(value).map(([name, member]: [string, unknown]) => {
      const part = def.shape[name];
      if (NAMES.has(name) && part !== undefined) return [name, changeNamed(member, change)];
      return [name, part === undefined ? member : changeIds(part, member, change)];
    });
    return { ...value, ...Object.fromEntries(known) };
  }
  const [part] = partsOf(schema);
  if (part === undefined) return value;
  if (def.type === 'array') return (value as unknown[]).map((member) => changeIds(part, member, change));
  if (def.type === 'record') {
    const members = Object.entries(value).map(([name, member]) => [name, changeIds(part, member, change)]);
    return Object.fromEntries(members);
  }
  return partsOf(schema).reduce<unknown>((changed, one) => changeIds(one, changed, change), value);
}

function changeNamed(value: unknown, change: IdChange): unknown {
  if (typeof value === 'string') return change(value);
  return Array.isArray(value) ? [...new Set(value.map((userId) => change(String(userId))))] : value;
}
