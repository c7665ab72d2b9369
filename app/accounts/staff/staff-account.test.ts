import { beforeAll, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { linkIdentity } from '../identities/identities.server.ts';
import { noteSecurityEvent } from '../security-log/security-log.server.ts';
import { listUserEvents } from './staff-account.server.ts';
import type { StaffAccount } from './staff.ts';

const site = useTestSite();
const NOTE = 'Watch what they do.';
const of = (who: CastName) => `/api/auth/accounts/${CAST[who].userId}`;
const seenBy = async (by: CastName, who: CastName) => dataOf<StaffAccount>(await site.ask(by, `${of(who)}/staff`));

describe('the name of a connection', () => {
  beforeAll(async () => {
    const current = systemCurrent(site.parts);
    const names = { google: 'pickle@comets.example', steam: 'Pickle Comet', twitch: undefined };
    for (const [platform, name] of Object.entries(names)) {
      const identity = { issuer: `https://${platform}.example`, subject: 'pickle', platform, service: platform, name };
      await linkIdentity(current, CAST.player.userId, identity);
    }
  });

  test('is masked below admin when it is an address', async () => {
    const { connections } = await seenBy('staff', 'player');
    const names = Object.fromEntries(connections.map(({ platform, name }) => [platform, name]));
    expect(names).toEqual({ google: 'p•••e@comets.example', steam: 'Pickle Comet', twitch: null });
  });

  test('is whole for admins, unless they masquerade', async () => {
    const { connections } = await seenBy('admin', 'player');
    expect(connections.map(({ name }) => name)).toContain('pickle@comets.example');
    const door = openTestApp(site);
    const { cookie } = await door.signIn('admin');
    const masked = await door.sendRequest(`${of('player')}/staff`, {
      headers: { cookie: `${cookie}; masquerade=staff` },
    });
    expect(await masked.text()).not.toContain('pickle@');
  });
});

describe('the staff view of an account', () => {
  beforeAll(async () => {
    for (const who of ['player', 'staff', 'admin'] as const) {
      const body = { text: NOTE };
      expect((await site.ask('super', `${of(who)}/notes`, { method: 'POST', body })).status).toBe(201);
    }
  });

  test.each([
    ['staff', ['player']],
    ['admin', ['player', 'staff']],
    ['super', ['player', 'staff', 'admin']],
  ] as const)('has notes for %s about accounts below them, never about themselves', async (by, below) => {
    for (const who of ['player', 'staff', 'admin'] as const) {
      const { notes } = await seenBy(by, who);
      const isBelow = below.some((one) => one === who);
      expect(
        notes.map(({ text }) => text),
        who,
      ).toEqual(isBelow ? [NOTE] : []);
    }
  });

  test('has security events for staff above the account, with addresses masked below admin', async () => {
    const system = systemCurrent(site.parts);
    for (const who of ['player', 'admin'] as const) {
      await noteSecurityEvent(system, CAST[who].userId, 'emailAdded', { address: 'lime@limes.example' });
    }
    const eventsFor = (by: 'staff' | 'admin', who: CastName) => {
      const actor = { ...system.actor, userId: CAST[by].userId, role: by, ownRole: by };
      return listUserEvents({ ...system, actor }, CAST[who].userId, 1);
    };
    expect(await eventsFor('staff', 'player')).toMatchObject([{ details: { address: 'l•••e@limes.example' } }]);
    expect(await eventsFor('admin', 'player')).toMatchObject([{ details: { address: 'lime@limes.example' } }]);
    expect(await eventsFor('staff', 'admin')).toEqual([]);
    expect(await eventsFor('admin', 'admin')).toEqual([]);
  });
});
