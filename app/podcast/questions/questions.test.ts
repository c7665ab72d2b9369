import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { NewCrate } from '#app/storage/crates/crate.ts';
import { createCrate } from '#app/storage/crates/crates.server.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { wordsOf } from '#test/newsletters.ts';
import { solveProof } from '#test/people/proof.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { seedEpisodes } from '../seed-episodes.server.ts';
import { notifyOfAnswers } from './answering.server.ts';

const site = useTestSite();
const QUESTIONS = '/podcast/questions';
const FROG = 'the-frog-took-nine-days';
/** How a recording of a browser begins. */
const WEBM = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, ...Array<number>(40).fill(0)]);

beforeAll(async () => {
  const system = systemCurrent(site.parts);
  for (const crate of crates.filter(({ crateId }) => crateId.startsWith('podcast'))) {
    await createCrate(system, NewCrate.parse(crate));
  }
  await seedEpisodes(system, CAST.staff.userId, [FROG]);
});

const seen = async (who: CastName | undefined, path: string) => wordsOf(await site.ask(who, path));
const read = async (who: CastName | undefined, path: string) => (await site.ask(who, path)).text();

function sendQuestion(who: CastName, fields: Record<string, string>, voice?: Uint8Array<ArrayBuffer>) {
  const recorded = voice && { voice: new File([voice], 'voice.webm', { type: 'audio/webm' }) };
  return site.submitFiles(who, `${QUESTIONS}/new`, { intent: 'podcast.ask', ...fields, ...recorded });
}

/** @returns the path of the question */
async function askAs(who: CastName, title: string, more: Record<string, string> = {}, voice?: Uint8Array<ArrayBuffer>) {
  const sent = await sendQuestion(who, { title, body: `All about ${title}.`, ...more }, voice);
  expect(sent.status, (await wordsOf(sent.clone())).slice(-900)).toBe(303);
  return sent.headers.get('location') ?? '';
}

async function tagEpisode(tags: string[]): Promise<void> {
  const items = '/api/storage/crates/podcast/items';
  const { data } = (await (await site.ask('staff', `${items}?names=${FROG}`)).json()) as { data: { itemId: string }[] };
  const patched = await site.ask('staff', `${items}/${data[0]?.itemId}/metadata`, {
    method: 'PATCH',
    body: { tags },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  expect(patched.status, await patched.clone().text()).toBe(200);
}

const mailsTo = (who: CastName, part: string) =>
  site.parts.mailer.keptMails().filter(({ to, text }) => to === CAST[who].email && text.includes(part));

test('a question is asked, voted for, answered in an episode, and its asker told once when it is out', async () => {
  const path = await askAs('player', 'Is the frog wet?', { name: 'Captain Puddle', maySayName: 'on' });
  expect(path).toMatch(/^\/podcast\/questions\/[\da-f-]{36}$/);
  expect(await seen(undefined, path)).toContain('Asked by Captain Puddle');
  expect((await site.submit('creator', path, { intent: 'feedbag.vote' })).status).toBe(200);
  expect(await seen('creator', QUESTIONS)).toContain('Is the frog wet?');
  await tagEpisode(['hidden']);
  const answer = { intent: 'podcast.answer', episode: FROG, at: '0:25' };
  expect((await site.submit('player', path, answer)).status).toBe(403);
  expect((await site.submit('staff', path, { ...answer, at: 'soon' })).status).toBe(400);
  expect((await site.submit('staff', path, { ...answer, at: '59:59' })).status).toBe(400);
  expect((await site.submit('staff', path, { ...answer, episode: 'no-such' })).status).toBe(400);
  expect((await site.submit('staff', path, answer)).status).toBe(200);
  await runJobs(site);
  // Nobody may hear it yet, so nobody learns of it.
  expect(await read('player', path)).not.toContain(FROG);
  expect(mailsTo('player', 'Is the frog wet?')).toEqual([]);
  await tagEpisode([]);
  await Promise.all([notifyOfAnswers(systemCurrent(site.parts)), notifyOfAnswers(systemCurrent(site.parts))]);
  await runJobs(site);
  await notifyOfAnswers(systemCurrent(site.parts));
  await runJobs(site);
  expect(mailsTo('player', '“Is the frog wet?” is answered in the podcast')).toHaveLength(1);
  const page = await read(undefined, path);
  expect(page).toContain(`href="/podcast/${FROG}?t=25"`);
  // In the words of a show also where staff set them.
  const panel = await read('staff', path);
  expect(panel).toMatch(/<option value="started"[^>]*>Being recorded</);
  expect(panel).not.toContain('In the works');
  expect(await read(undefined, `/podcast/${FROG}?t=25`)).toContain('#t=25');
  expect(await read(undefined, `/podcast/${FROG}`)).toContain(`href="${path}"`);
  expect((await site.submit('staff', path, { intent: 'podcast.takeAnswerBack' })).status).toBe(200);
  expect(await read(undefined, path)).not.toContain(FROG);
  await notifyOfAnswers(systemCurrent(site.parts));
  expect(await seen(undefined, path)).toContain('New');
});

test('who asks without an account proves work, and waits in the one queue for the studio', async () => {
  const visitor = openVisitor(site);
  const page = await (await visitor.get(`${QUESTIONS}/new.data`)).text();
  const typed = { intent: 'podcast.ask', title: 'Who is there?', body: 'I hear somebody.' };
  expect((await visitor.post(`${QUESTIONS}/new`, typed)).status).toBe(400);
  const proof = solveProof(page);
  const sent = await visitor.post(`${QUESTIONS}/new`, { ...typed, proof });
  expect(await wordsOf(sent)).toContain('Thank you! Once we’ve taken a look, everybody can see it.');
  expect(await seen(undefined, QUESTIONS)).not.toContain('Who is there?');
  expect(await seen('staff', '/contact/submissions?view=moderation')).toContain(
    'Who is there? Question for Kettle Talk',
  );
  const [, path = ''] =
    /href="(\/podcast\/questions\/[\da-f-]{36})"[^>]*>Who is there/.exec(await read('staff', QUESTIONS)) ?? [];
  expect((await site.ask(undefined, path)).status).toBe(404);
  await site.submit('staff', path, { intent: 'feedbag.moderate', decision: 'show' });
  expect(await seen(undefined, QUESTIONS)).toContain('Who is there?');
});

test('without consent no name is kept, and no surface says who has asked', async () => {
  const path = await askAs('player', 'Nobody asks this', { name: 'Secret Name' });
  const [row] = await site.parts.db.query<{ name: string }>(
    sql`select name from podcast_questions where subject_id = ${path.split('/').at(-1) ?? ''}`,
  );
  expect(row?.name).toBe('');
  const { alias } = CAST.player;
  for (const place of [path, `${path}.data`, QUESTIONS, `${QUESTIONS}.data`]) {
    const text = await read(undefined, place);
    expect(text).toContain('Nobody asks this');
    expect([alias, CAST.player.userId, 'Secret Name'].filter((name) => text.includes(name))).toEqual([]);
  }
  expect(await seen(undefined, path)).toContain('Asked by somebody');
  await site.submit('staff', path, { intent: 'feedbag.moderate', decision: 'block' });
  expect((await sendQuestion('player', { title: 'Once more', body: 'Please.' })).status).toBe(403);
  await site.parts.db.query(sql`delete from thread_people where user_id = ${CAST.player.userId}`);
  for (const ending of ['', '/new', `/${path.split('/').at(-1)}`]) {
    expect((await site.ask(undefined, `/feedbag/podcast/entries${ending}`)).status).toBe(404);
  }
});

test('a voice is for the studio and its asker alone, and what is none or too long is refused with all that was typed', async () => {
  const path = await askAs('player', 'Listen to this', {}, WEBM);
  const [, file = ''] = /href="([^"]+\/files\/[\da-f-]{36})"/.exec(await read('player', path)) ?? [];
  const statuses = await Promise.all(
    ([undefined, 'creator', 'player', 'staff'] as const).map(async (who) => {
      const answer = await site.ask(who, file);
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  expect(statuses).toEqual([404, 404, 200, 200]);
  expect(await read('creator', path)).not.toContain(`${path}/files/`);
  const typed = { title: 'Kept words', body: 'All of them.' };
  const text = await sendQuestion('player', typed, new TextEncoder().encode('not a sound at all'));
  expect([text.status, (await wordsOf(text)).includes('We can’t play this recording.')]).toEqual([400, true]);
  const long = new Uint8Array(2 * 2 ** 20 + 1);
  long.set(WEBM);
  const refused = await sendQuestion('player', typed, long);
  expect([refused.status, (await refused.text()).includes('All of them.')]).toEqual([413, true]);
});

test('its asker and the studio take a question away, with the voice, the votes and what was said', async () => {
  const path = await askAs('player', 'Take me away', { name: 'Puddle', maySayName: 'on', mayPlay: 'on' }, WEBM);
  const other = await askAs('creator', 'Take me away too');
  await site.submit('staff', path, { intent: 'feedbag.merge', from: other.split('/').at(-1) ?? '' });
  expect((await site.ask(undefined, other)).status).toBe(302);
  expect((await site.submit('creator', path, { intent: 'podcast.erase' })).status).toBe(403);
  const erased = await site.submit('player', path, { intent: 'podcast.erase' });
  expect([erased.status, erased.headers.get('location')]).toEqual([303, QUESTIONS]);
  expect((await site.ask('staff', path)).status).toBe(404);
  expect((await site.ask(undefined, other)).status).toBe(200);
  const id = path.split('/').at(-1) ?? '';
  const [left] = await site.parts.db.query(sql`select
    (select count(*)::integer from podcast_questions where subject_id = ${id}) as questions,
    (select count(*)::integer from feedbag_votes where subject_id = ${id}) as votes,
    (select count(*)::integer from thread_messages where subject_id = ${id}) as messages,
    (select count(*)::integer from thread_files where subject_id = ${id}) as files`);
  expect(left).toEqual({ questions: 0, votes: 0, messages: 0, files: 0 });
});

test('a microphone is allowed on the page that asks, and on no other', async () => {
  const policyOf = async (path: string) => (await site.ask(undefined, path)).headers.get('permissions-policy');
  expect(await policyOf(`${QUESTIONS}/new`)).toContain('microphone=(self)');
  expect(await policyOf(`/pl-PL${QUESTIONS}/new`)).toContain('microphone=(self)');
  const contentOf = async (path: string) => (await site.ask(undefined, path)).headers.get('content-security-policy');
  expect(await contentOf(`${QUESTIONS}/new`)).toContain("media-src 'self' blob:");
  expect(await contentOf(QUESTIONS)).not.toContain('blob:');
  for (const path of [QUESTIONS, `/podcast/${FROG}`, '/', `${QUESTIONS}/newer`]) {
    expect(await policyOf(path)).toContain('microphone=()');
  }
});
