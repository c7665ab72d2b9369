import { afterEach, expect, test, vi } from 'vitest';

const NOW = Date.UTC(2026, 10, 21, 12);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page of a signed-in browser. */
function openPage() {
  const [session, local] = [new Map<string, string>(), new Map<string, string>()];
  const storageOf = (items: Map<string, string>) => ({
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  });
  const reload = vi.fn<() => void>();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('sessionStorage', storageOf(session));
  vi.stubGlobal('localStorage', storageOf(local));
  vi.stubGlobal('document', { cookie: '', documentElement: { dataset: { locale: 'en-US' } } });
  vi.stubGlobal('location', { reload, href: 'http://localhost/', origin: 'http://localhost' });
  return reload;
}

/** As in a browser, of an address without its origin. */
class PageRequest extends Request {
  constructor(path: string, init: RequestInit) {
    super(new URL(path, 'http://localhost'), init);
  }
}

const USER = JSON.stringify({ userId: 'pl4yer', loginId: 'login', alias: null, usertype: 'authenticated' });

test('a 401 reloads the page at most once a minute', async () => {
  const reload = openPage();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'Bad credentials!' }, { status: 401 })));
  const { apiClient, users } = await import('./api-client.ts');
  const counts: number[] = [];
  for (const seconds of [0, 0, 1, 58, 2, 30, 31]) {
    vi.setSystemTime(Date.now() + seconds * 1000);
    // As if another tab had signed in.
    localStorage.setItem('user', USER);
    expect(users.read()?.userId).toBe('pl4yer');
    await expect(apiClient.askUrl('http://localhost/api/version')).rejects.toThrow('Bad credentials!');
    expect(users.read()).toBeUndefined();
    counts.push(reload.mock.calls.length);
  }
  expect(counts).toEqual([1, 1, 1, 1, 2, 2, 3]);
});

test('a 401 does not reload the page of a visitor', async () => {
  const reload = openPage();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'Bad credentials!' }, { status: 401 })));
  const { apiClient } = await import('./api-client.ts');
  await expect(apiClient.askUrl('http://localhost/api/version')).rejects.toThrow('Bad credentials!');
  expect(reload).not.toHaveBeenCalled();
});

test('where a session has ended under a masquerade, the server is asked again without it, and says that it has ended', async () => {
  openPage();
  const admin = { ...JSON.parse(USER), usertype: 'admin', masquerade: 'staff' };
  localStorage.setItem('user', JSON.stringify(admin));
  const roles: string[] = [];
  vi.stubGlobal('Request', PageRequest);
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const { searchParams } = new URL(url);
    roles.push(searchParams.get('masquerade') ?? '');
    const status = searchParams.has('masquerade') ? 400 : 401;
    return Promise.resolve(Response.json({ message: 'No!' }, { status }));
  });
  const { findRefusal } = await import('./session-end.ts');
  expect((await findRefusal(admin))?.status).toBe(401);
  expect(roles).toEqual(['staff', '']);
});

test('the end of a session is told once, however many find it out, and a page made before it brings no user back', async () => {
  openPage();
  const user = { ...JSON.parse(USER), loginId: 'over' };
  localStorage.setItem('user', JSON.stringify(user));
  vi.stubGlobal('Request', PageRequest);
  const paths: string[] = [];
  vi.stubGlobal('fetch', ({ url }: Request) => {
    paths.push(new URL(url).pathname);
    return Promise.resolve(Response.json({ message: 'No!' }, { status: 401 }));
  });
  const { leaveIfLoggedOut } = await import('./session-end.ts');
  const { store } = await import('./stored-user.ts');
  const { messages } = await import('../notices/messages.ts');
  const shown = () => messages.list().filter(({ message }) => message === 'Over!');
  const looks = [1, 2, 3].map(() => leaveIfLoggedOut(user, 'Over!'));
  expect(await Promise.all(looks)).toEqual([true, true, true]);
  expect(shown()).toHaveLength(1);
  expect(paths.filter((path) => path === '/api/auth/logout')).toHaveLength(1);
  store(user);
  expect(localStorage.getItem('user')).toBeNull();
  store({ ...user, loginId: 'anew' });
  expect(localStorage.getItem('user')).toContain('anew');
});
