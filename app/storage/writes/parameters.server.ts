import { parseJson } from '#lib/calls/body.server.ts';
import { Problem } from '#lib/problem.ts';

import { ItemParameters, MAX_PARAMETERS_BYTES } from '../item.ts';
import { invalidMetadata } from '../problems.ts';

/**
 * Reads `Rumpus-Item-Parameters`: percent-encoded JSON of at most 6 KB.
 * @throws Problem 400 'Invalid metadata'
 */
export function readParameters(header: string | undefined): ItemParameters {
  if (header === undefined) return {};
  if (header.length > MAX_PARAMETERS_BYTES) throw new Problem(invalidMetadata, { fields: { header: 'at most 6 KB' } });
  const result = ItemParameters.safeParse(parseJson(decodeParameters(header), invalidMetadata));
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => [issue.path.join('.') || 'header', issue.message] as const);
  throw new Problem(invalidMetadata, { fields: Object.fromEntries(fields) });
}

function decodeParameters(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    throw new Problem(invalidMetadata);
  }
}
