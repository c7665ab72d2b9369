import { expect, test } from 'vitest';

import { ROLES } from '#app/current/role.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { useTestSite } from '#test/site.ts';

import { mayReadMessage, mayReadThread } from './audience.ts';
import type { ThreadReader } from './audience.ts';
import { findReadable, getMessage, getThread } from './messages.server.ts';
import { MESSAGE_KINDS } from './thread.ts';
import type { ThreadAudience } from './thread.ts';
import { addMessage, openThread } from './writing.server.ts';

const site = useTestSite();
const current = () => systemCurrent(site.parts);

const AUDIENCES: readonly ThreadAudience[] = ['everyone', 'participants'];
const [OWNER, OTHER] = ['user owner', 'user other'];
/** Nobody, the one who began the thread, another who wrote in it, and both at once by session and link. */
const PARTICIPANTS = [[], [OWNER], [OTHER], [OTHER, OWNER], ['user stranger']];
const READERS: readonly ThreadReader[] = ROLES.flatMap((role) =>
  PARTICIPANTS.map((participantIds) => ({ role, stage: 'www', participantIds }) as const),
);
const STUDIO: ThreadReader = { role: 'staff', stage: 'www', participantIds: [] };

const messageOf = (kind: (typeof MESSAGE_KINDS)[number], participantId: string) => ({
  ...({ kind, participantId, side: 'player', userId: undefined, body: 'A message.' } as const),
});

/** A message of each kind by each writer, and one that is held. */
async function openSample(audience: ThreadAudience): Promise<string> {
  const subjectId = crypto.randomUUID();
  await openThread(current(), { subjectId, noun: 'test', audience }, messageOf('public', OWNER));
  for (const kind of MESSAGE_KINDS) {
    for (const writer of [OWNER, OTHER]) {
      await addMessage(current(), STUDIO, subjectId, messageOf(kind, writer));
      await addMessage(current(), STUDIO, subjectId, { ...messageOf(kind, writer), isHeld: true });
    }
  }
  return subjectId;
}

test.each(AUDIENCES)('what a reader of a thread for %s finds in SQL is what the rule says', async (audience) => {
  const subjectId = await openSample(audience);
  const { messages } = await getThread(current(), STUDIO, subjectId);
  expect(messages).toHaveLength(13);
  for (const reader of READERS) {
    const isOpen = mayReadThread(reader, { audience, participantIds: [OWNER] });
    const readable = isOpen ? messages.filter((message) => mayReadMessage(reader, message)) : [];
    const ids = readable.map(({ messageId }) => messageId);
    const found = await getThread(current(), reader, subjectId).catch(() => undefined);
    const who = `${reader.role} ${reader.participantIds.join()}`;
    expect(
      found?.messages.map(({ messageId }) => messageId),
      who,
    ).toEqual(isOpen ? ids : undefined);
    const places = new Map(ids.map((messageId) => [messageId, subjectId]));
    expect(await findReadable(current(), reader, messages), who).toEqual(places);
    for (const { messageId } of messages) {
      const one = await getMessage(current(), reader, { subjectId, messageId }).catch(() => undefined);
      expect(one !== undefined, who).toBe(ids.includes(messageId));
    }
  }
});
