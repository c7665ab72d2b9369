import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';

import { MASQUERADE_COOKIE } from '#app/current/masquerade.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { nouns } from '#app/nouns.server.ts';
import { askQuestion } from '#app/podcast/questions/questions.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { currentAs } from '#test/people/form-rights.ts';
import { ageProof, eventsOf, openOwner, openSession } from '#test/people/owners.ts';
import type { TestOwner } from '#test/people/owners.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem } from '#test/storage.ts';
import { unpack } from '#test/wire/zip.ts';

import { EXPORT_DAYS, EXPORT_PAGE, GUEST_PAGE, SCHEMA_PATH } from './export.ts';
import { endExports } from './exports.server.ts';
import { runExports } from './making/run.server.ts';

const site = useTestSite();
const system = () => systemCurrent(site.parts);
const make = () => runExports(system(), nouns);
const DAY_MS = 86_400_000;

const ask = ({ visitor }: Pick<TestOwner, 'visitor'>) => visitor.post(EXPORT_PAGE, { intent: 'exports.ask' });
const findRow = async (userId: string) => {
  const [row] = await site.parts.db.query<{
    export_id: string;
    state: string;
    file_key: string | null;
    attempts: number;
  }>(sql`select export_id, state, file_key, attempts from data_exports where user_id = ${userId}`);
  return row;
};
const download = async (owner: TestOwner) => {
  const row = await findRow(owner.userId);
  return owner.visitor.get(`${EXPORT_PAGE}/${row?.export_id}/download`);
};
const filesOf = async (answer: Response) => unpack(Buffer.from(await answer.arrayBuffer()));
const isStored = async (key: string) => {
  try {
    await (await site.parts.files.read(key)).cancel();
    return true;
  } catch {
    return false;
  }
};

describe('a copy of one’s data', () => {
  test('is asked for after a fresh sign-in, made in the background, told, and saved as a zip of pages, JSON and files', async () => {
    const owner = await openOwner(site, 'zip@export.example', 'zip2@export.example');
    const crate = await createCrate(site, 'zipped', OPEN_POLICY);
    const large = Buffer.alloc(100_000, 'large');
    await site.parts.db.query(sql`update sessions set proved_at = now() where user_id = ${owner.userId}`);
    const { itemId } = await createItem(site, crate, 'player', { name: 'small.txt' }, '<script>alert(1)</script>');
    await createItem(site, crate, 'player', { name: 'large.bin' }, large);
    await site.parts.db.query(sql`update items set user_id = ${owner.userId} where crate_id = 'zipped'`);

    expect((await ask(owner)).status).toBe(200);
    expect(await (await owner.visitor.get(EXPORT_PAGE)).text()).toContain('<progress');
    await make();
    await runJobs(site);
    expect(await (await owner.visitor.get(EXPORT_PAGE)).text()).toContain('/download"');
    expect(site.parts.mailer.keptMails().find(({ to }) => to === 'zip@export.example')?.text).toContain(EXPORT_PAGE);
    expect(await eventsOf(site, owner.userId)).toContain('exportAsked');

    const answer = await download(owner);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename\*=UTF-8''rumpus-data-[\d-]+\.zip$/,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const files = await filesOf(answer);

    const page = files.get('pages/items-1.html')?.toString() ?? '';
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script');
    const index = files.get('index.html')?.toString() ?? '';
    expect(index).toContain('<img src="pictures/account-alias.svg"');
    expect(index).toContain('href="pages/items-1.html"');
    expect(files.has('pictures/account-alias.svg')).toBe(true);
    // Nothing is asked for elsewhere.
    for (const [name, body] of files)
      if (name.endsWith('.html')) expect(body.toString()).not.toMatch(/(?:src|href)="\w+:/);

    const items = JSON.parse(files.get('data/items-1.json')?.toString() ?? '') as { rows: Record<string, unknown>[] };
    expect(items.rows.find((row) => row['itemId'] === itemId)).toMatchObject({ text: '<script>alert(1)</script>' });
    const [path = ''] = items.rows.flatMap((row) => row['files'] as string[]);
    expect(files.get(path)?.equals(large)).toBe(true);
  });

  test('is valid by its schema, which is published, and names every part and field', async () => {
    const owner = await openOwner(site, 'schema@export.example');
    await ask(owner);
    await make();
    const files = await filesOf(await download(owner));
    const published = await site.ask(undefined, SCHEMA_PATH);
    expect(published.headers.get('content-type')).toBe('application/schema+json');
    const schema = (await published.json()) as { $defs: object };
    expect(JSON.parse(files.get('schema.json')?.toString() ?? '')).toEqual(schema);
    const ajv = new Ajv2020({ allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(schema);
    for (const [name, body] of files) {
      if (!name.startsWith('data/')) continue;
      validate(JSON.parse(body.toString()));
      expect(validate.errors, name).toBeNull();
    }
    const names = nouns.flatMap(({ personalRows = [] }) => personalRows.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(schema.$defs)).toEqual(names);
  });

  test('is for nobody else: another’s, a visitor’s, a masquerade’s and one without a fresh sign-in are refused', async () => {
    const owner = await openOwner(site, 'mine@export.example');
    await ask(owner);
    await make();
    const row = await findRow(owner.userId);
    const address = `${EXPORT_PAGE}/${row?.export_id}/download`;
    expect((await site.ask('player', address)).status).toBe(404);
    expect((await site.ask('super', address)).status).toBe(404);
    expect((await openVisitor(site).get(address)).status).not.toBe(200);
    expect((await owner.visitor.get(`${EXPORT_PAGE}/none/download`)).status).toBe(404);

    const old = await openSession(site, owner.userId);
    await ageProof(site, owner.userId);
    expect((await old.visitor.get(address)).status).toBe(403);
    expect((await ask(old)).status).toBe(403);
    expect(await (await old.visitor.get(EXPORT_PAGE)).text()).not.toContain('/download"');
    // Another session of theirs that is fresh may.
    const fresh = await openSession(site, owner.userId);
    expect((await fresh.visitor.get(address)).status).toBe(200);
  });

  test('is neither asked for nor saved by staff who see the site as another role', async () => {
    const masked = await openOwner(site, 'masked@export.example');
    await site.parts.db.query(sql`update accounts set role = 'super' where user_id = ${masked.userId}`);
    await ask(masked);
    await make();
    const row = await findRow(masked.userId);
    const address = `${EXPORT_PAGE}/${row?.export_id}/download`;
    expect((await masked.visitor.get(address)).status).toBe(200);
    masked.visitor.cookies.set(MASQUERADE_COOKIE, 'authenticated');
    expect((await masked.visitor.get(address)).status).toBe(403);
    expect((await masked.visitor.get(EXPORT_PAGE)).status).toBe(403);
    expect((await ask(masked)).status).toBe(403);
    expect((await findRow(masked.userId))?.export_id).toBe(row?.export_id);
  });

  test('is not asked for by a form of another site, nor by a key, nor saved by one', async () => {
    const owner = await openOwner(site, 'tools@export.example');
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const forged = await owner.visitor.post(EXPORT_PAGE, { intent: 'exports.ask' }, elsewhere);
    expect([forged.status, await findRow(owner.userId)]).toEqual([403, undefined]);
    await ask(owner);
    await make();
    const row = await findRow(owner.userId);
    const made = await owner.visitor.post('/account', {
      intent: 'keys.create',
      name: 'tool',
      days: '30',
      'may.rumpus-account-read': 'on',
    });
    const [key = ''] = /rumpus_key_\w+/.exec(await made.text()) ?? [];
    const headers = { 'rumpus-delegation-key': key };
    expect((await site.ask(undefined, `/api/auth/accounts/${owner.userId}`, { headers })).status).toBe(200);
    const saved = await site.ask(undefined, `${EXPORT_PAGE}/${row?.export_id}/download`, { headers });
    expect([saved.status, saved.headers.get('content-type')]).not.toContain('application/zip');
    expect(saved.status).not.toBe(200);
    const again = await site.ask(undefined, EXPORT_PAGE, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:8080' },
      body: 'intent=exports.ask',
    });
    expect(again.status).not.toBe(200);
    expect((await findRow(owner.userId))?.export_id).toBe(row?.export_id);
  });

  test('has each of many rows once, in files of at most 200', async () => {
    const owner = await openOwner(site, 'many@export.example');
    await createCrate(site, 'many', OPEN_POLICY);
    await site.parts.db
      .query(sql`insert into items (crate_id, item_id, rev, user_id, collaborators, mimetype, bytes, body,
        created_at, updated_at, updated_by)
      select 'many', gen_random_uuid(), 1, ${owner.userId}, array[${owner.userId}::text], 'text/plain', 1, 'x',
        now() - n / 3 * interval '1 second', now(), ${owner.userId} from generate_series(1, 450) n`);
    await ask(owner);
    await make();
    const files = await filesOf(await download(owner));
    const pieces = [...files].filter(([name]) => name.startsWith('data/items-'));
    const rows = pieces.map(([, body]) => (JSON.parse(body.toString()) as { rows: { itemId: string }[] }).rows);
    expect(rows.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(new Set(rows.flat().map(({ itemId }) => itemId)).size).toBe(450);
    expect(files.get('pages/items-2.html')?.toString()).toMatch(/href="items-1\.html".*href="items-3\.html"/);
  });

  test('is written in the language in which it was asked for', async () => {
    const owner = await openOwner(site, 'deutsch@export.example');
    await owner.visitor.post(`/de-DE${EXPORT_PAGE}`, { intent: 'exports.ask' });
    await make();
    const files = await filesOf(await download(owner));
    expect(JSON.parse(files.get('index.json')?.toString() ?? '')).toMatchObject({ locale: 'de-DE' });
    expect(files.get('index.html')?.toString()).toContain('<html lang="de-DE">');
    expect(files.get('pages/account-1.html')?.toString()).toContain('<html lang="de-DE">');
  });

  test('puts each file in its folder whatever it is called, and shows words of others as words', async () => {
    const owner = await openOwner(site, 'names@export.example');
    const crate = await createCrate(site, 'named', OPEN_POLICY);
    const names = [
      '../../../etc/passwd',
      '..',
      'C:\\Windows\\win.html',
      'a/b/../c.png',
      '𝒜'.repeat(90),
      'नमस्ते.txt',
      '"><script>alert(1)</script>.png',
    ];
    for (const name of names) {
      const { itemId } = await createItem(site, crate, 'player', {}, Buffer.alloc(70_000, name));
      await site.parts.db.query(sql`update items set name = ${name} where crate_id = 'named' and item_id = ${itemId}`);
    }
    await site.parts.db.query(sql`update items set user_id = ${owner.userId} where crate_id = 'named'`);
    await site.parts.db.query(sql`
      insert into mailbox_messages (message_id, state, segment, texts, created_by, created_at, sent_at)
      values (gen_random_uuid(), 'sent', ${`user:${owner.userId}`}, ${JSON.stringify({
        'en-US': { title: '<img src=x onerror=alert(1)>', body: '<script>alert(2)</script>' },
      })}, 'x', now(), now())`);
    await ask(owner);
    await make();
    const files = await filesOf(await download(owner));
    const { rows } = JSON.parse(files.get('data/items-1.json')?.toString() ?? '') as { rows: { files: string[] }[] };
    const paths = rows.flatMap((row) => row.files);
    expect(paths).toHaveLength(names.length);
    for (const path of paths) {
      expect(path).toMatch(/^files\/items\/\d+-[\p{L}\p{M}\p{N}._-]+$/u);
      expect(Buffer.byteLength(path)).toBeLessThan(255);
      expect(files.has(path), path).toBe(true);
    }
    for (const name of files.keys()) expect(name.split('/')).not.toContain('..');
    const letters = files.get('pages/mailbox-messages-1.html')?.toString() ?? '';
    expect(letters).toContain('&lt;img src=x onerror=alert(1)&gt;');
    for (const [name, body] of files)
      if (name.endsWith('.html')) expect(body.toString()).not.toMatch(/<script|<[^>]*\sonerror=|javascript:/i);
  });

  test('has what they asked the podcast, with their voice, and what the studio wrote to them', async () => {
    const owner = await openOwner(site, 'voice@export.example');
    const voice = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(2000, 'voice')]);
    await askQuestion(currentAs(site, owner.userId), {
      title: 'Who feeds the goats?',
      body: 'I wonder.',
      name: 'Zoe',
      maySayName: true,
      mayPlay: true,
      voice: new File([voice], 'question.webm', { type: 'audio/webm' }),
      proof: '',
    });
    await ask(owner);
    await make();
    const files = await filesOf(await download(owner));
    expect(files.get('data/podcast-questions-1.json')?.toString()).toMatch(/Who feeds the goats\?[^}]*"Zoe"/);
    expect(files.get('data/messages-1.json')?.toString()).toContain('I wonder.');
    expect([...files.values()].some((body) => body.equals(voice))).toBe(true);
  });

  test('is one at a time: of twenty who press at once one begins, and after it another may', async () => {
    const owner = await openOwner(site, 'once@export.example');
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(owner)));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await eventsOf(site, owner.userId)).filter((kind) => kind === 'exportAsked')).toHaveLength(1);
    await make();
    const first = await findRow(owner.userId);
    expect((await ask(owner)).status).toBe(200);
    await make();
    const second = await findRow(owner.userId);
    expect(second?.export_id).not.toBe(first?.export_id);
    // The address of the first leads nowhere.
    expect((await owner.visitor.get(`${EXPORT_PAGE}/${first?.export_id}/download`)).status).toBe(404);
  });

  test('is gone after seven days, with its file', async () => {
    const owner = await openOwner(site, 'gone@export.example');
    await ask(owner);
    await make();
    const { file_key: key } = (await findRow(owner.userId)) ?? {};
    await endExports(system());
    expect(await isStored(key ?? '')).toBe(true);
    site.advanceClock(EXPORT_DAYS * DAY_MS + 1000);
    const { visitor } = await openSession(site, owner.userId);
    owner.visitor.cookies.set('session', visitor.cookies.get('session') ?? '');
    expect((await download(owner)).status).toBe(404);
    expect(await (await owner.visitor.get(EXPORT_PAGE)).text()).toContain('7 days');
    await endExports(system());
    expect(await isStored(key ?? '')).toBe(false);
    expect(await findRow(owner.userId)).toMatchObject({ state: 'expired', file_key: null });
  });
});

describe('a process that is killed while it makes an export', () => {
  test('is missed after a minute; another begins again, and of both the later one is kept', async () => {
    const owner = await openOwner(site, 'killed@export.example');
    await ask(owner);
    // What the killed one had done.
    await site.parts.db.query(sql`update data_exports set state = 'running', run_id = gen_random_uuid(), attempts = 1,
      claimed_until = ${new Date(site.clock.now.getTime() + 60_000)} where user_id = ${owner.userId}`);
    await make();
    expect(await findRow(owner.userId)).toMatchObject({ state: 'running' });
    site.advanceClock(61_000);
    await make();
    expect(await findRow(owner.userId)).toMatchObject({ state: 'ready', attempts: 2 });
  });

  test('or whose store fails is tried again after a while', async () => {
    const owner = await openOwner(site, 'retried@export.example');
    await ask(owner);
    const write = () => Promise.reject(new Error('the disk is full'));
    await runExports({ ...system(), files: { ...site.parts.files, write } }, nouns);
    expect(await findRow(owner.userId)).toMatchObject({ state: 'running', attempts: 1 });
    await make();
    expect(await findRow(owner.userId)).toMatchObject({ state: 'running', attempts: 1 });
    site.advanceClock(61_000);
    await make();
    expect(await findRow(owner.userId)).toMatchObject({ state: 'ready', attempts: 2 });
  });

  test('or that stops, leaves it to another at once, and no try is lost', async () => {
    const owner = await openOwner(site, 'stopped@export.example');
    await ask(owner);
    const closing = new AbortController();
    const write = () => {
      closing.abort();
      return Promise.reject(new Error('closing'));
    };
    await runExports({ ...system(), closing: closing.signal, files: { ...site.parts.files, write } }, nouns);
    expect(await findRow(owner.userId)).toMatchObject({ state: 'waiting', attempts: 0 });
    await make();
    expect(await findRow(owner.userId)).toMatchObject({ state: 'ready', attempts: 1 });
  });

  test('makes none anymore after five tries, and it is told', async () => {
    const owner = await openOwner(site, 'failed@export.example');
    await ask(owner);
    await site.parts.db.query(sql`update data_exports set attempts = 5 where user_id = ${owner.userId}`);
    await make();
    expect(await findRow(owner.userId)).toMatchObject({ state: 'failed', file_key: null });
    await runJobs(site);
    const page = await (await owner.visitor.get(EXPORT_PAGE)).text();
    expect(page).toContain('Something went wrong');
    expect((await ask(owner)).status).toBe(200);
    await make();
    expect(await findRow(owner.userId)).toMatchObject({ state: 'ready' });
  });

  test('leaves no second file: what was written for an export that another has made meanwhile is removed', async () => {
    const owner = await openOwner(site, 'fenced@export.example');
    await ask(owner);
    const before = new Set(await allFiles());
    const slow = {
      ...system(),
      files: {
        ...site.parts.files,
        write: async (...args: Parameters<typeof site.parts.files.write>) => {
          const stored = await site.parts.files.write(...args);
          await site.parts.db.query(sql`update data_exports set run_id = gen_random_uuid(), claimed_until = 'infinity'
            where user_id = ${owner.userId}`);
          return stored;
        },
      },
    };
    await runExports(slow, nouns);
    expect(await findRow(owner.userId)).toMatchObject({ state: 'running', file_key: null });
    expect((await allFiles()).filter((key) => !before.has(key))).toEqual([]);
  });
});

async function allFiles(): Promise<string[]> {
  return Array.fromAsync(site.parts.files.listOlderThan(new Date(8e12)));
}

describe('somebody without an account', () => {
  const mailTo = (to: string, part: string) => {
    const mail = site.parts.mailer.keptMails().find((one) => one.to === to && one.text.includes(part));
    const [link = ''] = new RegExp(String.raw`https?://\S*${part}/[^\s)]+`).exec(mail?.text ?? '') ?? [];
    return link === '' ? '' : new URL(link).pathname;
  };

  test('proves an address by a mailed link, and gets what belongs to it, by another link for seven days', async () => {
    const email = 'guest@export.example';
    const visitor = openVisitor(site);
    await visitor.post('/contact/topics/other', {
      intent: 'contact.send',
      title: 'From a guest',
      body: 'A guest letter',
      email,
    });
    expect((await visitor.post(GUEST_PAGE, { intent: 'exports.mailLink', email: 'no address' })).status).toBe(400);
    const sent = await visitor.post(GUEST_PAGE, { intent: 'exports.mailLink', email });
    expect(sent.status).toBe(200);
    await runJobs(site);
    const confirmation = mailTo(email, '/confirmation');
    expect((await visitor.get(confirmation)).status).toBe(200);
    expect((await site.parts.db.query(sql`select from data_exports where email = ${email}`)).length).toBe(0);
    expect((await visitor.post(confirmation, { intent: 'confirm' })).status).toBe(200);
    await make();
    await runJobs(site);
    const path = mailTo(email, GUEST_PAGE);
    expect(await (await visitor.get(path)).text()).toContain(`${path}/download`);
    const files = await filesOf(await visitor.get(`${path}/download`));
    expect(files.get('data/messages-1.json')?.toString()).toContain('A guest letter');
    expect(files.has('data/account-1.json')).toBe(false);
    // A link that is used up asks for none.
    const exportOf = () => site.parts.db.query(sql`select export_id, state from data_exports where email = ${email}`);
    const before = await exportOf();
    await visitor.post(confirmation, { intent: 'confirm' });
    expect(await exportOf()).toEqual(before);
    // A link works for its own export alone.
    expect((await visitor.get(`${path}x/download`)).status).toBe(404);

    await site.parts.db.query(
      sql`update data_exports set expires_at = now() - interval '1 day' where email = ${email}`,
    );
    expect((await visitor.get(`${path}/download`)).status).toBe(404);
    expect(await (await visitor.get(path)).text()).toContain('7 days');
    await endExports(system());
    expect((await site.parts.db.query(sql`select from data_exports where email = ${email}`)).length).toBe(0);
    expect((await visitor.get(path)).status).toBe(200);
  });

  test('is told the same of an address that is known and of one that is not', async () => {
    const visitor = openVisitor(site);
    const answers = await Promise.all(
      [CAST.player.email, 'nobody@export.example'].map(async (email) => {
        const answer = await visitor.post(GUEST_PAGE, { intent: 'exports.mailLink', email });
        return [
          answer.status,
          (await answer.text()).replaceAll(email, 'EMAIL').replaceAll(/nonce="[^"]*"|[\w-]{20,}/g, ''),
        ];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });
});
