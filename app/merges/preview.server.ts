import { listEmails } from '#app/accounts/emails/emails.server.ts';
import type { AccountPair } from '#app/accounts/merged.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';

import { countColumn } from './columns.server.ts';
import { MAX_COUNTED } from './merge.ts';
import type { CountedPart, MergePreview } from './merge.ts';
import { toPair } from './merging.server.ts';

/** What is told with its number; each stands for all that hangs on it. */
export const COUNTED_PARTS = [
  ['merges.part.connections', 'account_identities.user_id'],
  ['merges.part.passkeys', 'passkeys.user_id'],
  ['merges.part.items', 'items.user_id'],
  ['merges.part.lists', 'set_members.owner'],
  ['merges.part.records', 'item_records.user_id'],
  ['merges.part.follows', 'follows.user_id'],
  ['merges.part.messages', 'thread_messages.user_id'],
  ['merges.part.letters', 'contact_submissions.user_id'],
  ['merges.part.feedback', 'feedbag_entries.user_id'],
  ['merges.part.votes', 'feedbag_votes.participant_id'],
  ['merges.part.perks', 'perk_grants.user_id'],
  ['merges.part.purchases', 'perk_purchases.user_id'],
  ['merges.part.notifications', 'notifications.user_id'],
  ['merges.part.places', 'podcast_places.user_id'],
] as const satisfies readonly (readonly [TextKey, string])[];

/** What a merge would do, before it does anything. Permission is up to the caller. */
export async function previewMerge(outer: Current, { goneId, keptId }: AccountPair): Promise<MergePreview> {
  const current = withHeavyPool(outer);
  const pair = toPair([], { goneId, keptId, at: current.now() });
  const aliases = await findAliases(current, DEFAULT_CONTEXT, [goneId, keptId]);
  const nameOf = (userId: string) => aliases.find((one) => one.userId === userId)?.alias;
  const emails = async (userId: string) => (await listEmails(current, userId)).filter(({ isVerified }) => isVerified);
  const [gone, kept] = [await emails(goneId), await emails(keptId)];
  const text = await getText(current.locale);
  const parts: CountedPart[] = [];
  for (const [key, column] of COUNTED_PARTS) {
    const counts = await countColumn(current, column, pair, MAX_COUNTED);
    if (counts.count > 0) parts.push({ column, label: text(key), ...counts });
  }
  return {
    goneId,
    keptId,
    goneName: nameOf(goneId) ?? `@${goneId}`,
    keptName: nameOf(keptId) ?? `@${keptId}`,
    movesAlias: nameOf(keptId) === undefined && nameOf(goneId) !== undefined,
    primary: (kept.length > 0 ? kept : gone).find(({ isPrimary }) => isPrimary)?.address,
    movedEmails: gone.map(({ address }) => address),
    parts,
  };
}
