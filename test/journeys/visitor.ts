import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, onTestFinished } from 'vitest';

import { findChromium } from '#bin/chromium.js';

import { signIn, signInAnew } from './sign-in.ts';
import type { JourneyCastName } from './sign-in.ts';
import { rest } from './wait-for-react.ts';

export const BASE_URL = process.env.BASE_URL ?? '';
/** In milliseconds: the first press kit has its pictures made, and other work may hold the machine up. */
const PATIENCE = 60_000;

export interface VisitOptions extends BrowserContextOptions {
  /** Who of the cast is signed in from the start. */
  as?: JourneyCastName;
  /** By a session of their own and of this moment: for risky changes, and where other walks or this one end sessions. */
  isFresh?: boolean;
  /** Has never been here, so that the cookie notice will come. */
  isNew?: boolean;
  /** The test moves the clock of the page, for whose next tick its scripts would wait without end. */
  hasStillClock?: boolean;
}

/** Someone with a browser of their own: a window, its cookies, and what went wrong in it. */
export class BrowserVisitor {
  readonly page: Page;
  readonly #faults: string[] = [];
  /** The address that is being opened though it answers with an error. */
  #refused: string | undefined;
  #refusals: RegExp | undefined;
  #wasOffline = false;
  readonly #hasScripts: boolean;
  readonly #hasStillClock: boolean;

  constructor(page: Page, hasScripts: boolean, hasStillClock: boolean) {
    this.page = page;
    this.#hasScripts = hasScripts;
    this.#hasStillClock = hasStillClock;
    page.on('console', (message) => {
      const isNotice = message.type() !== 'error' && message.type() !== 'warning';
      // Chromium also reports a page that answers with the status which the walk is about.
      if (this.#wasOffline && message.text().includes(OFFLINE)) return;
      if (!isNotice && !this.#isRefused(message.location().url)) this.#faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#faults.push(`script: ${error.message}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      // A browser without scripts refuses to fetch them.
      if (!hasScripts && request.resourceType() === 'script') return;
      // What a page still fetches when it is left ends so, and nothing is missing anywhere.
      if (this.#wasOffline && reason === OFFLINE) return;
      if (reason !== 'net::ERR_ABORTED') this.#faults.push(`${reason}: ${request.url()}`);
    });
    page.on('response', (response) => {
      const status = response.status();
      if (status >= 400 && !this.#isRefused(response.url())) this.#faults.push(`${status}: ${response.url()}`);
    });
  }

  /** Opens an address. @param status that the address has to answer */
  async open(path: string, status = 200): Promise<void> {
    const { href } = new URL(path, BASE_URL);
    this.#refused = status < 400 ? undefined : href;
    const response = await this.page.goto(href);
    expect(response?.status(), path).toBe(status);
    // Scripts come a moment after the first paint, or with the first key: that moment never passes by a still clock.
    if (this.#hasStillClock) await this.page.keyboard.press('Shift');
    await this.waitForHydration();
  }

  /** The next step may be refused: what this address answers is looked at by the test. */
  mayBeRefused(path: string): void {
    this.#refused = new URL(path, BASE_URL).href;
  }

  /** From now on the server may refuse what is asked at these addresses. */
  expectRefusal(addresses: RegExp): void {
    this.#refusals = addresses;
  }

  /** Requests of that time may fail. */
  async setOffline(isOffline: boolean): Promise<void> {
    this.#wasOffline ||= isOffline;
    await this.page.context().setOffline(isOffline);
  }

  /** Follows what leads to another screen. */
  async follow(step: () => Promise<unknown>, path: string | RegExp): Promise<void> {
    this.#refused = undefined;
    // The address changes a moment before the screen does.
    await this.page.locator('main h1').evaluate((heading) => heading.setAttribute('data-left', ''));
    await step();
    await this.page.waitForURL((url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)));
    await this.waitForHydration();
  }

  /** Waits until the screen is there and answers. */
  waitForHydration(): Promise<void> {
    return waitForHydration(this.page, this.#hasScripts);
  }

  #isRefused(url: string): boolean {
    return url === this.#refused || this.#refusals?.test(url) === true;
  }

  /** What went wrong since the walk began, or since this was asked. */
  takeFaults(): string[] {
    return this.#faults.splice(0);
  }
}

const OFFLINE = 'net::ERR_INTERNET_DISCONNECTED';

let browser: Promise<Browser> | undefined;
const visitors = new Set<BrowserVisitor>();

/** A new browser window, closed when the test ends. */
export async function visit(options?: VisitOptions): Promise<BrowserVisitor> {
  const visitor = await openWindow(options);
  onTestFinished(() => closeWindow(visitor));
  return visitor;
}

/**
 * A new browser window for several tests, for `beforeAll`: a fault in it fails the test that is under way. Unless told
 * otherwise its owner asks for less motion: a press on what still moves hits what lies beside or behind it.
 */
export async function openWindow(wanted: VisitOptions = {}): Promise<BrowserVisitor> {
  const { as, isFresh = false, isNew = false, hasStillClock = false, ...options } = wanted;
  browser ??= launch();
  const context = await (
    await browser
  ).newContext({ baseURL: BASE_URL, locale: 'en-US', reducedMotion: 'reduce', ...options });
  // Playwright's `storageState` opens a page of its own for this, which takes longer than all else here.
  if (!isNew) await context.addInitScript(answerCookieNotice);
  context.setDefaultTimeout(PATIENCE);
  if (as !== undefined) await context.addCookies(cookiesOf((await (isFresh ? signInAnew : signIn)(as)).cookie));
  const visitor = new BrowserVisitor(await context.newPage(), options.javaScriptEnabled !== false, hasStillClock);
  visitors.add(visitor);
  return visitor;
}

export async function closeWindow(visitor: BrowserVisitor): Promise<void> {
  visitors.delete(visitor);
  await visitor.page.context().close();
}

afterEach(() => {
  expect([...visitors].flatMap((visitor) => visitor.takeFaults())).toEqual([]);
});

/** Most have answered the cookie notice long ago. */
function answerCookieNotice(): void {
  // A frame of another site may have no storage.
  if (window !== window.top) return;
  // A sandboxed frame has no storage.
  if (origin !== 'null') localStorage.setItem('cookies', localStorage.getItem('cookies') ?? 'accepted');
}

function launch(): Promise<Browser> {
  // A container's root has no sandbox, and its /dev/shm is small. Three more take a fifth less of the processor, and by the
  // last one drawings hold still too: what a page asks for of itself does not reach into its pictures.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--in-process-gpu', '--disable-gpu'];
  args.push('--js-flags=--always-sparkplug', '--force-prefers-reduced-motion');
  return chromium.launch({ executablePath: findChromium(), args });
}

/** The cookies of a `Cookie` header, for a browser to keep. */
export function cookiesOf(header: string) {
  return header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, url: BASE_URL };
  });
}

/** Waits until a screen is there, and React has taken it over, so that presses and timers do all that they should. */
export async function waitForHydration(page: Page, hasScripts = true): Promise<void> {
  if (!hasScripts) return page.locator('main h1:not([data-left])').waitFor();
  await page.waitForFunction(isAlive);
  try {
    await rest(page);
  } catch (error) {
    // It was about to lead on to another.
    if (!(error instanceof Error && error.message.includes('Execution context was destroyed'))) throw error;
    await waitForHydration(page);
  }
}

/**
 * What a component does once it is there begins after its elements are known to React: one of those deeds, of React
 * Router's `ScrollRestoration`, is seen from here. Leaving the document takes it back, a place on the page may too.
 */
function isAlive(): boolean {
  if (history.scrollRestoration === 'manual') Reflect.set(document, 'wasAlive', true);
  const heading = document.querySelector('main h1:not([data-left])');
  return Reflect.has(document, 'wasAlive') && heading !== null && heading.getClientRects().length > 0;
}
