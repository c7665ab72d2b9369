import * as z from 'zod/mini';

export const UnlicensedPage = z.object({ address: z.string(), game: z.nullable(z.string()) });
export type UnlicensedPage = z.output<typeof UnlicensedPage>;
