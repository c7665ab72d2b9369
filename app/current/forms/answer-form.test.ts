import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { systemCurrent } from '#app/door/parts.server.ts';
import { Problem, problem } from '#lib/problem.ts';
import { CAST } from '#test/cast.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import type { Current } from '../current.server.ts';
import type { Locale } from '../locale.ts';
import { proofRequired } from '../problems.ts';
import { answerForm, atField } from './answer-form.server.ts';
import type { FormAnswer } from './answer-form.server.ts';
import type { FormFields } from './form-fields.ts';

const site = useTestSite();
const TAKEN = problem(409, 'pets.taken', 'That pet has a home.');

type Deed = (current: Current, fields: FormFields) => Promise<FormAnswer>;
type Options = Parameters<typeof answerForm>[3];

/** Sends a form with one deed behind it. */
async function send(
  run: Deed,
  fields: Record<string, string> = {},
  { locale = 'en-US', ...options }: Options & { locale?: Locale } = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: 'pets.feed', ...fields })) form.set(name, value);
  const answer = await answerForm(
    { ...systemCurrent(site.parts), locale },
    form,
    { 'pets.feed': { least: 'public', run } },
    options,
  );
  if (answer instanceof Response) throw new Error('a redirect');
  const { status = 200, headers } = answer.init ?? {};
  return { state: answer.data, status, headers: new Headers(headers) };
}

const refusing = (refusal: Problem) => () => Promise.reject(refusal);

describe('a successful form', () => {
  test('answers in the language of the page, with its result, its undo and its cookies', async () => {
    const undo = { intent: 'pets.starve', fields: { petId: '7' } };
    const deed: Deed = async () => ({
      text: 'account.email.removed',
      values: { address: 'a@pets.example' },
      result: 7,
      undo,
      next: 'bowl',
      headers: { 'set-cookie': 'fed=1' },
    });
    const { state, status, headers } = await send(deed, {}, { locale: 'de-DE' });
    expect([status, headers.get('set-cookie')]).toEqual([200, 'fed=1']);
    const text = expect.stringMatching(/^a@pets\.example ist entfernt\./) as string;
    expect(state).toEqual({ intent: 'pets.feed', done: true, text, result: 7, undo, next: 'bowl' });
  });

  test('redirects when its deed returns a redirect', async () => {
    const form = new FormData();
    form.set('intent', 'pets.feed');
    const away = new Response(null, { status: 303 });
    expect(
      await answerForm(systemCurrent(site.parts), form, { 'pets.feed': { least: 'public', run: async () => away } }),
    ).toBe(away);
  });
});

describe('a refused form', () => {
  test('answers with the status, the headers and the text of the refusal', async () => {
    const refusal = new Problem(proofRequired, { headers: { 'retry-after': '60' } });
    const { state, status, headers } = await send(refusing(refusal), {}, { locale: 'de-DE' });
    expect([status, headers.get('retry-after')]).toEqual([403, '60']);
    expect(state).toMatchObject({
      intent: 'pets.feed',
      done: false,
      problem: {
        code: 'current.proofRequired',
        text: 'Das ändert, wer hineinkommt. Zeig uns darum zuerst, dass du es bist.',
      },
    });
  });

  test('returns the typed values unchanged, without codes', async () => {
    const { state } = await send(refusing(new Problem(TAKEN)), { name: ' Mia ', code: '123456' });
    expect(state).toMatchObject({ values: { name: ' Mia ' } });
    expect(JSON.stringify(state)).not.toContain('123456');
  });

  test('shows the English sentence of the API where the page has no text', async () => {
    const { state } = await send(refusing(new Problem(TAKEN)), {}, { locale: 'ja-JP' });
    expect(state).toMatchObject({ problem: { text: 'That pet has a home.', lang: 'en' } });
  });

  test('repeats its text at the field, and leaves other errors of fields to the form', async () => {
    const fields = { email: proofRequired.message, name: 'Too small' };
    const { state } = await send(refusing(new Problem(proofRequired, { fields })), {}, { locale: 'de-DE' });
    const { text = '', fields: said } = state.done ? {} : state.problem;
    expect(said).toEqual({ email: text, name: 'Too small' });
  });

  test('shows the refusal at the field of its deed', async () => {
    const refused = (isAtField?: () => boolean) =>
      send(() => atField('name', Promise.reject(new Problem(TAKEN)), isAtField));
    expect((await refused()).state).toMatchObject({ problem: { fields: { name: 'That pet has a home.' } } });
    expect((await refused(() => false)).state).not.toHaveProperty('problem.fields');
  });

  test('names the fields that its schema refuses', async () => {
    const Feeding = z.object({ food: z.string().check(z.minLength(3)), grams: z.coerce.number() });
    const deed: Deed = async (_current, fields) => ({ result: fields.parse(Feeding) });
    expect((await send(deed, { food: 'hay', grams: '5' })).state).toMatchObject({ result: { food: 'hay', grams: 5 } });
    const { state, status } = await send(deed, { food: '', grams: 'many' });
    expect([status, state]).toMatchObject([400, { problem: { code: 'current.unclearForm' } }]);
    expect(Object.keys((state.done ? undefined : state.problem.fields) ?? {})).toEqual(['food', 'grams']);
  });

  test('throws the refusals that need an error page, and bugs', async () => {
    await expect(send(refusing(new Problem(TAKEN)), {}, { errorPage: [TAKEN] })).rejects.toMatchObject(TAKEN);
    await expect(send(() => Promise.reject(new RangeError('a bug')))).rejects.toThrow('a bug');
  });
});

test('an unknown form is refused, whatever its intent', async () => {
  for (const intent of ['', 'pets.steal', 'toString', '__proto__']) {
    await expect(send(refusing(new Problem(TAKEN)), { intent }), intent).rejects.toMatchObject({ status: 404 });
  }
  await expect(send(async () => ({}), { intent: 'x' }, { unknown: TAKEN })).rejects.toMatchObject({ status: 409 });
  expect((await send(async () => ({}), { intent: '' }, { intent: 'pets.feed' })).state).toMatchObject({ done: true });
});

/** Browsers without scripts send forms to the page, others to its data. */
describe.each(['', '.data'])('a form that is sent to /login%s', (suffix) => {
  test('is refused with its status, in the language of its address, with the typed values and without the code', async () => {
    const visitor = openVisitor(site);
    const refused = await visitor.post(`/de-DE/login${suffix}`, { intent: 'ask', who: 'nobody at all', returnTo: '/' });
    const text = await refused.text();
    expect([refused.status, text.includes('nobody at all')]).toEqual([400, true]);
    expect(text).toContain('Diese E-Mail-Adresse oder dieser Kontocode ist ungültig!');
    const over = await visitor.post(`/login${suffix}`, { intent: 'code', code: '135792', returnTo: '/' });
    expect([over.status, (await over.text()).includes('135792')]).toEqual([410, false]);
  });

  test('sets its cookie, and says that a mail was sent', async () => {
    const visitor = openVisitor(site);
    const who = CAST.player.email;
    const response = await visitor.post(`/login${suffix}`, { intent: 'ask', who, returnTo: '/' });
    expect([response.status, response.headers.getSetCookie().length]).toEqual([200, 1]);
    expect(await response.text()).toContain('Verification email sent. Check your inbox!');
  });

  test('answers too many requests with Retry-After', async () => {
    // In the middle of a window, so that the next one does not begin during the test.
    const now = () => new Date('2026-11-21T12:00:30Z');
    const app = openTestApp(site, { LIMITS: '1' }, { now });
    const ask = (who: string) =>
      app.sendRequest(`/login${suffix}`, {
        method: 'POST',
        address: suffix === '' ? '203.0.113.7' : '203.0.113.8',
        body: String(new URLSearchParams({ intent: 'ask', who })),
        headers: FORM_HEADERS,
      });
    const answers = [];
    for (let time = 0; time < 12; time += 1) answers.push(await ask(`again${time}@form.example`));
    const last = answers.find(({ status }) => status === 429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test('every screen that answers forms exports their headers', () => {
  const screens = import.meta.glob<string>('#app/**/screens/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const answering = Object.entries(screens).filter(([, code]) => code.includes('answerForm('));
  expect(answering.length).toBeGreaterThan(6);
  for (const [path, code] of answering) expect(code, path).toContain('export const headers = formHeaders;');
});
