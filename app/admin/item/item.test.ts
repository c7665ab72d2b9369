import { beforeAll, describe, expect, test } from 'vitest';

import type { Policy } from '#app/storage/crates/policy.ts';
import type { Item } from '#app/storage/item.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { wordsOf } from '#test/newsletters.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf, parametersHeader, revOf } from '#test/storage.ts';

import { MAX_TEXT_BYTES } from './item-body.ts';

const site = useTestSite();
const POLICY: Policy = {
  ...OPEN_POLICY,
  history: ['staff'],
  transfer: ['staff'],
  stats: { plays: { max: 100 }, visits: {} },
  records: { Fastest: { best: 'min' } },
  protect: { featured: 'staff', 'award:*': 'admin' },
};
let crate = '';

beforeAll(async () => {
  crate = await createCrate(site, 'lab', POLICY);
  await site.ask('admin', crate, { method: 'PUT', body: { maxBytes: 64 * 1024 * 1024 } });
});

const pathOf = ({ crateId, itemId }: Item, query = '') => `/admin/crates/${crateId}/items/${itemId}${query}`;
const fetchItem = async ({ crateId, itemId }: Item) =>
  dataOf<Item>(await site.ask('staff', `/api/storage/crates/${crateId}/items/${itemId}`));
const fetchBody = async ({ crateId, itemId }: Item) =>
  (await site.ask('staff', `/api/storage/crates/${crateId}/items/${itemId}?download=true`)).text();
const htmlOf = async (item: Item, query = '', who: CastName = 'staff') =>
  (await site.ask(who, pathOf(item, query))).text();
const shown = async (item: Item, query = '', who: CastName = 'staff') =>
  wordsOf(await site.ask(who, pathOf(item, query)));
const send = (item: Item, intent: string, fields: Record<string, string> = {}, who: CastName = 'staff') =>
  site.submit(who, pathOf(item, PARTS[intent]), { intent, ...fields });

/** Where the form stands, if not in the first part. */
const PARTS: Readonly<Record<string, string>> = { 'item.stats': '?view=stats', 'item.view': '?view=access' };

async function store(body: unknown, type: string, parameters: object = {}): Promise<Item> {
  const headers = { ...parametersHeader(parameters), 'content-type': type };
  const answer = await site.ask('creator', `${crate}/items`, { method: 'POST', body, headers });
  expect(answer.status).toBe(201);
  return dataOf<Item>(answer);
}

/** As the form would send what it holds. */
async function typedOf(item: Item, changed: Record<string, string> = {}) {
  const { name, tags, note, map, etag } = await fetchItem(item);
  return {
    rev: String(revOf(etag)),
    name: name ?? '',
    tags: tags.join(', '),
    note: note ?? '',
    map: JSON.stringify(map, null, 2),
    ...changed,
  };
}

const revisionOf = ({ etag }: Item) => String(revOf(etag));

async function lastEntry(action: string) {
  const [row] = await site.parts.db.query<{ action: string; user_id: string; before: unknown; after: unknown }>(
    sql`select action, user_id, before, after from audit where action = ${action} order by audit_id desc limit 1`,
  );
  return row;
}

describe('the form of an item', () => {
  test('writes name, tags, note, map and body, and the audit has what differs', async () => {
    const item = await createItem(
      site,
      crate,
      'creator',
      { name: 'first', tags: ['old'], map: { a: 1, b: 'x' } },
      { big: 1 },
    );
    const typed = {
      name: 'second',
      tags: 'old, new ,old',
      note: 'Two\r\nlines',
      map: '{"a":2,"c":true}',
      type: 'application/json',
    };
    const answer = await send(
      item,
      'item.save',
      await typedOf(item, { ...typed, text: '{\r\n "big": 12345678901234567890}' }),
    );
    expect([answer.status, await wordsOf(answer)]).toEqual([200, expect.stringContaining('Saved.')]);
    const saved = await fetchItem(item);
    expect(saved).toMatchObject({ name: 'second', tags: ['old', 'new'], note: 'Two\nlines', map: { a: 2, c: true } });
    expect(await fetchBody(item)).toBe('{"big":12345678901234567890}');
    expect(await lastEntry('item.change')).toMatchObject({
      user_id: CAST.staff.userId,
      before: { rev: revisionOf(item), name: 'first', tags: ['old'] },
      after: { rev: revisionOf(saved), name: 'second', tags: ['old', 'new'] },
    });
  });

  test('sent as it is changes nothing', async () => {
    const item = await store('one\r\ntwo\r\n', 'text/plain', { tags: ['a'] });
    const answer = await send(item, 'item.save', await typedOf(item, { text: 'one\r\ntwo\r\n', type: 'text/plain' }));
    expect(await wordsOf(answer)).toContain('Nothing has changed.');
    expect((await fetchItem(item)).etag).toBe(item.etag);
    await send(item, 'item.save', await typedOf(item, { text: 'one\r\ntwo\r\nthree', type: 'text/plain' }));
    expect(await fetchBody(item)).toBe('one\r\ntwo\r\nthree');
  });

  test('reads a text by its charset, and stores it as UTF-8', async () => {
    const item = await store(Buffer.from('caf\u00e9', 'latin1'), 'text/plain; charset=iso-8859-1');
    expect(await shown(item)).toContain('café');
    await send(item, 'item.save', await typedOf(item, { text: 'cafés', type: 'text/plain; charset=iso-8859-1' }));
    expect([(await fetchItem(item)).mimetype, await fetchBody(item)]).toEqual(['text/plain; charset=utf-8', 'cafés']);
  });

  test('says at its field what cannot be saved, and keeps what was typed', async () => {
    const item = await store('{"a":1}', 'application/json', { name: 'wrong' });
    await createItem(site, crate, 'creator', { name: 'taken' });
    const tries: [string, Record<string, string>, number, string][] = [
      ['map', { map: '[1]' }, 400, 'Write a JSON object'],
      ['map', { map: '{"a":{}}' }, 400, 'of at most 4096 characters'],
      ['tags', { tags: '-no' }, 400, 'a leading -'],
      ['name', { name: 'taken' }, 409, 'name'],
      ['text', { text: '{"a":', type: 'application/json' }, 400, 'This is no JSON'],
      ['text', { text: `${'['.repeat(70)}${']'.repeat(70)}`, type: 'application/json' }, 400, 'deeper than 64'],
    ];
    for (const [name, changed, status, words] of tries) {
      const answer = await send(item, 'item.save', await typedOf(item, { note: 'typed', ...changed }));
      const html = await answer.text();
      expect([answer.status, html.includes('>typed</textarea>'), html], name).toEqual([
        status,
        true,
        expect.stringContaining(words),
      ]);
      expect(html, name).toMatch(new RegExp(`name="${name}"[^>]*aria-invalid|aria-invalid[^>]*name="${name}"`));
    }
    expect((await fetchItem(item)).etag).toBe(item.etag);
  });

  test('needs the rights of the crate, also to protected tags', async () => {
    const item = await createItem(site, crate, 'staff', { tags: ['featured'] });
    const answer = await send(item, 'item.save', await typedOf(item, { tags: 'featured, award:gold' }));
    expect(answer.status).toBe(403);
    expect((await send(item, 'item.save', await typedOf(item, { tags: 'featured, award:gold' }), 'admin')).status).toBe(
      200,
    );
    expect(await shown(item)).toMatch(/featured\s+· protected .*award:gold\s+· protected, not for you/);
  });
});

describe('two who change one item', () => {
  const LINES = ['one', 'two', 'three', 'four', 'five'];
  const open = async () =>
    store(LINES.join('\n'), 'text/plain', { tags: ['a', 'b'], map: { left: 1, right: 1, gone: 1 } });
  const other = async (item: Item) => {
    const text = LINES.with(0, 'ONE').join('\n');
    const changed = {
      text,
      type: 'text/plain',
      tags: 'b, c',
      map: '{"left":2,"right":1,"new":"theirs"}',
      note: 'theirs',
    };
    expect((await send(item, 'item.save', await typedOf(item, changed), 'admin')).status).toBe(200);
  };

  const present = async (item: Item) => revisionOf(await fetchItem(item));

  test('come together where they changed different things, and nothing is lost', async () => {
    const item = await open();
    const typed = await typedOf(item, { text: LINES.with(4, 'FIVE').join('\n'), type: 'text/plain', tags: 'a, b, d' });
    const mine = { ...typed, map: '{"left":1,"right":3,"gone":1,"own":"mine"}' };
    await other(item);
    const refused = await send(item, 'item.save', mine);
    expect([refused.status, await wordsOf(refused)]).toEqual([412, expect.stringContaining('Nothing is lost')]);
    const merged = await send(item, 'item.merge', { ...mine, theirs: await present(item) });
    expect(merged.status).toBe(200);
    expect(await fetchItem(item)).toMatchObject({
      tags: ['b', 'c', 'd'],
      note: 'theirs',
      map: { left: 2, right: 3, new: 'theirs', own: 'mine' },
    });
    expect((await fetchItem(item)).map).not.toHaveProperty('gone');
    expect(await fetchBody(item)).toBe(['ONE', 'two', 'three', 'four', 'FIVE'].join('\n'));
  });

  test('choose where they changed the same, and choose again after a third', async () => {
    const item = await open();
    const mine = await typedOf(item, { text: LINES.with(0, 'Uno').join('\n'), type: 'text/plain', note: 'mine' });
    const typed = { ...mine, map: '{"left":5,"right":1,"gone":1}' };
    await other(item);
    const before = await present(item);
    const html = await (await send(item, 'item.save', typed)).text();
    const [, place = ''] = /name="choice-(\d+)"/.exec(html) ?? [];
    expect(html).toContain('name="choice-note"');
    expect((await send(item, 'item.merge', { ...typed, theirs: before, 'choice-note': 'mine' })).status).toBe(400);
    const choices = { 'choice-note': 'mine', 'choice-map.left': 'theirs', [`choice-${place}`]: 'both' };
    await send(item, 'item.save', await typedOf(item, { name: 'third' }), 'super');
    const again = await send(item, 'item.merge', { ...typed, ...choices, theirs: before });
    expect(again.status).toBe(400);
    const map = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    expect((await send(item, 'item.merge', { ...typed, ...choices, map, theirs: before })).status).toBe(400);
    expect((await send(item, 'item.merge', { ...typed, ...choices, theirs: await present(item) })).status).toBe(200);
    expect(await fetchItem(item)).toMatchObject({
      name: 'third',
      note: 'mine',
      map: { left: 2, right: 1, new: 'theirs' },
    });
    expect(await fetchBody(item)).toBe(['Uno', 'ONE', 'two', 'three', 'four', 'five'].join('\n'));
  });

  test('are told of each other: what has changed, and by whom', async () => {
    const item = await open();
    expect(await shown(item, `?since=${revisionOf(item)}`)).not.toContain('Somebody has changed this item');
    await other(item);
    const words = await shown(item, `?since=${revisionOf(item)}`);
    expect(words).toMatch(/Somebody has changed this item.*Kettle of Doom.*Tags.*Map.*Note.*Body/);
  });
});

describe('a body', () => {
  test('is shown by what it is, and never as markup of the page', async () => {
    const script = '<script>alert(1)</script>';
    for (const type of ['text/html', 'image/svg+xml', 'text/plain', 'application/xhtml+xml']) {
      const html = await htmlOf(await store(`<svg>${script}</svg></textarea>${script}`, type));
      expect(html, type).not.toContain(script);
      expect(html, type).toContain('&lt;/textarea&gt;&lt;script&gt;');
    }
    const polyglot = await htmlOf(await store(`GIF89a/*${script}*/`, 'image/gif'));
    expect(polyglot).not.toContain(script);
    const [, source = ''] = /<img[^>]* src="([^"]*download=true[^"]*)"/.exec(polyglot) ?? [];
    const { headers } = await site.ask('staff', source.replaceAll('&amp;', '&'));
    expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
      'nosniff',
      expect.stringContaining('sandbox'),
    ]);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(await htmlOf(await store('ID3', 'audio/mpeg'))).toMatch(/<audio[^>]* preload="none"/);
  });

  test('of any length is read in parts', async () => {
    const bytes = new Uint8Array(50 * 1024 * 1024);
    bytes.set(Buffer.from('<b>last</b>'), bytes.length - 11);
    const item = await store(bytes, 'application/octet-stream');
    const first = await htmlOf(item);
    expect(first.length).toBeLessThan(200_000);
    expect(first).toContain('00000000  00 00 00');
    expect(first).toContain('hex=512');
    const last = await shown(item, `?hex=${'9'.repeat(12)}`);
    expect(last).toContain('031ffff0 00 00 00 00 00 3c 62 3e 6c 61 73 74 3c 2f 62 3e');
    expect(last).not.toContain('Bytes after');
  }, 60_000);

  test('that is a long, broken or deep text is not taken apart', async () => {
    const long = await shown(await store('x'.repeat(MAX_TEXT_BYTES + 1), 'text/plain'));
    expect(long).toContain('This text is too long to edit here.');
    expect(await shown(await store(Buffer.from([0xff, 0xfe, 0x41]), 'text/plain'))).toContain(
      'aren’t text of the type',
    );
    expect(await shown(await store('a\0b', 'text/plain'))).toContain('aren’t text of the type');
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const html = await htmlOf(await store(deep, 'application/json'));
    expect([html.length < 400_000, html.includes('[[[[[[[[')]).toEqual([true, true]);
  });

  test('is replaced by a file with its own type', async () => {
    const item = await store('old', 'text/plain');
    const file = new File([Buffer.from([1, 2, 3])], 'a.bin', { type: 'application/x-thing' });
    const upload = (rev: string) => site.submitFiles('staff', pathOf(item), { intent: 'item.upload', rev, file });
    expect((await upload('7')).status).toBe(412);
    expect((await upload(revisionOf(item))).status).toBe(200);
    expect(await fetchItem(item)).toMatchObject({ mimetype: 'application/x-thing', bytes: 3 });
    expect(await shown(item)).toContain('00000000 01 02 03');
  });
});

describe('people, stats and versions of an item', () => {
  test('people come by their alias, and the owner is handed over', async () => {
    const item = await createItem(site, crate, 'creator');
    const who = { player: CAST.player.alias, collaborator: CAST.collaborator.userId };
    const added = await Promise.all(Object.values(who).map((one) => send(item, 'item.addPerson', { who: one })));
    expect(added.map(({ status }) => status)).toEqual([200, 200]);
    const ids = [CAST.creator.userId, CAST.player.userId, CAST.collaborator.userId];
    expect(new Set((await fetchItem(item)).collaborators)).toEqual(new Set(ids));
    const statusOf = async (intent: string, fields: Record<string, string>) =>
      (await send(item, intent, fields)).status;
    expect(await statusOf('item.addPerson', { who: 'Nobody At All' })).toBe(404);
    expect(await statusOf('item.addPerson', { who: CAST.player.alias })).toBe(409);
    expect(await statusOf('item.removePerson', { userId: CAST.creator.userId })).toBe(409);
    expect(await statusOf('item.makeOwner', { userId: CAST.player.userId })).toBe(200);
    expect(await statusOf('item.removePerson', { userId: CAST.creator.userId })).toBe(200);
    expect((await fetchItem(item)).collaborators).toEqual([CAST.player.userId, CAST.collaborator.userId]);
    expect(await shown(item, '?view=people')).toMatch(/Pickle Comet\s+Owner\s+The Second Sock\s+Collaborator/);
  });

  test('stats are written by the rules of the crate, and have their places', async () => {
    const [item, better] = [await createItem(site, crate, 'creator'), await createItem(site, crate, 'creator')];
    const write = (item: Item, name: string, how: string, value: string) =>
      send(item, 'item.stats', { name, how, value });
    expect((await write(better, 'plays', 'set', '90')).status).toBe(200);
    expect((await write(item, 'plays', 'add', '40')).status).toBe(200);
    const refused = await write(item, 'plays', 'add', '70');
    expect([refused.status, await wordsOf(refused)]).toEqual([400, expect.stringContaining('at most 100')]);
    await write(item, 'Fastest', 'record', '12.5');
    expect((await fetchItem(item)).stats).toEqual({ plays: 40 });
    const words = await shown(item, '?view=stats');
    expect(words).toMatch(/plays .*40 .*#2 .*Fastest .*#1 .*12\.5/);
    expect(await lastEntry('item.stats')).toMatchObject({ after: { Fastest: 12.5 } });
  });

  test('a version is compared by line and word, and restored with undo', async () => {
    const item = await store('{"a":1,"b":2}', 'application/json');
    const [text, first] = ['{"a":1,"b":"three four"}', revisionOf(item)];
    await send(item, 'item.save', await typedOf(item, { text, type: 'application/json', note: 'new' }));
    expect(await shown(item, '?view=versions')).toContain(`Compare with ${revisionOf(item)}`);
    const html = await htmlOf(item, `?view=versions&rev=${revisionOf(item)}`);
    expect(html).toMatch(/<del[^>]*>  &quot;b&quot;: 2/);
    expect(html).toMatch(/<ins[^>]*>  &quot;b&quot;: &quot;three four&quot;/);
    expect(html).toContain('Word by word');
    expect((await send(item, 'item.restore', { from: first, rev: first })).status).toBe(412);
    const second = revisionOf(await fetchItem(item));
    const restored = await (await send(item, 'item.restore', { from: first, rev: second })).text();
    expect(await fetchBody(item)).toBe('{"a":1,"b":2}');
    expect(restored).toContain(`name="from" value="${second}"`);
    expect((await send(item, 'item.restore', { from: second, rev: revisionOf(await fetchItem(item)) })).status).toBe(
      200,
    );
    expect(await fetchItem(item)).toMatchObject({ note: 'new' });
  });

  test('pictures stand beside each other', async () => {
    const item = await store('GIF89a', 'image/gif');
    const file = new File(['GIF89b'], 'b.gif', { type: 'image/gif' });
    await site.submitFiles('staff', pathOf(item), { intent: 'item.upload', rev: revisionOf(item), file });
    const html = await htmlOf(item, `?view=versions&rev=${revisionOf(item)}`);
    expect(html.match(/<img[^>]* src="[^"]*\/versions\/\d+\?download=true"/g)).toHaveLength(2);
  });
});

test('a deleted item lies in the trash, and comes back from there', async () => {
  const item = await createItem(site, crate, 'creator', { name: 'fleeting' });
  expect((await send(item, 'item.delete', { rev: '4' })).status).toBe(412);
  const deleted = await send(item, 'item.delete', { rev: revisionOf(item) });
  const html = await deleted.text();
  expect([deleted.status, html.includes('In the trash'), html.includes('item.undelete')]).toEqual([200, true, true]);
  expect(await shown(item)).toMatch(/fleeting.*In the trash.*Deleted .* you /);
  expect((await send(item, 'item.undelete')).status).toBe(200);
  expect((await fetchItem(item)).name).toBe('fleeting');
});

describe('to view an item as somebody else', () => {
  test('tells what they see and may do, and which rule decides', async () => {
    const item = await createItem(site, crate, 'creator', { tags: ['hidden'] });
    const visitor = await shown(item, '?view=access&as=public');
    expect(visitor).toMatch(/A visitor doesn’t see this item, but gets 404:.*Deed read Allowed No Rule hide\.hidden/);
    expect(await shown(item, '?view=access&as=staff')).toMatch(
      /Staff sees this item\..*Deed update Allowed Yes Rule update\[2\]/,
    );
    const person = await wordsOf(await send(item, 'item.view', { who: CAST.creator.alias }));
    expect(person).toMatch(/@cr8tor sees this item\..*Deed delete Allowed Yes Rule delete\[0\]/);
    expect(await lastEntry('item.view')).toMatchObject({
      user_id: CAST.staff.userId,
      after: { userId: CAST.creator.userId, role: 'authenticated' },
    });
  });
});

test('the history of an item has the deeds of staff and what the feed knows', async () => {
  const item = await createItem(site, crate, 'creator', { name: 'storied' });
  await send(item, 'item.save', await typedOf(item, { note: 'x' }));
  const words = await shown(item, '?view=history', 'admin');
  expect(words).toMatch(/Waffle Lieutenant\s+changed\s+storied\s+of the crate\s+lab/);
  expect(words).toMatch(/Change changed .*Waffle Lieutenant.*Change created .*Bramble Gearsworth/);
  expect(await shown(item, '?view=history')).toContain('The rules of this crate don’t let you do that.');
});

describe('who may not', () => {
  test('finds no such page, and does nothing by its forms', async () => {
    const closed = await createCrate(site, 'closed', { read: ['super'], create: ['super'] });
    const item = await createItem(site, closed, 'super');
    const open = await createItem(site, crate, 'creator');
    const statusOf = async (who: CastName | undefined, item: Item) => (await site.ask(who, pathOf(item))).status;
    expect([await statusOf('player', open), await statusOf(undefined, open)]).toEqual([404, 302]);
    expect([await statusOf('staff', item), await statusOf('super', item)]).toEqual([404, 200]);
    expect((await send(item, 'item.save', { rev: '1', name: 'x' })).status).toBe(404);
    expect((await send(open, 'item.save', { rev: '1', name: 'x' }, 'player')).status).toBe(404);
  });

  test('edits an item of a noun elsewhere', async () => {
    const posts = await createCrate(site, 'posts', { ...OPEN_POLICY, history: ['staff'] });
    const item = await createItem(site, posts, 'staff', { name: 'a-post', map: { title: 'A post' } });
    expect(await htmlOf(item)).toMatch(/href="\/editor\/a-post"/);
    for (const [intent, fields] of [
      ['item.save', await typedOf(item, { tags: 'hidden' })],
      ['item.save', await typedOf(item, { text: 'Other words', type: 'text/markdown' })],
      ['item.delete', { rev: revisionOf(item) }],
      ['item.restore', { rev: revisionOf(item), from: revisionOf(item) }],
    ] as const) {
      expect((await send(item, intent, fields)).status, intent).toBe(409);
    }
    expect((await send(item, 'item.save', await typedOf(item, { note: 'Ask Pip.' }))).status).toBe(200);
  });
});
