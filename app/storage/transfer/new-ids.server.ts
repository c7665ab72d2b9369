import { hash } from 'node:crypto';

/**
 * The id that a copy of an item gets in a crate: of the same time, and the same each time it is asked for, so that a copy
 * can be gone on with. A UUID of version 8 (RFC 9562).
 */
export function copyIdOf(crateId: string, itemId: string): string {
  const rest = hash('sha256', `${crateId}/${itemId}`, 'hex');
  const variant = ((Number.parseInt(rest[3] ?? '0', 16) & 3) | 8).toString(16);
  return `${itemId.slice(0, 14)}8${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`;
}
