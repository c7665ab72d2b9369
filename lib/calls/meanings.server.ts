import * as z from 'zod/mini';

/** What a field of an answer is, for the docs. */
export interface FieldMeaning {
  readonly about: string;
  /** Of a number: seconds, bytes, or what it counts. */
  readonly unit?: string;
  /** A plausible value, where no other field of its own has one. */
  readonly sample?: unknown;
  /** Of the members of an object that has no name of its own, or of the known keys of a record. */
  readonly of?: FieldMeanings;
}

export type FieldMeanings = Readonly<Record<string, FieldMeaning>>;

/** An object of answers that has a name in the docs, in OpenAPI and in types. */
export interface ObjectMeaning {
  readonly name: string;
  readonly about: string;
  readonly fields: FieldMeanings;
}

/** What a noun’s calls take and answer, in words: on the server alone, because browsers load contracts. */
export interface Meanings {
  /** By `call.id name` for one call, or by `noun name` for all of the noun, as ids of calls begin. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly objects?: readonly ObjectMeaning[];
}

/** Gives the schema its name; a field without a meaning is an error of types. */
export function describeObject<Shape extends z.core.$ZodShape>(
  name: string,
  about: string,
  schema: z.ZodMiniObject<Shape, z.core.$ZodObjectConfig>,
  fields: { readonly [Name in keyof Shape]: FieldMeaning },
): ObjectMeaning {
  z.globalRegistry.add(schema, { id: name });
  return { name, about, fields };
}
