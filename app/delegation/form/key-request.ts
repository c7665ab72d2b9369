import { MAX_NAME_LENGTH, tidyKeyName } from '../key.ts';
import { isPermission } from '../permissions.ts';
import type { PermissionId } from '../permissions.ts';

/** Of what is asked for and not known, so much is told. */
const MOST_UNKNOWN = 8;

/** The key that a tool asks for by a link to the account page. It fills in a form and does nothing else. */
export interface KeyRequest {
  readonly isAsked: boolean;
  readonly name: string;
  readonly permissions: readonly PermissionId[];
  /** What it asked for and nobody can give. */
  readonly unknown: readonly string[];
}

/** Reads `?delegationPermissions=a,b&delegationKeyName=x`. */
export function readKeyRequest(search: URLSearchParams): KeyRequest {
  const wanted = search.get('delegationPermissions') ?? '';
  const name = tidyKeyName(search.get('delegationKeyName') ?? '').slice(0, MAX_NAME_LENGTH);
  const ids = [...new Set(wanted.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  const unknown = ids.filter((id) => !isPermission(id)).map((id) => id.slice(0, 64));
  return {
    isAsked: name !== '' || ids.length > 0,
    name,
    permissions: ids.filter(isPermission),
    unknown: unknown.slice(0, MOST_UNKNOWN),
  };
}

/** The address of the form with the same filled in. */
export function keyRequestPath({ isAsked, name, permissions }: KeyRequest): string {
  const search = new URLSearchParams({ delegationPermissions: permissions.join(','), delegationKeyName: name });
  return `/account${isAsked ? `?${search}` : ''}#keys`;
}
