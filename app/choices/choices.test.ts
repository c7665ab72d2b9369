import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { getText } from '#app/current/locale.ts';
import { choiceCatalog } from '#app/nouns.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { currentAs } from '#test/people/form-rights.ts';
import { openOwner, postAccount } from '#test/people/owners.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import type { Choice } from './choice.server.ts';
import { findShownChoices } from './choices.server.ts';

const site = useTestSite();
const CLOCK = { zone: 'Europe/Berlin', digestHour: '18', digestDay: '5', quietFrom: '22', quietUntil: '7' };

/** What stands in the fields of a page. */
async function valuesOn(page: Response): Promise<Record<string, string>> {
  const html = await page.text();
  const [, form = ''] = /value="choices\.set"(.*?)<\/form>/s.exec(html) ?? [];
  const fields = form.matchAll(
    /<input (?=[^>]*value="([^"]*)")[^>]*name="(\w+)"|<select (?=[^>]*name="(\w+)").*?<\/select>/gs,
  );
  return Object.fromEntries(
    [...fields].map(([field, typed, name, list]) =>
      name === undefined ? [list, /<option (?=[^>]*selected)[^>]*value="([^"]*)"/.exec(field)?.[1]] : [name, typed],
    ),
  ) as Record<string, string>;
}

const save = (visitor: FormVisitor, fields: Record<string, string>, path = '/alerts') =>
  visitor.post(path, { intent: 'choices.set', ...fields });

const kept = (userId: string) =>
  site.parts.db.query<Pick<Row<'account_choices'>, 'name' | 'value'>>(sql`
    select name, value from account_choices where user_id = ${userId} order by name`);

test('every choice has a name of its own, and takes its fallback and whatever it offers', async () => {
  const { choices } = choiceCatalog;
  expect(new Set(choices.map(({ name }) => name)).size).toBe(choices.length);
  const text = await getText('en-US');
  for (const { name, schema, fallback, options } of choices) {
    const offered = options?.(text, 'en-US').map(({ value }) => value) ?? [fallback];
    expect(offered, name).toContain(fallback);
    for (const value of offered) expect(schema.safeParse(value).success, `${name} ${value}`).toBe(true);
  }
});

test('who has chosen nothing sees the fallbacks, and then what they chose, which is theirs alone', async () => {
  const [own, other] = [await openOwner(site, 'own@choices.example'), await openOwner(site, 'other@choices.example')];
  const fallbacks = { zone: 'UTC', digestHour: '9', digestDay: '1', quietFrom: '', quietUntil: '' };
  expect(await valuesOn(await own.visitor.get('/alerts'))).toMatchObject(fallbacks);
  expect(await kept(own.userId)).toEqual([]);
  const saved = await save(own.visitor, { ...CLOCK, zone: ' Europe/Berlin ' });
  expect([saved.status, await saved.text()]).toEqual([200, expect.stringContaining('Our clocks are set to yours.')]);
  expect(await valuesOn(await own.visitor.get('/alerts'))).toMatchObject(CLOCK);
  // A page from before there were others sends one alone.
  await save(own.visitor, { zone: 'UTC' });
  expect(await valuesOn(await own.visitor.get('/de-DE/alerts'))).toMatchObject({ ...CLOCK, zone: 'UTC' });
  expect(await valuesOn(await other.visitor.get('/alerts'))).toMatchObject(fallbacks);
});

test('what the browser knows stands in the field until something is chosen, and never after', async () => {
  const { visitor, userId } = await openOwner(site, 'guess@choices.example');
  const guesses = async () =>
    (await findShownChoices(currentAs(site, userId), choiceCatalog, '/alerts')).flatMap(({ name, isGuess }) =>
      isGuess ? [name] : [],
    );
  expect(await guesses()).toEqual(['zone']);
  await save(visitor, { ...CLOCK, zone: 'UTC' });
  expect(await guesses()).toEqual([]);
});

test('what the browser knows is kept once as a choice of its reader, and never in place of one', async () => {
  const { visitor, userId } = await openOwner(site, 'kept@choices.example');
  const guess = (zone: string, path = '/alerts') =>
    visitor.post(path, { intent: 'choices.guess', zone, digestHour: '3' });
  expect([(await guess('Nowhere/Land')).status, await kept(userId)]).toEqual([400, []]);
  const guesses = ['Europe/Berlin', 'Asia/Tokyo', 'America/Lima'];
  const answers = await Promise.all(guesses.map((zone) => guess(zone)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [first, ...others] = await kept(userId);
  expect([first?.name, guesses.includes(first?.value ?? ''), others]).toEqual(['zone', true, []]);
  expect(await valuesOn(await visitor.get('/alerts'))).toMatchObject({ zone: first?.value, digestHour: '9' });
  await save(visitor, { zone: 'Europe/Paris' });
  await guess('Asia/Tokyo');
  expect(await kept(userId)).toEqual([{ name: 'zone', value: 'Europe/Paris' }]);
  const racer = await openOwner(site, 'racer@choices.example');
  await Promise.all([
    save(racer.visitor, { zone: 'Europe/Rome' }),
    racer.visitor.post('/alerts', { intent: 'choices.guess', zone: 'Asia/Tokyo' }),
  ]);
  expect(await kept(racer.userId)).toEqual([{ name: 'zone', value: 'Europe/Rome' }]);
});

test('an empty time zone takes back what was chosen, and what is typed stays for others', async () => {
  const { visitor, userId } = await openOwner(site, 'cleared@choices.example');
  await save(visitor, CLOCK);
  expect((await save(visitor, { zone: '  ', digestHour: '7' })).status).toBe(200);
  const names = (await kept(userId)).map(({ name, value }) => `${name} ${value}`);
  expect(names).toEqual(['digestDay 5', 'digestHour 7', 'quietFrom 22', 'quietUntil 7']);
  expect((await findShownChoices(currentAs(site, userId), choiceCatalog, '/alerts'))[0]).toMatchObject({
    name: 'zone',
    isGuess: true,
  });
});

test.each([
  ['zone', 'Nowhere/Land', 'That’s not a time zone.'],
  ['zone', '+02:00', 'That’s not a time zone.'],
  ['zone', `Europe/${'x'.repeat(64)}`, 'That’s not a time zone.'],
  // Which Node knows, and PostgreSQL does not.
  ['zone', 'VST', 'That’s not a time zone.'],
  ['digestHour', '24', 'Something’s missing.'],
  ['quietFrom', '7.5', 'Something’s missing.'],
])(
  'a choice of %s that is %s is refused at its field, and nothing typed is lost or kept',
  async (name, value, words) => {
    const { visitor, userId } = await openOwner(site, `${name}${value.length}@wrong.example`);
    await save(visitor, CLOCK);
    const before = await kept(userId);
    const typed = {
      zone: 'Asia/Tokyo',
      digestHour: '3',
      digestDay: '2',
      quietFrom: '1',
      quietUntil: '2',
      [name]: value,
    };
    const refused = await save(visitor, typed);
    const html = await refused.clone().text();
    expect([refused.status, html.includes(words)]).toEqual([400, true]);
    const [field = ''] = new RegExp(`<[^>]*name="${name}"[^>]*>`).exec(html) ?? [];
    expect(field).toMatch(/(?=.*aria-invalid="true")(?=.*autofocus="")/);
    const shown = await valuesOn(refused);
    // A list shows none of its own for what it does not offer.
    expect(name === 'zone' ? shown : { ...shown, [name]: value }).toMatchObject(typed);
    expect(await kept(userId)).toEqual(before);
  },
);

test('a choice is asked for on the pages that it names', async () => {
  const clockHour = choiceCatalog.choices.find(({ name }) => name === 'digestHour') as Choice;
  const measure: Choice = {
    name: 'measure',
    schema: z.literal(['12', '24']),
    fallback: '24',
    pages: ['/account/settings'],
    title: 'choices.zone.title',
    options: () => ['12', '24'].map((value) => ({ value, label: `${value} hours` })),
  };
  const { visitor, userId } = await openOwner(site, 'pages@choices.example');
  const spy = vi.spyOn(choiceCatalog, 'choices', 'get').mockReturnValue([clockHour, measure]);
  onTestFinished(() => spy.mockRestore());
  const page = await visitor.get('/de-DE/account/settings');
  expect(await page.clone().text()).toMatch(
    /<form[^>]*action="\/de-DE\/account\/settings"[^>]*>(?:<input[^>]*>)*?<input[^>]*value="choices/,
  );
  expect(await valuesOn(page)).toEqual({ measure: '24' });
  expect((await postAccount(visitor, 'choices.set', { measure: '12' })).status).toBe(200);
  expect(await valuesOn(await visitor.get('/account'))).toEqual({ measure: '12' });
  expect(await kept(userId)).toEqual([{ name: 'measure', value: '12' }]);
  expect(Object.keys(await valuesOn(await visitor.get('/alerts')))).toEqual(['digestHour']);
});
