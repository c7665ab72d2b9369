import { MAX_NAME_LENGTH, tidyKeyName } from '../key.ts';
import { isPermission } from '../permissions.ts';
import type { PermissionId } from '../permissions.ts';

const MAX_UNKNOWN = 8;

export interface KeyRequest {
  readonly isFilled: boolean;
  readonly name: string;
  readonly permissions: readonly PermissionId[];
  readonly unknown: readonly string[];
}

export function readKeyRequest(search: URLSearchParams): KeyRequest {
  const requested = search.get('delegationPermissions') ?? '';
  const name = tidyKeyName(search.get('delegationKeyName') ?? '').slice(0, MAX_NAME_LENGTH);
  const ids = [...new Set(requested.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  const unknown = ids.filter((id) => !isPermission(id)).map((id) => id.slice(0, 64));
  return {
    isFilled: name !== '' || ids.length > 0,
    name,
    permissions: ids.filter(isPermission),
    unknown: unknown.slice(0, MAX_UNKNOWN),
  };
}

export function keyRequestPath({ isFilled, name, permissions }: KeyRequest): string {
  const search = new URLSearchParams({ delegationPermissions: permissions.join(','), delegationKeyName: name });
  return `/account${isFilled ? `?${search}` : ''}#keys`;
}
