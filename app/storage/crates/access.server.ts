import type { Access } from './policy.ts';

/** The values of a statement being written; `add` gives the placeholder. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown, type = ''): string {
    return `$${this.list.push(value)}${type === '' ? '' : `::${type}`}`;
  }
}

/**
 * The rule as a condition on `items i`; 'true' when everything passes. The twin of `mayAct` in `policy.ts`:
 * a property test holds the two against each other.
 */
export function accessSql(access: Access, values: Values): string {
  const { userId, everything, asCollaborator, asOwner, hiddenTags } = access;
  const hides = hiddenTags.length > 0;
  const needsUser = userId !== undefined && (hides || !everything);
  const me = needsUser ? values.add(userId, 'text') : undefined;
  const shares = me === undefined ? 'false' : `${me} = any(i.collaborators)`;
  const owns = me === undefined ? 'false' : `i.user_id = ${me}`;
  const allowed = everything ? 'true' : `(${asCollaborator ? shares : 'false'} or ${asOwner ? owns : 'false'})`;
  if (!hides) return allowed;
  return `${allowed} and (not i.tags && ${values.add(hiddenTags, 'text[]')} or ${shares})`;
}
