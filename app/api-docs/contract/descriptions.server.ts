import type { FieldMeaning, ObjectMeaning } from '#lib/calls/meanings.server.ts';

import { mapSchemas } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

/** A named object with what its fields mean. @throws Error for the meaning of a field that it has not */
export function describeFields(schema: JsonSchema, { about, fields }: ObjectMeaning): JsonSchema {
  return { ...describeMembers(schema, fields), description: about };
}

function describeMembers(schema: JsonSchema, fields: ObjectMeaning['fields']): JsonSchema {
  const { properties = {}, additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const described = Object.entries(fields).map(([name, meaning]) => {
    const member = properties[name] ?? others;
    if (member === undefined) throw new Error(`there is no ${name} to describe`);
    return [name, describeMember(member, meaning)];
  });
  return { ...schema, properties: { ...properties, ...Object.fromEntries(described) } };
}

function describeMember(schema: JsonSchema, meaning: FieldMeaning): JsonSchema {
  const { about, unit, of } = meaning;
  const description = unit === undefined ? about : `${about} Unit: ${unit}.`;
  const within = of === undefined ? schema : describeWithin(schema, of);
  return { ...within, description, ...('sample' in meaning && { examples: [meaning.sample] }) };
}

/** In the object itself, in those of a list, or in what else may stand there than null. */
function describeWithin(schema: JsonSchema, fields: ObjectMeaning['fields']): JsonSchema {
  if (schema.type === 'object') return describeMembers(schema, fields);
  return mapSchemas(schema, (part) => (part.type === 'null' ? part : describeWithin(part, fields)));
}
