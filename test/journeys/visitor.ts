import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, onTestFinished } from 'vitest';

import { inspect } from './inspect.ts';
import { signIn } from './sign-in.ts';
import type { CastName } from './sign-in.ts';

export const BASE_URL = process.env.BASE_URL ?? '';
const PATIENCE = 15_000;

export interface Visit extends BrowserContextOptions {
  /** Who of the cast is signed in from the start. */
  as?: CastName;
  /** Has never been here, so that the cookie notice will come. */
  isNew?: boolean;
  /** The test moves the clock of the page, for whose next tick axe would wait without end. */
  hasStillClock?: boolean;
}

/** Someone with a browser of their own: a window, its cookies, and what went wrong in it. */
export class Visitor {
  readonly page: Page;
  readonly #faults: string[] = [];
  /** The address that is being opened though it answers with an error. */
  #refused: string | undefined;
  #refusals: RegExp | undefined;
  readonly #hasStillClock: boolean;

  constructor(page: Page, hasScripts: boolean, hasStillClock: boolean) {
    this.page = page;
    this.#hasStillClock = hasStillClock;
    page.on('console', (message) => {
      const isNotice = message.type() !== 'error' && message.type() !== 'warning';
      // Chromium also reports a page that answers with the status which the walk is about.
      if (!isNotice && !this.#isRefused(message.location().url)) this.#faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#faults.push(`script: ${error.message}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      // A browser without scripts refuses to fetch them.
      if (!hasScripts && request.resourceType() === 'script') return;
      // What a page still fetches when it is left ends so, and nothing is missing anywhere.
      if (reason !== 'net::ERR_ABORTED') this.#faults.push(`${reason}: ${request.url()}`);
    });
    page.on('response', (response) => {
      const status = response.status();
      if (status >= 400 && !this.#isRefused(response.url())) this.#faults.push(`${status}: ${response.url()}`);
    });
  }

  /** Opens an address and looks the screen over. @param status that the address has to answer */
  async open(path: string, status = 200): Promise<void> {
    const { href } = new URL(path, BASE_URL);
    this.#refused = status < 400 ? undefined : href;
    const response = await this.page.goto(href);
    expect(response?.status(), path).toBe(status);
    await this.arrived();
  }

  /** The next step may be refused: what this address answers is looked at by the test. */
  mayBeRefused(path: string): void {
    this.#refused = new URL(path, BASE_URL).href;
  }

  /** From now on the server may refuse what is asked at these addresses. */
  expectRefusal(addresses: RegExp): void {
    this.#refusals = addresses;
  }

  /** Follows what leads to another screen, and looks that one over. */
  async follow(step: () => Promise<unknown>, path: string | RegExp): Promise<void> {
    this.#refused = undefined;
    // The address changes a moment before the screen does.
    await this.page.locator('main h1').evaluate((heading) => heading.setAttribute('data-left', ''));
    await step();
    await this.page.waitForURL((url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)));
    await this.arrived();
  }

  /** Waits until the screen is there and answers, then looks it over; without scripts it is the same screen. */
  async arrived(): Promise<void> {
    const { page } = this;
    await page.locator('main h1:not([data-left])').waitFor();
    if (!(await page.evaluate(() => matchMedia('(scripting: enabled)').matches))) return;
    await page.waitForFunction(isAlive);
    if (!this.#hasStillClock) await inspect(page);
  }

  #isRefused(url: string): boolean {
    return url === this.#refused || this.#refusals?.test(url) === true;
  }

  /** What went wrong since the walk began. */
  get faults(): readonly string[] {
    return this.#faults;
  }
}

/** Most have answered the cookie notice long ago. */
const KNOWN = {
  storageState: {
    cookies: [],
    origins: [{ origin: new URL(BASE_URL).origin, localStorage: [{ name: 'cookies', value: 'accepted' }] }],
  },
};

let browser: Promise<Browser> | undefined;
const visitors = new Set<Visitor>();

/** A new browser window, closed when the test ends; a fault in it fails the test. */
export async function visit({ as, isNew = false, hasStillClock = false, ...options }: Visit = {}): Promise<Visitor> {
  browser ??= launch();
  const context = await (
    await browser
  ).newContext({ baseURL: BASE_URL, locale: 'en-US', ...(!isNew && KNOWN), ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE);
  if (as !== undefined) await context.addCookies(cookiesOf((await signIn(as)).cookie));
  const visitor = new Visitor(await context.newPage(), options.javaScriptEnabled !== false, hasStillClock);
  visitors.add(visitor);
  return visitor;
}

afterEach(() => {
  const faults = [...visitors].flatMap((visitor) => visitor.faults);
  visitors.clear();
  expect(faults).toEqual([]);
});

function launch(): Promise<Browser> {
  // A container's root has no sandbox, and its /dev/shm is small.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args });
}

/** The cookies of a `Cookie` header, for a browser to keep. */
export function cookiesOf(header: string) {
  return header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, url: BASE_URL };
  });
}

/** React has taken the page over, so that clicks do all that they should. */
function isAlive(): boolean {
  const main = document.querySelector('main');
  return main !== null && Object.keys(main).some((key) => key.startsWith('__react'));
}
