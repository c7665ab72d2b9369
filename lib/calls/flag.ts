import * as z from 'zod/mini';

/** A query parameter that is `true` or `false`. */
export const Flag = z.pipe(
  z.enum(['true', 'false'], 'true or false'),
  z.transform((value) => value === 'true'),
);
