import { expect, test } from 'vitest';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { useTestSite } from '#test/site.ts';

import type { ThreadReader } from '../audience.ts';
import { findHistory } from '../history.server.ts';
import { getThread } from '../messages.server.ts';
import { setMessageHeld } from '../moderation.server.ts';
import { findReactions, react } from '../reactions.server.ts';
import { findOwnRead, markRead } from '../reads.server.ts';
import type { ThreadAudience } from '../thread.ts';
import { addMessage, editMessage, openThread } from '../writing.server.ts';
import { mergeThreads, unmergeThread } from './merges.server.ts';
import { findMessage, findSplits, findSplittable, splitThread, unsplitThread } from './splits.server.ts';
import { findRoot } from './trees.server.ts';

const site = useTestSite();
const current = () => systemCurrent(site.parts);
const within = <Result>(deed: (current: Current) => Promise<Result>) => inTransaction(current(), deed);

const [OWNER, OTHER] = ['user owner', 'user other'];
const readerOf = (participantId: string): ThreadReader => {
  return { role: 'authenticated', stage: 'www', participantIds: [participantId] };
};
const STUDIO: ThreadReader = { role: 'staff', stage: 'www', participantIds: ['user staff'] };
const messageOf = (body: string, participantId = OWNER) => ({
  ...({ kind: 'public', side: 'player', participantId, userId: undefined, body } as const),
});

interface OpenedThread {
  readonly subjectId: string;
  readonly messageId: string;
}

async function open(body: string, audience: ThreadAudience = 'everyone', owner = OWNER): Promise<OpenedThread> {
  const subjectId = crypto.randomUUID();
  const thread = { subjectId, noun: 'test', audience };
  return { subjectId, messageId: await within((current) => openThread(current, thread, messageOf(body, owner))) };
}

const say = (subjectId: string, body: string, participantId = OWNER) =>
  within(async (current) => {
    const added = await addMessage(current, STUDIO, subjectId, messageOf(body, participantId));
    return { ...added, subjectId };
  });
const merge = (from: string, into: string) => within((current) => mergeThreads(current, from, into));
const unmerge = (subjectId: string) => within((current) => unmergeThread(current, subjectId));
const split = (place: OpenedThread, andAfter = false) =>
  within(async (current) => {
    const subjectId = crypto.randomUUID();
    if ((await findSplittable(current, STUDIO, place)) === undefined) return undefined;
    await splitThread(current, { ...place, andAfter }, { subjectId, noun: 'test', audience: 'everyone' });
    return subjectId;
  });

async function read(subjectId: string, reader = STUDIO): Promise<string[]> {
  return (await getThread(current(), reader, subjectId)).messages.map(({ body }) => body);
}

test('what is merged is read where it is by now, as far as the reader may, and comes apart in any order', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const threads = [await open('a'), await open('b', 'participants', OTHER), await open('c')];
    const [a = '', b = '', c = ''] = threads.map(({ subjectId }) => subjectId);
    expect(await merge(a, b)).toEqual([a]);
    expect((await merge(b, c))?.toSorted()).toEqual([a, b].toSorted());
    expect(await Promise.all([a, b, c].map((id) => findRoot(current(), id)))).toEqual([c, c, c]);
    expect([await read(c), await read(c, readerOf(OTHER)), await read(c, readerOf(OWNER))]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
    // Neither again, nor into what is merged, nor into itself.
    expect([await merge(a, c), await merge(c, a), await merge(c, c)]).toEqual([undefined, undefined, undefined]);
    for (const at of order) expect((await unmerge([a, b][at] ?? ''))?.into).toBe([b, c][at]);
    expect(await unmerge(a)).toBeUndefined();
    expect([await read(a), await read(b), await read(c)]).toEqual([['a'], ['b'], ['c']]);
    const deeds = (await findHistory(current(), b)).map(({ action }) => action);
    expect(deeds.toSorted()).toEqual(['merge', 'mergedIn', 'unmerge', 'unmergedFrom']);
  }
});

test('what is written to one that was merged is read where that is, unless its writer has not seen the rest', async () => {
  const [from, into] = [await open('from'), await open('into')];
  await merge(from.subjectId, into.subjectId);
  const answer = { ...messageOf('an answer'), seen: from.messageId };
  const answered = within((current) => addMessage(current, STUDIO, from.subjectId, answer));
  await expect(answered).rejects.toMatchObject({ status: 409 });
  expect((await say(from.subjectId, 'by an old page')).root).toBe(into.subjectId);
  expect(await read(into.subjectId)).toEqual(['from', 'into', 'by an old page']);
});

test('a message is edited, read and reacted to by who may, where it is read and nowhere else', async () => {
  const [from, into, other] = [await open('from'), await open('into'), await open('other')];
  await merge(from.subjectId, into.subjectId);
  const owner = readerOf(OWNER);
  const place = { ...from, within: into.subjectId };
  await editMessage(current(), owner, place, 'better');
  await markRead(current(), owner, place);
  await react(current(), owner, place, { reaction: 'like', isOn: true });
  const { messages, subjectIds } = await getThread(current(), owner, into.subjectId);
  expect(messages.map(({ body }) => body)).toEqual(['better', 'into']);
  expect(await findOwnRead(current(), owner, subjectIds)).toBe(from.messageId);
  const reactions = await findReactions(current(), owner, messages);
  expect(reactions.get(from.messageId)).toEqual([{ reaction: 'like', count: 1, isOwn: true }]);
  const elsewhere = { ...from, within: other.subjectId };
  const refused = await Promise.allSettled([
    editMessage(current(), owner, elsewhere, 'worse'),
    editMessage(current(), readerOf(OTHER), place, 'worse'),
    markRead(current(), owner, elsewhere),
    react(current(), owner, elsewhere, { reaction: 'love', isOn: true }),
  ]);
  for (const one of refused) expect(one).toMatchObject({ reason: { status: 404 } });
});

test('a message begins a conversation of its own, with all after it or alone, is found there, and goes back alone', async () => {
  const { subjectId, messageId } = await open('first');
  const second = await say(subjectId, 'second', OTHER);
  await say(subjectId, 'third');
  await editMessage(current(), readerOf(OTHER), second, 'the second');
  await react(current(), STUDIO, second, { reaction: 'like', isOn: true });
  await setMessageHeld(current(), second, true);
  // Neither the first, nor what waits for a look.
  expect([await split({ subjectId, messageId }), await split(second)]).toEqual([undefined, undefined]);
  await setMessageHeld(current(), second, false);
  const made = (await split(second, true)) ?? '';
  expect([await read(subjectId), await read(made)]).toEqual([['first'], ['the second', 'third']]);
  const again = (await split({ subjectId: made, messageId: (await say(made, 'fourth')).messageId })) ?? '';
  expect((await findSplits(current(), [subjectId])).get(subjectId)).toEqual([made, again]);
  const found = await findMessage(current(), readerOf(OTHER), second);
  expect([found?.subjectId, (await getThread(current(), STUDIO, made)).splitFrom]).toEqual([made, subjectId]);
  expect((await findHistory(current(), made)).map(({ action, details }) => [action, details['was']])).toEqual([
    ['edit', 'second'],
  ]);
  const reactions = await findReactions(current(), STUDIO, [{ subjectId: made, messageId: second.messageId }]);
  expect(reactions.get(second.messageId)).toHaveLength(1);
  expect(await within((current) => unsplitThread(current, made, subjectId))).toBe(false);
  expect(await within((current) => unsplitThread(current, again, made))).toBe(true);
  expect(await read(made)).toEqual(['the second', 'third', 'fourth']);
});

test('of all who merge, take apart, split and write at once nobody waits for ever, and no message is lost or read twice', async () => {
  const threads = await Promise.all([1, 2, 3, 4].map((number) => open(`${number}`)));
  const ids = threads.map(({ subjectId }) => subjectId);
  const written = threads.map(({ messageId }) => messageId);
  const write = async (id: string) => void written.push((await say(id, 'more')).messageId);
  const take = async (id: string) => {
    const { messageId } = await say(id, 'apart');
    written.push(messageId);
    const { messages } = await getThread(current(), STUDIO, id);
    const place = messages.find((one) => one.messageId === messageId);
    // It may have left meanwhile.
    const made = place && (await split(place).catch(allowRefusal));
    if (made !== undefined) ids.push(made);
  };
  for (let round = 0; round < 12; round += 1) {
    const [a = '', b = '', c = '', d = ''] = [0, 1, 2, 3].map((at) => ids[(round + at) % ids.length] ?? '');
    await Promise.all([
      ...[merge(a, b), merge(b, a), merge(b, c), merge(c, d), unmerge(a), unmerge(c)].map((one) =>
        one.catch(allowRefusal),
      ),
      write(a),
      write(b),
      write(c),
      take(a),
      take(d),
    ]);
  }
  const rows = await site.parts.db.query<{ id: string; into: string | null; root: string | null }>(sql`
    select subject_id as id, merged_into as into, merged_root as root from threads where subject_id = any(${ids}::uuid[])`);
  const places = new Map(rows.map((row) => [row.id, row.into]));
  const endOf = (id: string): string => {
    const into = places.get(id) ?? null;
    return into === null ? id : endOf(into);
  };
  for (const { id, into, root } of rows) expect(root).toBe(into === null ? null : endOf(id));
  const roots = rows.filter(({ into }) => into === null).map(({ id }) => getThread(current(), STUDIO, id));
  const all = (await Promise.all(roots)).flatMap(({ messages }) => messages.map(({ messageId }) => messageId));
  expect(all.toSorted()).toEqual(written.toSorted());
});

/** Of who was late. */
function allowRefusal(error: unknown): undefined {
  if (!(error instanceof Problem) || ![404, 409].includes(error.status)) throw error;
}
