import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { createDatabase } from '#test/database.ts';

import { openDatabase } from './database.server.ts';
import type { Database } from './database.server.ts';
import { Listener } from './listener.server.ts';
import { PubSub } from './pub-sub.server.ts';
import { sql } from './sql.server.ts';

let db: Database;
let listeners: Listener[];
const sent: string[] = [];
const PAUSE = 20;

/** Two processes, as to their pubSub. */
let here: PubSub;
let there: PubSub;

beforeAll(async () => {
  const connection = {
    connectionString: await createDatabase(inject('databaseUrl'), `wakes_${randomUUID().slice(0, 8)}`),
  };
  db = openDatabase({ connection, size: 2, statementTimeout: 5000 });
  listeners = [new Listener(connection, 'news'), new Listener(connection, 'news')];
  const [one, other] = listeners as [Listener, Listener];
  const send = (topic: string) => {
    sent.push(topic);
    return db.query(sql`select pg_notify('news', ${topic})`);
  };
  here = new PubSub(one, send, PAUSE);
  there = new PubSub(other, send, PAUSE);
  await Promise.all(listeners.map((listener) => listener.open()));
});

afterAll(async () => {
  for (const listener of listeners) listener.close();
  await db.close();
});

const followed = (pubSub: PubSub, topic: string) => {
  const heard = Promise.withResolvers<void>();
  const stop = pubSub.subscribe(topic, heard.resolve);
  return { heard: heard.promise, stop };
};

test('a message reaches subscribers here at once and those of the other process by NOTIFY', async () => {
  let atOnce = false;
  const stop = here.subscribe('a', () => (atOnce = true));
  const other = followed(there, 'a');
  here.publish('a');
  expect(atOnce).toBe(true);
  await other.heard;
  stop();
  other.stop();
});

test('a subscriber of another topic, or one that has unsubscribed, gets nothing', async () => {
  const heard: string[] = [];
  const stops = ['b', 'c'].map((topic) => there.subscribe(topic, () => heard.push(topic)));
  stops[0]?.();
  const last = followed(there, 'd');
  here.publish('b');
  here.publish('d');
  await last.heard;
  expect(heard).toEqual([]);
});

test('many messages become a few notifications, the last one included', async () => {
  let calls = 0;
  const stop = here.subscribe('many', () => (calls += 1));
  for (let pubSub = 0; pubSub < 100; pubSub += 1) here.publish('many');
  expect(calls).toBe(1);
  await expect.poll(() => sent.filter((topic) => topic === 'many'), { interval: 5 }).toHaveLength(2);
  expect(calls).toBeGreaterThan(1);
  stop();
});

test('a lost connection runs all subscribers, because notifications may have been missed', async () => {
  const other = followed(there, 'e');
  await db.query(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener' and datname = current_database()`,
  );
  await other.heard;
});
