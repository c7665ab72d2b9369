import { MAX_NAME_LENGTH, tidyKeyName } from '../key.ts';
import { isPermission } from '../permissions.ts';
import type { PermissionId } from '../permissions.ts';

/** How many unknown permissions are listed. */
const MAX_UNKNOWN = 8;

/** The key that a tool requests by a link to the account page. It only fills in the form. */
export interface KeyRequest {
  readonly isAsked: boolean;
  readonly name: string;
  readonly permissions: readonly PermissionId[];
  /** Requested permissions that do not exist. */
  readonly unknown: readonly string[];
}

/** Reads `?delegationPermissions=a,b&delegationKeyName=x`. */
export function readKeyRequest(search: URLSearchParams): KeyRequest {
  const requested = search.get('delegationPermissions') ?? '';
  const name = tidyKeyName(search.get('delegationKeyName') ?? '').slice(0, MAX_NAME_LENGTH);
  const ids = [...new Set(requested.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  const unknown = ids.filter((id) => !isPermission(id)).map((id) => id.slice(0, 64));
  return {
    isAsked: name !== '' || ids.length > 0,
    name,
    permissions: ids.filter(isPermission),
    unknown: unknown.slice(0, MAX_UNKNOWN),
  };
}

/** The address of the form with the request filled in. */
export function keyRequestPath({ isAsked, name, permissions }: KeyRequest): string {
  const search = new URLSearchParams({ delegationPermissions: permissions.join(','), delegationKeyName: name });
  return `/account${isAsked ? `?${search}` : ''}#keys`;
}
