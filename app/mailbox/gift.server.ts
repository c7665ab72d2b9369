import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { givePerk } from '#app/perks/giving/grants.server.ts';
import { findOwnPerkOf, getOwnPerk, getPerkWords } from '#app/perks/own/own-perks.server.ts';
import type { OwnPerk } from '#app/perks/perk.ts';
import { Problem } from '#lib/problem.ts';

import { getMessage } from './mailbox.server.ts';
import type { MessageGift } from './message.ts';
import { noMessage } from './problems.ts';

/** @throws Problem 401 */
export async function findGift(
  current: Current,
  messageId: string,
  perkId: string | undefined,
): Promise<MessageGift | undefined> {
  if (perkId === undefined) return undefined;
  const taken = await findOwnPerkOf(current, perkId, 'message', messageId);
  return { ...(await getPerkWords(current, perkId)), taken };
}

/** Once for each reader of a message, however often they ask. @throws Problem 401, 404, 409 */
export async function takeGift(current: Current, messageId: string): Promise<OwnPerk> {
  const userId = requireUser(current);
  const { perkId } = await getMessage(current, messageId);
  if (perkId === undefined) throw new Problem(noMessage);
  const gift = { perkId, userId, way: 'message', origin: messageId } as const;
  return getOwnPerk(current, await inTransaction(current, (current) => givePerk(current, gift)));
}
