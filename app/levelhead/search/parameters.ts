import * as z from 'zod/mini';

import { clampedLimit } from '#lib/calls/page.ts';

const MAX_IDS = 128;

/** Tools of years ago ask for whatever they like. */
export function makeLimitSchema(byDefault: number) {
  return clampedLimit(128, byDefault);
}

/** Told as a choice of these, but whatever a tool of years ago sorts by is taken. With a leading `-` it is ascending. */
export function makeSortSchema(fields: readonly string[]) {
  return z.optional(z.string().check(z.meta({ enum: fields.flatMap((field) => [field, `-${field}`]) })));
}

const NUMBER = 'a number';
export const Amount = z.coerce.number(NUMBER).check(z.refine((value) => Number.isFinite(value), NUMBER));

/** Whatever `new Date()` of JavaScript reads; a `+` that was not percent-encoded comes as a space. */
export const When = z.pipe(
  z.string(),
  z.transform((value: string, context): Date => {
    const text = value.replace(/(GMT|T[\d:.]+) (\d\d:?\d\d)/, '$1+$2');
    const date = new Date(text);
    const year = date.getUTCFullYear();
    if (year >= 1 && year <= 9999) return date;
    context.issues.push({ code: 'custom', message: 'a date', input: value });
    return z.NEVER;
  }),
);

/** Separated by commas; empty ones between them do not count. */
export function makeListSchema(what: string, isMember: (text: string) => boolean, most = MAX_IDS) {
  const sentence = `at most ${most} ${what} separated by commas`;
  return z.pipe(
    z.string(),
    z.transform((value: string, context): string[] => {
      const members = [...new Set(value.split(',').map((member) => member.trim()))].filter((member) => member !== '');
      if (members.length <= most && members.every(isMember)) return members;
      context.issues.push({ code: 'custom', message: sentence, input: value });
      return z.NEVER;
    }),
  );
}

export const UserIds = makeListSchema('ids of users', (id) => id === '@me' || /^[A-Za-z0-9]{1,32}$/.test(id));
export const LevelIds = makeListSchema('ids of levels', (id) => /^[A-Za-z0-9]{1,32}$/.test(id));

/** The `_id` of a row before which, or after which, a page starts; or its UUID. */
export const RowId = z.string().check(
  z.overwrite((id) => id.toLowerCase()),
  z.regex(/^(?:[0-9a-f]{24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, 'the _id of an entry'),
);

type Bounds<Name extends string, Schema extends z.ZodMiniType> = Record<
  `min${Name}` | `max${Name}`,
  z.ZodMiniOptional<Schema>
>;

/** `minPlayTime` and `maxPlayTime` for `PlayTime`, both inclusive. */
export function makeBoundSchemas<Name extends string, Schema extends z.ZodMiniType>(
  names: readonly Name[],
  schema: Schema,
): Bounds<Name, Schema> {
  const entries = names.flatMap((name) => [`min${name}`, `max${name}`]).map((key) => [key, z.optional(schema)]);
  return Object.fromEntries(entries) as Bounds<Name, Schema>;
}
