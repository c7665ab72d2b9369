import { request as httpRequest } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Site } from '#app/app.server.ts';
import { listen } from '#lib/http/listen.server.ts';
import type { ListeningServer } from '#lib/http/listen.server.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestSignIn } from '#test/test-app.ts';
import { exported, linesOf } from '#test/transfer.ts';

const site = useTestSite();
let listening: ListeningServer;
let base: string;
let headers: Record<string, string>;
let text: string;

beforeAll(async () => {
  const door = openTestApp(site);
  const served = new Site(door.parts);
  listening = await listen({
    hosts: ['127.0.0.1'],
    port: 0,
    trustProxy: 0,
    fetch: (request, client) => served.fetch(request, client),
  });
  base = `http://127.0.0.1:${listening.port}/api/storage/crates`;
  const { cookie, xsrf }: TestSignIn = await door.signIn('admin');
  headers = { cookie, 'x-xsrf-token': xsrf, origin: 'http://localhost:8080' };
  const crate = await createCrate(site, 'source');
  for (let at = 0; at < 30; at += 1) await createItem(site, crate, 'player', {}, 'x'.repeat(at * 7000));
  text = await exported(site, crate);
});
afterAll(() => listening.close(0));

let crates = 0;
async function newCrate(): Promise<string> {
  const crateId = `target-${(crates += 1)}`;
  await createCrate(site, crateId);
  return `${base}/${crateId}`;
}

const streaming = () => ({ method: 'POST', headers, duplex: 'half' });
const parts = () => text.match(/[^]{1,200000}/g) ?? [];
const WHOLE = { complete: true, imported: 30 };

test('a client reads the response of an import while it still sends, and pipes an export straight into it', async () => {
  const target = await newCrate();
  const source = await fetch(`${base}/source/export`, { headers });
  const answer = await fetch(`${target}/import`, { ...streaming(), body: source.body });
  expect(linesOf(await answer.text()).at(-1)).toMatchObject(WHOLE);
  let send: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
  const early = fetch(`${await newCrate()}/import`, { ...streaming(), body });
  const [first = '', ...rest] = parts();
  send?.enqueue(Buffer.from(first));
  const response = await early;
  expect(response.status).toBe(200);
  for (const part of rest) send?.enqueue(Buffer.from(part));
  send?.close();
  expect(linesOf(await response.text()).at(-1)).toMatchObject(WHOLE);
});

test('an import answers a client that sends everything before it reads', async () => {
  const target = new URL(`${await newCrate()}/import?ids=new`);
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = httpRequest(target, { method: 'POST', headers });
    for (const part of parts()) sent.write(part);
    sent.end();
    sent.on('error', reject);
    sent.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (answer += chunk));
      response.on('end', () => resolve(answer));
    });
  });
  expect(linesOf(answer).at(-1)).toMatchObject(WHOLE);
});

test('an import refuses before it reads the body', async () => {
  const stranger = { ...headers, cookie: '', 'x-xsrf-token': '' };
  const answer = await fetch(`${await newCrate()}/import`, { method: 'POST', headers: stranger, body: text });
  expect(answer.status).toBe(401);
});
