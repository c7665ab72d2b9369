import { beforeEach, describe, expect, test } from 'vitest';

import { PATHS } from '../limits.ts';
import { Telemetry } from './telemetry.ts';

const ORIGIN = 'https://www.example.com';

interface SentEvents {
  path: string;
  data: Record<string, unknown>[];
  by: 'post' | 'beacon';
}

/** A browser whose clock and network the test controls. */
class BrowserStub {
  time = 1_800_000_000_000;
  status = 202;
  reset = 0;
  takesBeacons = true;
  sent: SentEvents[] = [];
  #due: { at: number; work: () => void }[] = [];
  readonly telemetry = new Telemetry({
    origin: ORIGIN,
    consent: () => 'given',
    now: () => this.time,
    newId: () => crypto.randomUUID(),
    later: (work, ms) => void this.#due.push({ at: this.time + ms, work }),
    post: (path, body) => {
      this.#note(path, body, 'post');
      return Promise.resolve({ status: this.status, reset: this.reset });
    },
    beacon: (path, body) => {
      if (this.takesBeacons) this.#note(path, body, 'beacon');
      return this.takesBeacons;
    },
  });

  /** Advances the clock second by second and runs what is due. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.time += 1000;
      const due = this.#due.filter(({ at }) => at <= this.time);
      this.#due = this.#due.filter(({ at }) => at > this.time);
      for (const { work } of due) work();
      await new Promise((done) => void setImmediate(done));
    }
  }

  #note(path: string, body: string, by: SentEvents['by']): void {
    this.sent.push({ path, by, data: (JSON.parse(body) as Pick<SentEvents, 'data'>).data });
  }

  get urls(): unknown[] {
    return this.sent.flatMap(({ data }) => data.map(({ url }) => url));
  }
}

let browser: BrowserStub;
beforeEach(() => void (browser = new BrowserStub()));

const look = (path: string, referrer = '') => browser.telemetry.recordPageView(`${ORIGIN}${path}`, referrer);

describe('page views', () => {
  test('are sent together after some seconds, each with its referrer', async () => {
    look('/', 'https://search.example/find?q=me');
    look('/games');
    await browser.pass(10);
    expect(browser.sent).toEqual([
      {
        path: PATHS.pageViews,
        by: 'post',
        data: [
          expect.objectContaining({ url: `${ORIGIN}/`, referer: 'https://search.example/' }),
          expect.objectContaining({ url: `${ORIGIN}/games`, referer: `${ORIGIN}/` }),
        ],
      },
    ]);
    expect(browser.sent[0]?.data[0]?.['@time']).toBe('2027-01-15T08:00:00.000Z');
  });

  test('follow changes of the page, also by Back, and not of the hash or scrubbed parameters', async () => {
    for (const path of ['/', '/#a', '/?local-cache-id=1', '/games', '/games?page=2', '/', '/']) look(path);
    await browser.pass(10);
    expect(browser.urls).toEqual(['/', '/games', '/'].map((path) => `${ORIGIN}${path}`));
  });

  test('include pages restored from the back/forward cache', async () => {
    look('/games', 'https://search.example/');
    browser.telemetry.pageReturned();
    await browser.pass(10);
    expect(browser.sent[0]?.data.map(({ referer }) => referer)).toEqual(['https://search.example/', '']);
  });

  test('are scrubbed before they are sent', async () => {
    look('/login/pl4y3r?error=x', `${ORIGIN}/?email=bob@example.com`);
    await browser.pass(10);
    expect(browser.sent[0]?.data[0]).toMatchObject({ url: `${ORIGIN}/login/*`, referer: `${ORIGIN}/` });
  });
});

describe('errors', () => {
  test('are sent with message, trace and context, scrubbed', async () => {
    look('/games');
    const error = new TypeError('no code 123456');
    error.stack = `TypeError: no code 123456\n    at open (${ORIGIN}/a?token=b)`;
    browser.telemetry.recordError(error, { email: 'bob@example.com' });
    await browser.pass(10);
    expect(browser.sent.find(({ path }) => path === PATHS.errors)?.data).toEqual([
      {
        '@time': expect.any(String),
        '@id': expect.any(String),
        message: 'TypeError: no code *',
        trace: `TypeError: no code *\n    at open (${ORIGIN}/a)`,
        context: `{"url":"${ORIGIN}/games","email":"*"}`,
        version: expect.stringMatching(/^\d/),
      },
    ]);
  });

  test('are sent once a minute each, and at most ten a minute', async () => {
    for (let turn = 0; turn < 30; turn += 1) browser.telemetry.recordError(`error ${turn % 15}`);
    await browser.pass(10);
    expect(browser.sent.flatMap(({ data }) => data)).toHaveLength(10);
    await browser.pass(60);
    browser.telemetry.recordError('error 1');
    await browser.pass(10);
    expect(browser.sent.flatMap(({ data }) => data)).toHaveLength(11);
  });

  test('of extensions and other noise are not sent', async () => {
    browser.telemetry.recordError('Script error.');
    browser.telemetry.recordError('ResizeObserver loop completed with undelivered notifications.');
    const foreign = new Error('x');
    foreign.stack = 'Error: x\n at chrome-extension://abcdefgh/content.js:1:1';
    browser.telemetry.recordError(foreign);
    await browser.pass(10);
    expect(browser.sent).toEqual([]);
  });

  test.each([undefined, null, 7, { a: 1 }, Symbol('x'), new DOMException('gone', 'AbortError')])(
    'may be thrown values of any kind: %s',
    async (thrown) => {
      browser.telemetry.recordError(thrown);
      await browser.pass(10);
      expect(browser.sent[0]?.data[0]?.message).toEqual(expect.any(String));
    },
  );
});

describe('when the page is left', () => {
  test('all waiting events are sent once, as beacons', async () => {
    look('/');
    browser.telemetry.recordError('x');
    browser.telemetry.leave();
    expect(browser.sent.map(({ path, by }) => [path, by])).toEqual([
      [PATHS.pageViews, 'beacon'],
      [PATHS.errors, 'beacon'],
    ]);
    browser.telemetry.leave();
    await browser.pass(30);
    expect(browser.sent).toHaveLength(2);
  });

  test('requests that outlive the page replace refused beacons', () => {
    browser.takesBeacons = false;
    look('/');
    browser.telemetry.leave();
    expect(browser.sent.map(({ by }) => by)).toEqual(['post']);
  });
});

test('measures are of the page that was loaded, and are sent at once when it is left', async () => {
  browser.telemetry.recordVital('TTFB', 1, { device: 'mobile', isLeft: false });
  look('/games?token=Zm9vYmFyYmF6');
  look('/blog');
  browser.telemetry.recordVital('LCP', 812.5, { device: 'mobile', isLeft: false });
  browser.telemetry.recordVital('CLS', 0.1, { device: 'mobile', isLeft: true });
  const measured = browser.sent.filter(({ path }) => path === PATHS.vitals);
  expect(measured.map(({ by }) => by)).toEqual(['beacon']);
  expect(measured[0]?.data).toMatchObject([
    { url: `${ORIGIN}/games`, name: 'LCP', value: 812.5, device: 'mobile' },
    { url: `${ORIGIN}/games`, name: 'CLS', value: 0.1 },
  ]);
  browser.telemetry.leave();
  await browser.pass(30);
  expect(browser.sent.filter(({ path }) => path === PATHS.vitals)).toHaveLength(1);
});

describe('while requests fail', () => {
  test.each([0, 429, 503])('retries back off, and succeed later: %i', async (status) => {
    browser.status = status;
    look('/');
    await browser.pass(120);
    const tries = browser.sent.length;
    expect(tries).toBeGreaterThan(2);
    expect(tries).toBeLessThan(8);
    browser.status = 202;
    browser.sent = [];
    await browser.pass(300);
    expect(browser.urls).toEqual([`${ORIGIN}/`]);
  });

  test('retries wait as long as a 429 says', async () => {
    Object.assign(browser, { status: 429, reset: 55 });
    look('/');
    await browser.pass(50);
    expect(browser.sent).toHaveLength(1);
    await browser.pass(20);
    expect(browser.sent).toHaveLength(2);
  });

  test('the newest hundred events wait, and are sent in requests of bounded size', async () => {
    browser.status = 0;
    for (let page = 0; page < 250; page += 1) look(`/page/${page}`);
    await browser.pass(5);
    Object.assign(browser, { status: 202, sent: [] });
    await browser.pass(60);
    expect(browser.urls).toEqual(Array.from({ length: 100 }, (_, at) => `${ORIGIN}/page/${at + 150}`));
    for (const { data } of browser.sent) expect(data.length).toBeLessThanOrEqual(20);
  });

  test('events refused with 400 are not sent again', async () => {
    browser.status = 400;
    look('/');
    await browser.pass(60);
    expect(browser.sent).toHaveLength(1);
  });
});

test('requests of long errors stay below the limit of a beacon', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const error = new Error(`error ${turn}`);
    error.stack = `at ツ\n`.repeat(4000);
    browser.telemetry.recordError(error);
  }
  browser.telemetry.leave();
  for (const { data } of browser.sent) expect(Buffer.byteLength(JSON.stringify({ data }))).toBeLessThan(65_536);
});
