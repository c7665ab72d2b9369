import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { banAccount } from '#app/accounts/staff/bans.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';

import { CAST } from '../cast.ts';
import type { CastName } from '../cast.ts';
import { openDatabaseProxy } from '../database-proxy.ts';
import type { DatabaseProxy } from '../database-proxy.ts';
import { useTestSite } from '../site.ts';
import type { TestSite } from '../site.ts';
import { createCrate, createItem } from '../storage.ts';

const site = useTestSite();
/** Another process, which reaches the database through a proxy. */
let other: TestSite;
let proxy: DatabaseProxy;

beforeAll(async () => {
  proxy = await openDatabaseProxy(site.parts.config.DATABASE_URL ?? '');
  other = await site.openBeside({ DATABASE_URL: proxy.url }, { beatMs: 50, answerMs: 250 });
});
afterAll(async () => {
  await other.close();
  await proxy.close();
});

const statusOf = async (who: CastName) => (await other.ask(who, '/api/notifications/count')).status;
const endSessions = (who: CastName) => site.parts.sessions.endAll(CAST[who].userId);

describe('a process whose listening connection went silent', () => {
  test('refuses sessions that were ended and players that were banned elsewhere, and shows what was published', async () => {
    const posts = await createCrate(site, 'posts');
    const home = async () => (await other.ask(undefined, '/', { headers: { 'accept-language': 'en' } })).text();
    expect(await Promise.all([statusOf('player'), statusOf('creator')])).toEqual([200, 200]);
    expect(await home()).not.toContain('Written meanwhile');
    proxy.silence('listener');
    await endSessions('player');
    const system = systemCurrent(site.parts);
    const staff = { ...system, actor: { ...system.actor, userId: CAST.staff.userId, provedAt: system.now() } };
    await banAccount(staff, CAST.creator.userId, { reason: 'spam', until: null });
    await createItem(site, posts, 'staff', { name: 'meanwhile', map: { title: 'Written meanwhile' } });
    await expect.poll(() => statusOf('player')).toBe(401);
    await expect.poll(() => statusOf('creator')).toBe(401);
    await expect.poll(home).toContain('Written meanwhile');
  });

  test('reads everything from the database as long as it hears nothing', async () => {
    expect(other.parts.listener.isListening()).toBe(false);
    expect(await statusOf('collaborator')).toBe(200);
    await endSessions('collaborator');
    expect(await statusOf('collaborator')).toBe(401);
  });

  test('connects again when it can, and then remembers and hears', async () => {
    proxy.restore();
    await expect.poll(() => other.parts.listener.isListening()).toBe(true);
    expect(await statusOf('staff')).toBe(200);
    await endSessions('staff');
    await expect.poll(() => statusOf('staff')).toBe(401);
  });
});
