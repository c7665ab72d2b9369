import { beforeAll, describe, expect, test } from 'vitest';

import { addVerifiedEmail } from '#app/accounts/emails/emails.server.ts';
import { STAGES } from '#app/current/stage.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import routes from '#app/routes.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST, CAST_NAMES } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { SCREENS } from '#test/screens.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';

const site = useTestSite();
/** Of the screens about a crate. */
beforeAll(() => createCrate(site, 'posts'));
/** But for those of what only a seeded world has. */
const SCREENS_OF_STAFF = SCREENS.filter(
  ({ address, statuses }) => address.startsWith('/admin') && statuses[2] === 200 && !address.includes('{'),
);
/** Every screen in the frame, also those of other folders. */
const INSIDE = routes.flatMap(({ file, children = [] }) => (file === 'admin/screens/frame.tsx' ? children : []));
const WHO: (CastName | undefined)[] = [undefined, ...CAST_NAMES];
const NOTHING = "We don't have what you're looking for.";
const isStaff = (who: CastName | undefined) => who === 'staff' || who === 'admin' || who === 'super';

const doors = new Map<string, TestApp>();
const cookies = new Map<string, string>();

function doorOf(stage: string): TestApp {
  const variables: Record<string, string> =
    stage === 'localhost' ? {} : { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` };
  const door = doors.get(stage) ?? openTestApp(site, variables);
  doors.set(stage, door);
  return door;
}

async function headersFor(door: TestApp, who: CastName | undefined): Promise<Record<string, string>> {
  if (who === undefined) return {};
  const key = `${who} of ${door.parts.config.publicUrl}`;
  const cookie = cookies.get(key) ?? (await door.signIn(who)).cookie;
  cookies.set(key, cookie);
  return { cookie };
}

async function post(door: TestApp, who: CastName, path: string, form: Record<string, string>) {
  const headers = {
    ...(await headersFor(door, who)),
    'content-type': 'application/x-www-form-urlencoded',
    origin: new URL(door.parts.config.publicUrl).origin,
  };
  return door.sendRequest(path, { method: 'POST', headers, body: String(new URLSearchParams(form)) });
}

describe.each(STAGES)('on the stage %s', (stage) => {
  test.each(SCREENS_OF_STAFF.map(({ address }) => address))(
    '%s answers 200 to staff and above, the sign-in to visitors, 404 to others and to all on production',
    async (address) => {
      const door = doorOf(stage);
      const [path = '', query = ''] = address.split('?');
      for (const who of WHO) {
        const headers = await headersFor(door, who);
        const expected = stage === 'www' ? [404, 404] : isStaff(who) ? [200, 200] : who ? [404, 404] : [302, 202];
        const page = await door.sendRequest(address, { headers });
        const data = await door.sendRequest(`${path}.data?${query}`, { headers });
        expect([who, page.status, data.status]).toEqual([who, ...expected]);
        if (expected[0] !== 200) expect(await page.text()).not.toContain('aria-label="Admin"');
        const signIn = `/login?returnTo=${encodeURIComponent(address)}`;
        expect([who, page.headers.get('location')]).toEqual([who, expected[0] === 302 ? signIn : null]);
        expect([who, (await data.text()).includes(JSON.stringify(signIn))]).toEqual([who, expected[0] === 302]);
      }
    },
  );

  test.each(INSIDE)('the data of $file alone is refused, without its frame', async ({ file }) => {
    const door = doorOf(stage);
    const { address } = [...SCREENS_OF_STAFF, ...SCREENS].find((screen) => screen.file === file) ?? {};
    const path = `${address}.data?_routes=${encodeURIComponent(file.replace(/\.tsx$/, ''))}`;
    for (const who of WHO.filter((one) => stage === 'www' || !isStaff(one))) {
      const headers = await headersFor(door, who);
      const text = await (await door.sendRequest(path, { headers })).text();
      const refused = stage !== 'www' && who === undefined ? 'login?returnTo=' : NOTHING;
      expect([who, path, text.includes(refused), text.includes('Pickle')]).toEqual([who, path, true, false]);
    }
  });

  test('a visitor is told nothing of an admin page that does not exist, and a form of theirs does nothing', async () => {
    const door = doorOf(stage);
    const fields = { headers: { origin: new URL(door.parts.config.publicUrl).origin }, method: 'POST', body: '' };
    expect((await door.sendRequest('/admin/nothing')).status).toBe(404);
    expect((await door.sendRequest('/admin/accounts/c0llab', fields)).status).toBe(404);
    const german = await door.sendRequest('/de-DE/admin');
    const signIn = '/de-DE/login?returnTo=%2Fde-DE%2Fadmin';
    expect([german.status, german.headers.get('location')]).toEqual(stage === 'www' ? [404, null] : [302, signIn]);
  });

  test('the forms of an account answer 404 where its page does', async () => {
    const door = doorOf(stage);
    for (const who of CAST_NAMES.filter((one) => stage === 'www' || !isStaff(one))) {
      const response = await post(door, who, '/admin/accounts/c0llab', { intent: 'note', text: 'From outside.' });
      expect([who, response.status]).toEqual([who, 404]);
    }
    expect(await site.parts.db.query(sql`select from account_notes`)).toEqual([]);
  });
});

test('the calls of staff answer by role on every stage; production hides only the pages', async () => {
  for (const stage of STAGES) {
    const door = doorOf(stage);
    for (const who of WHO) {
      const headers = await headersFor(door, who);
      const expected = isStaff(who) ? 200 : who === undefined ? 401 : 403;
      expect([stage, who, (await door.sendRequest('/api/auth/accounts', { headers })).status]).toEqual([
        stage,
        who,
        expected,
      ]);
      const up = `/api/auth/accounts?masquerade=${who === 'super' ? 'public' : 'super'}`;
      const masked = await door.sendRequest(up, { headers });
      expect([masked.status, await masked.json()]).toMatchObject([400, { message: 'Invalid masquerade' }]);
    }
  }
});

const QUERIES =
  'after before state list text search sort q tags names itemIds userIds dates limit columns column trash since as view hex'
    .concat(' rev deed who role item span found show of done format action target userId seenAs reason until')
    .split(' ');
const HOSTILE = [
  '%00',
  '%ED%A0%80',
  '-1',
  'NaN',
  '1e309',
  '99999999999999999999',
  '__proto__',
  '0000-01-01',
  '%25',
  '%22',
].concat('a'.repeat(1000), '%5B%5D', '2026-02-30', '019aaaaa-0000-7000-8000-000000000000', 'map.%00', '%E6%97%A5');
const PATHS = new Set(SCREENS_OF_STAFF.map(({ address }) => address.split('?')[0] ?? ''));

test.each([...PATHS, '/admin/audit/export', '/admin/audit', '/admin/crates', '/admin/apps', '/admin/approvals'])(
  'no query is a fault of %s',
  async (path) => {
    const address = path.endsWith('export') ? path : `${path}.data`;
    for (const first of HOSTILE.keys()) {
      const valueOf = (at: number) => HOSTILE[(at + first) % HOSTILE.length];
      const query = QUERIES.map((name, at) => `${name}=${valueOf(at)}`).join('&');
      const { status } = await site.ask('super', `${address}?${query}`);
      expect([query, status < 500]).toEqual([query, true]);
    }
  },
);

test.each(['%E6%97%A5', '%0D%0Ax', '%00', '%2F%2Fevil.example', '%3Fa', '__proto__', 'a'.repeat(5000)])(
  'no id in an address is a fault of a screen: %s',
  async (id) => {
    const segments = ['admin/accounts/:', 'admin/crates/:', 'admin/crates/:/bulk', 'admin/audit/:', 'admin/apps/:'];
    for (const path of segments.concat(
      'admin/crates/:/items',
      'admin/crates/posts/items/:',
      'admin/crates/posts/bulk/:',
    )) {
      for (const query of ['', '?search=a&column=name']) {
        const { status } = await site.ask('super', `/${path.replace(':', id)}${query}`);
        expect([path, query, status < 500]).toEqual([path, query, true]);
      }
    }
  },
);

test('the navigation links to existing screens', async () => {
  const html = await (await site.ask('staff', '/admin')).text();
  const navigation = /<nav aria-label="Admin"[^>]*>.*?<\/nav>/s.exec(html)?.[0] ?? '';
  const links = [...navigation.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '');
  expect(links).toEqual(expect.arrayContaining(['/admin', '/admin/accounts']));
  for (const href of links) expect([href, (await site.ask('staff', href)).status]).toEqual([href, 200]);
});

test('a masquerade as a player hides the area, and its banner ends it without scripts', async () => {
  const hidden = await site.ask('super', '/admin?masquerade=authenticated');
  const html = await hidden.text();
  expect([hidden.status, html.includes('You are seeing this as: Player')]).toEqual([404, true]);
  expect(html).toMatch(/href="\?masquerade=super"[^>]*>Be yourself again/);
  const back = await site.ask('super', '/admin?masquerade=super');
  expect([back.status, (await back.text()).includes('You are seeing this as')]).toEqual([200, false]);
});

test('the banner keeps the query of its page', async () => {
  const html = await (await site.ask('admin', '/admin/accounts?text=sock&masquerade=staff')).text();
  expect(html).toContain('You are seeing this as: Staff');
  expect(html).toMatch(/href="\?text=sock&amp;masquerade=admin"[^>]*>Be yourself again/);
});

test.each(['super', 'admin', 'nobody'])('staff may not masquerade as %s, which is not a lower role', async (role) => {
  const refused = await site.ask('staff', `/?masquerade=${role}`);
  expect([refused.status, (await refused.text()).includes('Invalid masquerade')]).toEqual([400, true]);
  const html = await (await site.ask('staff', '/')).text();
  expect([html.includes('You are seeing this as'), html.includes('href="/games/rumpus-pack"')]).toEqual([false, true]);
});

describe('the page of an account', () => {
  const page = async (who: CastName) => (await site.ask(who, '/admin/accounts/pl4yer')).text();

  test('shows addresses and the audit log to admins, and masked addresses to staff', async () => {
    await addVerifiedEmail(systemCurrent(site.parts), CAST.player.userId, 'pickle@comets.example');
    const [staff, admin] = [await page('staff'), await page('admin')];
    expect([staff.includes('pickle@comets'), staff.includes('@comets.example')]).toEqual([false, true]);
    expect([admin.includes('pickle@comets.example'), admin.includes('What we’ve done')]).toEqual([true, true]);
    expect([staff.includes('What we’ve done'), staff.includes('name="role"')]).toEqual([false, false]);
    expect((await page('super')).includes('name="role"')).toBe(true);
  });

  test('has forms that work without scripts and show their errors', async () => {
    const door = openTestApp(site);
    const path = '/admin/accounts/pl4yer';
    const noted = await post(door, 'staff', path, { intent: 'note', text: 'Knows every monster.' });
    expect([noted.status, noted.headers.get('location')]).toEqual([303, `${path}?done=note`]);
    expect(await page('staff')).toContain('Knows every monster.');
    const unclear = await post(door, 'staff', path, { intent: 'ban', days: '7', reason: '' });
    expect([unclear.status, (await unclear.text()).includes('Say why, in 3 to 500 characters')]).toEqual([400, true]);
    expect((await post(door, 'staff', path, { intent: 'ban', days: '7', reason: 'spam' })).status).toBe(303);
    expect(await page('staff')).toContain('banned until');
    expect((await post(door, 'staff', path, { intent: 'lift', reason: 'a mistake' })).status).toBe(303);
    const refused = await post(door, 'staff', path, { intent: 'role', role: 'super', reason: 'please' });
    expect([refused.status, (await refused.text()).includes('You aren&#x27;t allowed in here.')]).toEqual([403, true]);
    const byScript = await post(door, 'staff', `/de-DE${path}.data`, { intent: 'note', text: 'Eats cookies.' });
    expect(await byScript.text()).toContain(`/de-DE${path}?done=note`);
    expect((await post(door, 'staff', path, { intent: 'dance' })).status).toBe(400);
  });

  test('keeps what is not possible within reach of the keyboard, and says why', async () => {
    const disabled = async (who: CastName, of: string) => {
      const html = await (await site.ask(who, `/admin/accounts/${CAST[of as CastName].userId}`)).text();
      return [
        ...html.matchAll(
          /<button aria-describedby="([^"]+)"[^>]*aria-disabled="true"[^>]*><span[^>]*>(.*?)<\/span><\/button>/g,
        ),
      ].map(([, id = '', name]) => [name, new RegExp(`<span id="${id}"[^>]*>(.*?)</span>`).exec(html)?.[1]]);
    };
    const [notSuper, rank] = ['Only super users change roles.', 'You don’t outrank this account.'];
    const ofAdmins = [
      ['Send the link', 'Only admins can do that.'],
      ['Merge for good', 'Only admins can do that.'],
    ];
    expect(await disabled('staff', 'player')).toEqual([['Change the role', notSuper], ...ofAdmins]);
    expect(await disabled('staff', 'admin')).toEqual([
      ['Ban', rank],
      ['Change the role', notSuper],
      ...ofAdmins.map(([name]) => [name, rank]),
    ]);
    expect(await disabled('admin', 'admin')).toContainEqual(['Ban', 'This is your own account.']);
    expect(await disabled('super', 'player')).toEqual([]);
    const stale = openTestApp(site, {}, { now: () => new Date(Date.now() + 3_600_000) });
    const { cookie } = await openTestApp(site).signIn('super');
    const html = await (await stale.sendRequest('/admin/accounts/pl4yer', { headers: { cookie } })).text();
    // What staff may do for somebody who lost everything, or has two accounts, is told nevertheless.
    const folded = ['What staff may do', 'When both are one person’s'].filter((text) => html.includes(text));
    expect([html.includes('Needs a fresh sign-in.'), folded.length]).toEqual([true, 2]);
    expect(html.split('<summary').length - 1 - folded.length).toBe(2);
  });

  test('shows times that machines can read, and as people say them', async () => {
    const html = await page('admin');
    const times = [...html.matchAll(/<time ([^>]*)>(.*?)<\/time>/g)].map(([, attributes = '', said = '']) => ({
      attributes,
      said,
    }));
    expect(times.some(({ said }) => /^(?:now|\d+ \w+ ago)$/.test(said))).toBe(true);
    for (const { attributes, said } of times) {
      expect(attributes).toMatch(/dateTime="\d{4}-\d\d-\d\dT[\d:.]+Z"/);
      if (/ago|now/.test(said)) expect(attributes).toMatch(/title="\w+ \d+, \d{4}, \d+:\d\d [AP]M UTC"/);
    }
    const text = html.replaceAll(/<script.*?<\/script>|<[^>]+>/gs, ' ');
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
  });

  test('ends one session or all', async () => {
    const door = openTestApp(site);
    const [one, other] = [await door.signIn('player'), await door.signIn('player')];
    const end = (loginId: string) =>
      post(door, 'staff', '/admin/accounts/pl4yer', { intent: 'sessions', reason: 'a lost phone', loginId });
    const statuses = async () =>
      Promise.all(
        [one, other].map(
          async ({ cookie }) => (await door.sendRequest('/api/auth/accounts/@me', { headers: { cookie } })).status,
        ),
      );
    expect((await end(one.loginId)).status).toBe(303);
    expect(await statuses()).toEqual([401, 200]);
    expect((await end('@all')).status).toBe(303);
    expect(await statuses()).toEqual([401, 401]);
  });
});
