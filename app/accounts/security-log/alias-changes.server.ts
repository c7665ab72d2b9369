import type { OwnAlias } from '#app/aliases/alias.ts';
import { changeAlias, getOwnAlias, undoAliasChange } from '#app/aliases/naming/changes.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { noteSecurityEvent } from './security-log.server.ts';

/** As `changeAlias`, with an entry in the security log, which is on a floor above aliases. */
export async function changeAliasAndNote(
  current: Current,
  context: string,
  accountId: string,
  input: string,
): Promise<OwnAlias> {
  return inTransaction(current, async (current) => {
    const before = await getOwnAlias(current, context, accountId);
    const after = await changeAlias(current, context, accountId, input);
    const { userId, alias } = after;
    if (alias !== null && alias !== before.alias) await noteSecurityEvent(current, userId, 'aliasChanged', { alias });
    return after;
  });
}

/** As `undoAliasChange`, with an entry in the security log. */
export async function undoAliasAndNote(current: Current, context: string): Promise<OwnAlias> {
  return inTransaction(current, async (current) => {
    const after = await undoAliasChange(current, context);
    await noteSecurityEvent(current, after.userId, 'aliasChanged', { alias: after.alias ?? '' });
    return after;
  });
}
