import { expect, test } from 'vitest';

import { inTransaction } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { useTestSite } from '#test/site.ts';

import { findHistory } from './history.server.ts';
import { countMessages, findReadable, findWaitingMessages, getMessage } from './messages.server.ts';
import { redactMessage, setAudience, setMessageHeld } from './moderation.server.ts';
import { addMessage, editMessage, openThread } from './writing.server.ts';

const site = useTestSite();
const current = () => systemCurrent(site.parts);

const WRITER = { role: 'authenticated', stage: 'www', participantIds: ['user writer'] } as const;
const OTHER = { ...WRITER, participantIds: ['user other'] } as const;
const STUDIO = { role: 'staff', stage: 'www', participantIds: [] } as const;
const messageOf = (body: string) => ({
  ...({ kind: 'public', side: 'player', participantId: 'user writer', userId: undefined, body } as const),
});

async function writeTwice(noun: string, isHeld: boolean) {
  const subjectId = crypto.randomUUID();
  const messageId = await inTransaction(current(), async (current) => {
    await openThread(current, { subjectId, noun, audience: 'everyone' }, messageOf('First.'));
    return (await addMessage(current, STUDIO, subjectId, { ...messageOf('Second.'), isHeld })).messageId;
  });
  return { subjectId, messageId };
}

const mayRead = async (place: { subjectId: string; messageId: string }) => {
  const found = [WRITER, OTHER, STUDIO].map((reader) => findReadable(current(), reader, [place]));
  return (await Promise.all(found)).map((one) => one.has(place.messageId));
};

test('what waits for a look is for its writer and the studio, in the queue of its noun until somebody decides', async () => {
  const place = await writeTwice('one', true);
  await writeTwice('two', true);
  const waiting = async () => (await findWaitingMessages(current(), 'one', 10)).map(({ messageId }) => messageId);
  expect([await mayRead(place), await waiting()]).toEqual([[true, false, true], [place.messageId]]);
  expect(await countMessages(current(), [place.subjectId])).toBe(1);
  expect(await setMessageHeld(current(), place, false)).toMatchObject({ body: 'Second.', isChanged: true });
  expect(await setMessageHeld(current(), place, false)).toMatchObject({ isChanged: false });
  expect([await mayRead(place), await waiting()]).toEqual([[true, true, true], []]);
  // What is taken out of sight after that waits for nobody.
  await setMessageHeld(current(), place, true);
  expect([await mayRead(place), await waiting()]).toEqual([[true, false, true], []]);
  await setMessageHeld(current(), place, false);
  await setAudience(current(), place.subjectId, 'participants');
  expect(await mayRead(place)).toEqual([true, false, true]);
});

test('what is redacted says nothing any more, nor does what it said before, and is not edited again', async () => {
  const place = await writeTwice('one', false);
  await editMessage(current(), WRITER, place, 'Better.');
  const before = async () => (await findHistory(current(), place.subjectId)).map(({ details }) => details['was']);
  expect(await before()).toEqual(['Second.']);
  expect([await redactMessage(current(), place), await redactMessage(current(), place)]).toEqual([0, undefined]);
  expect(await getMessage(current(), WRITER, place)).toMatchObject({ body: '', isRedacted: true });
  expect(await before()).toEqual([undefined]);
  await expect(editMessage(current(), WRITER, place, 'Again.')).rejects.toMatchObject({ status: 409 });
  await expect(redactMessage(current(), { ...place, messageId: place.subjectId })).rejects.toMatchObject({
    status: 404,
  });
});
