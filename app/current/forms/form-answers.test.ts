import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problem } from '#lib/problem.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';

import { asPerson, asVisitor } from '../current.server.ts';
import type { Current } from '../current.server.ts';
import { answerForm } from './answer-form.server.ts';
import type { FormAnswer } from './answer-form.server.ts';
import { sweepFormAnswers } from './form-answers.server.ts';
import { FORM_KEY } from './form-state.ts';

const site = useTestSite();
const FULL = problem(409, 'pets.full', 'Mia is full.');

const system = (): Current => systemCurrent(site.parts);
const as = (who: 'player' | 'creator'): Current =>
  asPerson(system(), { userId: CAST[who].userId, role: 'authenticated' }, site.parts.now());
const visitor = (userAgent: string, address = '203.0.113.7'): Current => ({
  ...asVisitor(system()),
  address,
  browser: { userAgent, cookies: {} },
});

/** A form of one page with a key of its own. @param deed gets how many times it has run */
function openForm(deed: (times: number) => Promise<FormAnswer | Response>) {
  const key = crypto.randomUUID();
  let times = 0;
  return async (current: Current, fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: 'pets.feed', [FORM_KEY]: key, ...fields }))
      form.set(name, value);
    const answer = await answerForm(current, form, {
      'pets.feed': { least: 'public', run: () => deed((times += 1)) },
    });
    if (answer instanceof Response) return [answer.status, answer.headers.get('location')];
    const { data: state, init } = answer;
    const { 'set-cookie': cookie } = Object.fromEntries(new Headers(init?.headers));
    return state.done ? [state.result, state.text, cookie] : [state.problem.code, init?.status];
  };
}

const meal = async (times: number): Promise<FormAnswer> => ({
  text: 'login.form.sent',
  result: `meal ${times}`,
  headers: { 'set-cookie': `meal=${times}` },
});
const FIRST_MEAL = ['meal 1', 'Verification email sent. Check your inbox!', 'meal=1'];

describe('a form that arrives twice', () => {
  test('does it once, and is answered alike', async () => {
    const send = openForm(meal);
    expect([await send(as('player')), await send(as('player'))]).toEqual([FIRST_MEAL, FIRST_MEAL]);
  });

  test('does it once where both are under way together, and each has the answer', async () => {
    const send = openForm(meal);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(as('player'))));
    expect(new Set(answers.map(String))).toEqual(new Set([String(FIRST_MEAL)]));
  });

  test('leads to the same page', async () => {
    const send = openForm(
      async (times) => new Response(null, { status: 303, headers: { location: `/pets/${times}` } }),
    );
    expect([await send(as('player')), await send(as('player'))]).toEqual([
      [303, '/pets/1'],
      [303, '/pets/1'],
    ]);
  });

  test('is judged anew after a refusal', async () => {
    const send = openForm(async (times) => {
      if (times === 1) throw new Problem(FULL);
      return { result: times };
    });
    expect(await send(as('player'))).toEqual([FULL.code, 409]);
    expect(await send(as('player'))).toEqual([2, undefined, undefined]);
  });

  test('of which the first is refused meanwhile does it', async () => {
    const send = openForm(async (times) => {
      await site.parts.db.query(sql`select 1`);
      if (times === 1) throw new Problem(FULL);
      return { result: times };
    });
    const answers = await Promise.all([send(as('player')), send(as('player'))]);
    expect(answers.map(([first]) => first)).toEqual(expect.arrayContaining([FULL.code, 2]));
  });

  test('does another thing when a field differs, or the page', async () => {
    const send = openForm(meal);
    await send(as('player'), { food: 'hay' });
    expect(await send(as('player'), { food: 'oats' })).toContain('meal 2');
    expect(await openForm(meal)(as('player'), { food: 'hay' })).toContain('meal 1');
  });

  test('does another thing at another address', async () => {
    const send = openForm(meal);
    const at = (formAddress: string) => send({ ...as('player'), formAddress });
    expect([await at('/pets/1'), await at('/pets/2'), await at('/pets/1')]).toEqual([
      FIRST_MEAL,
      expect.arrayContaining(['meal 2']),
      FIRST_MEAL,
    ]);
  });

  test('is not answered when the site has another secret by then', async () => {
    const send = openForm(meal);
    await send(as('player'));
    expect(await send({ ...as('player'), secret: 'another secret of more than 32 characters' })).toEqual([
      'current.sentAlready',
      409,
    ]);
  });

  test.each([
    ['another person', () => as('creator')],
    ['another role', () => ({ ...as('player'), actor: { ...as('player').actor, role: 'public' as const } })],
    ['a visitor', () => visitor('Firefox')],
  ])('shows %s no answer that is not theirs, whatever the key', async (_, other) => {
    const send = openForm(meal);
    await send(as('player'));
    expect(await send(other())).toContain('meal 2');
  });

  test('is known of a visitor by the browser, whatever network they are in by then', async () => {
    const send = openForm(meal);
    await send(visitor('Firefox'));
    expect(await send(visitor('Firefox', '198.51.100.7'))).toContain('meal 1');
    expect(await send(visitor('Safari'))).toContain('meal 2');
  });

  test('is told that nobody knows what came of it when its process has ended', async () => {
    const send = openForm(() => new Promise(() => undefined));
    void send(as('player'));
    const findClaims = () => site.parts.db.query(sql`select 1 from form_answers where answer is null`);
    await expect.poll(findClaims).toHaveLength(1);
    const later = { ...as('player'), now: () => new Date(site.parts.now().getTime() + 61_000) };
    expect(await send(later)).toEqual(['current.sentAlready', 409]);
  });
});

test('a form without a key is sent as often as it arrives', async () => {
  const send = openForm(meal);
  await send(as('player'), { [FORM_KEY]: '' });
  expect(await send(as('player'), { [FORM_KEY]: '' })).toContain('meal 2');
});

test('neither an answer nor a key of a form can be read in the database', async () => {
  await openForm(async () => ({ result: 'a new secret' }))(as('player'), { [FORM_KEY]: 'a known key' });
  const rows = await site.parts.db.query(sql`select row_to_json(f)::text as row from form_answers f`);
  expect(JSON.stringify(rows)).not.toMatch(/secret|known/);
});

test('answers to forms are kept for a day', async () => {
  const send = openForm(meal);
  await send(as('player'));
  const now = new Date(site.parts.now().getTime() + 24 * 60 * 60_000);
  await sweepFormAnswers({ ...system(), now: () => now });
  expect(await site.parts.db.query(sql`select 1 from form_answers`)).toEqual([]);
  expect(await send(as('player'))).toContain('meal 2');
});
