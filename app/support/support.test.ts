import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { jobs } from '#app/nouns.server.ts';
import { NewCrate } from '#app/storage/crates/crate.ts';
import { createCrate } from '#app/storage/crates/crates.server.ts';
import type { Item } from '#app/storage/item.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import { wallTimeAt } from '#lib/locale/zone-time.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { runJobsAgain } from '#test/mail/jobs.ts';
import { wordsOf } from '#test/newsletters.ts';
import { openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { openEditor } from '#test/posts/editor-page.ts';
import { useTestSite } from '#test/site.ts';
import { createItem, dataOf } from '#test/storage.ts';

import { SUPPORT_CRATE } from './cache-topics.ts';
import { supportJobs } from './jobs.server.ts';
import { seedAnswers } from './seed-answers.server.ts';
import { SUPPORT_TOPIC_IDS } from './topic.ts';

const site = useTestSite();
const TEXTS = import.meta.glob<string>('../../database/seeds/support/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const CRATE = `/api/storage/crates/${SUPPORT_CRATE}`;

beforeAll(async () => {
  const system = systemCurrent(site.parts);
  for (const crate of crates.filter(({ crateId }) => crateId === SUPPORT_CRATE)) {
    await createCrate(system, NewCrate.parse(crate));
  }
  await seedAnswers(system, CAST.staff.userId);
});

const read = async (path: string, who?: CastName, language = 'en') => {
  const response = await site.ask(who, path, { headers: { 'accept-language': language } });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
};

const answer = (name: string, parameters: { tags: string[]; title: string; versions?: string; blurb?: string }) => {
  const { tags, ...map } = parameters;
  return createItem(site, CRATE, 'staff', { name, tags, map: { blurb: '', ...map } }, `All about ${map.title}.`);
};

interface JsonLd {
  '@type': string;
  mainEntity?: { name: string; acceptedAnswer: { text: string } }[];
}

function dataIn(html: string, type: string): JsonLd | undefined {
  const blocks = [...html.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>([^<]*)</g)].flatMap(
    ([, json = '']) => {
      const read = JSON.parse(json) as JsonLd | { '@graph': JsonLd[] };
      return '@graph' in read ? read['@graph'] : [read];
    },
  );
  return blocks.find((block) => block['@type'] === type);
}

test('each topic has answers, and those that they link to are there', async () => {
  const links = new Set<string>();
  for (const topic of SUPPORT_TOPIC_IDS) {
    const { status, html } = await read(`/support/${topic}`);
    const answers = new Set(html.match(new RegExp(`(?<=href=")/support/${topic}/[^"#]+`, 'g')));
    expect([status, answers.size >= 2], topic).toEqual([200, true]);
    for (const path of answers) links.add(path);
  }
  expect(links.size).toBeGreaterThanOrEqual(40);
  for (const [file, text] of Object.entries(TEXTS)) {
    const linked = text.match(/(?<=\]\()\/support\/[^)#?]+/g) ?? [];
    expect([...links], file).toEqual(expect.arrayContaining(linked));
  }
});

test('an answer is at the address of its topic and name, and the others lead there', async () => {
  const path = '/support/sign-in/passkeys';
  for (const other of ['/support/passkeys', '/support/saves/passkeys', '/support/nothing/passkeys']) {
    expect(await read(other), other).toMatchObject({ status: 301, location: path });
  }
  expect(await read('/de-DE/support/passkeys')).toMatchObject({ status: 301, location: `/de-DE${path}` });
  for (const none of ['/support/no-such', '/support/sign-in/no-such', '/support/sign-in/no%20such%00']) {
    expect((await read(none)).status, none).toBe(404);
  }
});

test('an answer is in the language of its reader, where it is translated, at the one address', async () => {
  const path = '/support/sign-in/code-did-not-arrive';
  expect((await read(`/de-DE${path}`)).html).toContain('Die E-Mail mit meinem Code kommt nicht an');
  const list = (await read('/de-DE/support/sign-in')).html;
  expect(list).toContain('Die E-Mail mit meinem Code kommt nicht an');
  expect(list).not.toContain('The email with my code did not arrive');
  expect((await read(`/ja-JP${path}`)).html).toContain('The email with my code did not arrive');
});

test('an answer for a platform and a version takes the place of the one for all', async () => {
  const path = '/support/performance/crash-at-start';
  expect((await read(path)).html).toContain('Update the graphics driver');
  expect((await read(`${path}?platform=Android`)).html).toContain('Free some storage');
  expect((await read(`${path}?platform=Windows`)).html).toContain('Update the graphics driver');
  expect((await read(`${path}?version=1.0`)).html).toContain('Update the graphics driver');
  const { itemId } = await answer('of-old', { tags: ['topic:saves'], title: 'Of all' });
  await answer('of-old-1', { tags: ['topic:saves', 'variant', `variant:${itemId}`], title: 'Of one', versions: '<2' });
  const titleFor = async (version: string) =>
    /<h1[^>]*>([^<]*)/.exec((await read(`/support/saves/of-old?version=${version}`)).html)?.[1];
  expect([await titleFor('1.9.4'), await titleFor('2.0'), await titleFor('odd')]).toEqual([
    'Of one',
    'Of all',
    'Of all',
  ]);
  expect((await read('/support/saves')).html).not.toContain('Of one');
});

test('what is hidden is for staff at its address, and what is unlisted at its address alone', async () => {
  await answer('kept-back', { tags: ['topic:saves', 'hidden'], title: 'Kept back' });
  await answer('by-link', { tags: ['topic:saves', 'unlisted'], title: 'By link' });
  const statuses = async (who?: CastName) => [
    (await read('/support/saves/kept-back', who)).status,
    (await read('/support/kept-back', who)).status,
    (await read('/support/saves/by-link', who)).status,
  ];
  expect([await statuses(), await statuses('player')]).toEqual([
    [404, 404, 200],
    [404, 404, 200],
  ]);
  expect(await statuses('staff')).toEqual([200, 301, 200]);
  for (const path of ['/support', '/support/saves', '/support/saves/lost-save', '/sitemap/1.xml']) {
    expect((await read(path)).html, path).not.toMatch(/kept-back|by-link|Kept back|By link/);
  }
  expect((await read('/support/saves/by-link')).html).toMatch(/<meta name="robots" content="noindex/);
});

test('search engines get the questions with their answers, and the pages are in the sitemap', async () => {
  const one = dataIn((await read('/support/sign-in/why-no-password')).html, 'FAQPage')?.mainEntity ?? [];
  expect(one).toMatchObject([
    { name: 'Why is there no password?', acceptedAnswer: { text: expect.stringContaining('six-digit') as string } },
  ]);
  const all = dataIn((await read('/support/sign-in')).html, 'FAQPage')?.mainEntity ?? [];
  expect(all.map(({ name }) => name)).toContain('Why is there no password?');
  const sitemap = (await read('/sitemap/1.xml')).html;
  for (const path of ['/support', '/support/sign-in', '/support/sign-in/why-no-password']) {
    expect(sitemap).toContain(`<loc>http://localhost:8080${path}</loc>`);
  }
});

test('an answer has others that are like it, those of its game first', async () => {
  const html = (await read('/support/games/levelhead-report')).html;
  const [, related = ''] = /id="related"([^]*)/.exec(html) ?? [];
  const [first] = related.match(/(?<=href=")\/support\/[^"]+/g) ?? [];
  expect(first).toBe('/support/games/levelhead-my-level');
  expect(await wordsOf(await site.ask(undefined, '/support/games/levelhead-report'))).toContain('Still stuck?');
});

const index = () =>
  jobs(site.parts)
    .find(({ name }) => name === 'support:indexAnswers')
    ?.run({});
const found = async (q: string, path = '/support') => {
  const { html } = await read(`${path}?q=${encodeURIComponent(q)}`);
  const [, hits = ''] = /id="answer-hits"([^]*?)<\/section>/.exec(html) ?? [];
  return [...hits.matchAll(/<h3[^>]*><a[^>]* href="([^"]+)"/g)].map(([, path = '']) => path.split('/').at(-1));
};
const say = (visitor: FormVisitor, name: string, fields: Record<string, string>) =>
  visitor.post(`/support/${name}`, fields);

/** Of an answer, as staff see them: helped, did not, spared, wrote. */
async function figuresOf(title: string): Promise<number[]> {
  const [, row = ''] = (await wordsOf(await site.ask('staff', '/editor/answers'))).split(`${title} Helped`);
  return row.split('Answer', 1)[0]?.match(/\d+/g)?.map(Number) ?? [];
}

test('answers are found by their words, also with typing errors, and nothing that is not listed is', async () => {
  await answer('secret-egg', { tags: ['topic:games', 'hidden'], title: 'Where the zorgle egg is' });
  await index();
  expect((await found('pasword'))[0]).toBe('why-no-password');
  expect((await found('code did not arive'))[0]).toBe('code-did-not-arrive');
  expect(await found('Werbung', '/de-DE/support')).toEqual(['code-did-not-arrive']);
  expect(await found('zorgle')).toEqual([]);
  expect((await read('/support?q=zorgle', 'staff')).html).not.toContain('secret-egg');
  expect((await read('/support?q=password')).html).toMatch(/<meta name="robots" content="noindex/);
});

test.each([
  ['lost progress', 'lost-save'],
  ['export', 'take-my-data-along'],
  ['game crashes when loading my save', 'crash-at-start'],
  ['crahs on lod', 'crash-at-start'],
  ['crash on lod', 'report-a-crash'],
  ['steamdeck', 'black-screen'],
])('“%s” finds “%s”', async (q, name) => {
  await index();
  expect((await found(q)).slice(0, 3)).toContain(name);
});

test('where no answer has all of the words, the page says that these have most', async () => {
  const OF_MOST = 'Nothing has all of these words';
  expect((await read('/support?q=crash+teapot')).html).toContain(OF_MOST);
  for (const q of ['crash', 'zzyzx+qux']) expect((await read(`/support?q=${q}`)).html).not.toContain(OF_MOST);
});

test('an answer that has moved is found by the names that it had', async () => {
  const { itemId } = await answer('old-name', { tags: ['topic:mail'], title: 'Moved' });
  await index();
  await site.ask('staff', `${CRATE}/items/${itemId}/metadata`, { method: 'PATCH', body: { name: 'new-name' } });
  await index();
  expect(await read('/support/mail/old-name')).toMatchObject({ status: 301, location: '/support/mail/new-name' });
});

test('what was looked for and not found is noted without who, for staff alone', async () => {
  const visitor = openVisitor(site);
  for (const q of ['Flumox 4111 1111 1111 1111', 'flumox', 'flumox', 'passkeys', 'flumox ann@zzyzx.quux']) {
    const { status } = await visitor.post('/support', { intent: 'support.miss', q });
    expect(status, q).toBe(200);
  }
  const html = await wordsOf(await site.ask('staff', '/editor/answers'));
  const misses = [...html.matchAll(/Words (\S+(?: …)?) Language en-US Times (\d)/g)].map(([, ...miss]) =>
    miss.join(' '),
  );
  expect(misses).toEqual(['flumox 2', 'flumox … 2']);
  expect((await site.ask('player', '/editor/answers')).status).not.toBe(200);
});

test('each reader has one voice about an answer, and the last press counts, however many come at once', async () => {
  const visitor = openVisitor(site);
  const name = 'mail/stop-emails';
  await Promise.all(Array.from({ length: 8 }, () => say(visitor, name, { intent: 'support.helped' })));
  await say(visitor, name, { intent: 'support.missed' });
  expect((await say(openVisitor(site, 'Another browser'), name, { intent: 'support.helped' })).status).toBe(200);
  await site.submit('player', `/support/${name}`, { intent: 'support.helped' });
  expect(await figuresOf('How do I stop your emails?')).toEqual([2, 1, 0, 0]);
  expect((await read(`/support/${name}`, 'player')).html).toMatch(/aria-pressed="true"[^>]*>(?:<[^>]*>)*Yes/);
  expect((await say(visitor, 'saves/kept-back', { intent: 'support.helped' })).status).toBe(404);
});

test('whoever changes their browser has five voices at most, which the last presses decide, and others keep theirs', async () => {
  await answer('browsers', { tags: ['topic:mail'], title: 'Browsers' });
  const browsers = Array.from({ length: 12 }, (_, at) => openVisitor(site, `Browser ${at}`));
  await Promise.all(browsers.slice(0, 10).map((one) => say(one, 'mail/browsers', { intent: 'support.helped' })));
  expect(await figuresOf('Browsers')).toEqual([5, 0, 0, 0]);
  for (const one of browsers.slice(10)) await say(one, 'mail/browsers', { intent: 'support.missed' });
  await site.submit('player', '/support/mail/browsers', { intent: 'support.helped' });
  expect(await figuresOf('Browsers')).toEqual([4, 2, 0, 0]);
});

test('answers are offered to who writes to the studio, and what they spared is counted', async () => {
  await index();
  const offered = async (title: string) => {
    const { html } = await read(`/contact/topics/account?title=${encodeURIComponent(title)}`);
    const [, part = ''] = /id="offered"([^]*?)<\/aside>/.exec(html) ?? [];
    const one = (pattern: RegExp) => [...part.matchAll(pattern)].map(([, value = '']) => value);
    return { paths: one(/href="([^"]+)"/g), ids: one(/name="offered"[^>]*value="([^"]+)"/g) };
  };
  expect((await offered('')).paths).toHaveLength(3);
  // Nothing says enough of this, so that there is what there is without words.
  expect(await offered('zzyzx quux the frobnicated account')).toEqual(await offered(''));
  const { paths, ids } = await offered('Somebody else was in my acount, help');
  expect(paths[0]).toBe('/support/sign-in/somebody-else-signed-in?writing=account');
  const reader = openVisitor(site);
  expect(await wordsOf(await reader.get(paths[0] ?? ''))).toContain('Yes, no need to write any more');
  const name = 'sign-in/somebody-else-signed-in';
  await say(reader, name, { intent: 'support.helped', isSpared: 'yes' });
  const typed = { intent: 'contact.send', title: 'Help', body: 'Please.', email: 'bo@example.com' };
  await reader.post('/contact/topics/account', { ...typed, offered: ids[0] ?? '' });
  await reader.post('/contact/topics/account', { ...typed, offered: 'no answer' });
  expect(await figuresOf('Somebody else is in my account')).toEqual([1, 0, 1, 1]);
});

test('the ids of visitors are deleted after a while, and the counts stay', async () => {
  const { db } = site.parts;
  const later = { ...systemCurrent(site.parts), now: () => new Date(Date.now() + 100 * 86_400_000) };
  for (const name of ['support:sweepVotes', 'support:sweepMisses', 'support:sweepWords']) {
    await supportJobs(() => later)
      .find((job) => job.name === name)
      ?.run({});
  }
  expect(await db.query(sql`select distinct user_id from support_votes`)).toEqual([{ user_id: CAST.player.userId }]);
  expect(await db.query(sql`select words from support_misses`)).toEqual([]);
  expect(await found('passkey')).not.toEqual([]);
  expect(await figuresOf('How do I stop your emails?')).toEqual([2, 1, 0, 0]);
});

describe('staff write answers in the editor', () => {
  const values = {
    title: 'Why is it wet?',
    blurb: 'Because of the water.',
    slug: 'why-wet',
    text: 'Much **water**.',
    topic: 'games',
    games: 'crashlands',
    platforms: '',
    versions: '',
    order: '5',
    visibility: 'public',
    language: 'en-US',
    translationOf: '',
    variantOf: '',
  };
  const save = (who: CastName, name: string, fields: Partial<typeof values> & { etag?: string }) =>
    site.submit(who, `/editor/answers/${name}`, { intent: 'editor.save', ...values, ...fields });
  const itemNamed = async (name: string): Promise<Partial<Item>> => {
    const [item] = await dataOf<Item[]>(await site.ask('staff', `${CRATE}/items?names=${name}`));
    return item ?? {};
  };
  const etagOf = async (name: string) => {
    const html = await (await site.ask('staff', `/editor/answers/${name}`)).text();
    return /name="etag"[^>]*value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
  };

  test('one without an address gets it from its title, and asks for one where that has no Latin letters', async () => {
    const path = async (answer: Promise<Response>) => (await answer).headers.get('location')?.split('?')[0];
    const made = { slug: '', title: 'Où est « l’eau » ?', visibility: 'hidden' };
    expect(await path(save('staff', 'new', made))).toBe('/editor/answers/ou-est-leau');
    const refused = await save('staff', 'new', { ...made, title: '水' });
    expect([refused.status, (await refused.text()).includes('Small letters, digits and single dashes.')]).toEqual([
      400,
      true,
    ]);
    // Under that name the editor has the page of a new one.
    for (const isNew of [{ title: 'New' }, { slug: 'new' }]) {
      const asked = await save('staff', 'new', { ...made, ...isNew });
      expect([asked.status, (await asked.text()).includes('The editor has a page by that name.')]).toEqual([400, true]);
    }
    const { itemId } = await createItem(site, CRATE, 'staff', { name: 'new', map: { title: 'Old' } }, 'Old.');
    expect(await (await site.ask('staff', `/editor/answers/${itemId}`)).text()).toContain('value="Old"');
    const kept = await save('staff', 'ou-est-leau', { ...made, title: 'Renamed', etag: await etagOf('ou-est-leau') });
    expect([kept.status, (await itemNamed('ou-est-leau')).map?.['title']]).toEqual([200, 'Renamed']);
    const twice = await save('staff', 'new', { ...made, title: 'Ou est leau' });
    expect(twice.status).toBe(409);
    await save('staff', 'ou-est-leau', { ...made, slug: 'leau', title: 'Renamed', etag: await etagOf('ou-est-leau') });
    await index();
    expect((await site.ask('staff', '/editor/answers/ou-est-leau')).status).toBe(200);
  });

  test('a new one is read at once, a translation at the address of its original, a variant where it is for', async () => {
    const made = await save('staff', 'new', {});
    expect([made.status, made.headers.get('location')?.split('?')[0]]).toEqual([303, '/editor/answers/why-wet']);
    await save('staff', 'new', { slug: 'warum-nass', title: 'Warum?', language: 'de-DE', translationOf: 'why-wet' });
    await save('staff', 'new', { slug: 'why-wet-pc', title: 'On a PC', platforms: 'Windows', variantOf: 'why-wet' });
    expect((await read('/support/games/why-wet')).html).toContain('<strong>water</strong>');
    expect((await read('/de-DE/support/games/why-wet')).html).toContain('Warum?');
    expect((await read('/support/games/why-wet?platform=Windows')).html).toContain('On a PC');
  });

  test('a save is refused when somebody else has saved, or at the field to blame, and what was typed stays', async () => {
    const etag = await etagOf('why-wet');
    expect((await save('staff', 'why-wet', { etag, blurb: 'Rain.' })).status).toBe(200);
    const late = await save('admin', 'why-wet', { etag, text: 'Mine, typed late.' });
    expect([late.status, await late.text()]).toEqual([412, expect.stringContaining('Mine, typed late.')]);
    // What each of them changed is another field, so there is nothing to choose.
    const merge = { intent: 'editor.merge', etag, theirs: await etagOf('why-wet'), text: 'Mine, typed late.' };
    const merged = await save('admin', 'why-wet', merge);
    expect([merged.status, merged.headers.get('location')]).toEqual([303, expect.stringContaining('done=merged')]);
    const { html } = await read('/support/games/why-wet');
    expect([html.includes('Rain.'), html.includes('Mine, typed late.')]).toEqual([true, true]);
    for (const wrong of [
      { slug: 'Not This' },
      { slug: 'passkeys' },
      { games: 'tetris' },
      { platforms: 'Toaster' },
      { versions: 'new ones' },
      { order: 'first' },
      { translationOf: 'no-such' },
      { title: ' ' },
    ]) {
      const refused = await save('staff', 'new', { ...wrong, text: 'Typed and kept.' });
      const html = await refused.text();
      expect([Math.floor(refused.status / 100), html.includes('Typed and kept.')], JSON.stringify(wrong)).toEqual([
        4,
        true,
      ]);
    }
  });

  test('what somebody typed and did not save is offered back to them alone, and thrown away', async () => {
    const { itemId = '' } = await itemNamed('why-wet');
    const draft = { etag: await etagOf('why-wet'), fields: { blurb: 'Typed and left.' } };
    await site.ask('staff', `/api/editor/drafts/${SUPPORT_CRATE}/${itemId}`, { method: 'PUT', body: draft });
    expect((await openEditor(site, 'admin', '/editor/answers/why-wet')).html).not.toContain('draft=yes');
    const taken = await openEditor(site, 'staff', '/editor/answers/why-wet?draft=yes');
    expect(taken.fields['blurb']).toBe('Typed and left.');
    const thrown = await (await openEditor(site, 'staff', '/editor/answers/why-wet')).send('editor.discard');
    expect(thrown.html).not.toContain('draft=yes');
    expect((await thrown.undo()).html).toContain('draft=yes');
  });

  test('a former version is compared and comes back, and that is undone', async () => {
    const { html } = await openEditor(site, 'staff', '/editor/answers/why-wet/versions');
    const first = [...html.matchAll(/versions\?rev=(\d+)/g)].at(-1)?.[1];
    const page = await openEditor(site, 'staff', `/editor/answers/why-wet/versions?rev=${first}`);
    expect(page.html).toMatch(/<del[^>]*>Because of the water\.<\/del>/);
    const restored = await page.send('editor.restore');
    expect(restored.fields['text']).toBe('Much **water**.');
    expect((await restored.undo()).fields['text']).toBe('Mine, typed late.');
    expect((await site.ask('player', '/editor/answers/why-wet/versions')).status).toBe(404);
  });

  test('it comes out and is hidden at the times that were planned, and not when that is taken back', async () => {
    const planned = (minutes: number) => {
      return { local: wallTimeAt(new Date(site.parts.now().getTime() + minutes * 60_000), 'UTC'), zone: 'UTC' };
    };
    const statusOf = async () => (await read('/support/games/planned')).status;
    await save('staff', 'new', { slug: 'planned', visibility: 'hidden' });
    const first = await (
      await openEditor(site, 'staff', '/editor/answers/planned')
    ).send('editor.plan.publish', planned(60));
    const second = await first.send('editor.plan.unpublish', planned(120));
    expect([second.response.status, await statusOf()]).toEqual([200, 404]);
    expect((await second.send('editor.plan.publish', { local: '2020-01-01T00:00', zone: 'UTC' })).response.status).toBe(
      400,
    );
    await runJobsAgain(site);
    expect(await statusOf()).toBe(404);
    site.advanceClock(61 * 60_000);
    await runJobsAgain(site);
    expect(await statusOf()).toBe(200);
    const out = await openEditor(site, 'staff', '/editor/answers/planned');
    await (await out.send('editor.unplan.unpublish')).undo();
    site.advanceClock(60 * 60_000);
    await runJobsAgain(site);
    expect(await statusOf()).toBe(404);
    site.clock.now = new Date();
  });

  test('a hidden one is deleted while nothing belongs to it, and one press takes that back', async () => {
    const blocked = await openEditor(site, 'staff', '/editor/answers/why-wet');
    const hidden = await blocked.send('editor.unpublish');
    expect((await hidden.send('editor.delete')).response.status).toBe(409);
    await hidden.send('editor.publish');
    const free = await openEditor(site, 'staff', '/editor/answers/planned');
    const gone = await free.send('editor.delete');
    expect((await site.ask('staff', '/editor/answers/planned')).status).toBe(404);
    expect((await gone.undo()).fields['slug']).toBe('planned');
  });

  test('a translation begins hidden with the words of its original, once however many begin it', async () => {
    const page = await openEditor(site, 'staff', '/editor/answers/why-wet');
    const begun = await Promise.all([1, 2].map(() => page.send('editor.translate', { locale: 'fr-FR' })));
    for (const { fields } of begun)
      expect(fields).toMatchObject({
        slug: 'why-wet-fr-fr',
        language: 'fr-FR',
        translationOf: 'why-wet',
        visibility: 'hidden',
      });
    expect((await page.send('editor.translate', { locale: 'en-US' })).response.status).toBe(400);
    const [french] = begun;
    await french?.send('editor.publish', { title: 'Pourquoi ?' });
    expect((await read('/fr-FR/support/games/why-wet')).html).toContain('Pourquoi ?');
    expect((await read('/de-DE/support/games/why-wet')).html).toContain('Warum?');
  });

  test('nobody else opens or sends their forms', async () => {
    for (const intent of [
      'editor.publish',
      'editor.delete',
      'editor.translate',
      'editor.restore',
      'editor.plan.publish',
    ]) {
      const tried = await site.submit('player', '/editor/answers/why-wet', { ...values, intent, etag: '"1"' });
      expect(tried.status, intent).toBe(404);
    }
    expect((await save('player', 'new', { slug: 'by-a-player' })).status).toBeGreaterThanOrEqual(400);
    expect((await read('/support/games/by-a-player')).status).toBe(404);
  });
});
