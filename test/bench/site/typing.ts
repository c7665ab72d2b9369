import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';

import { findChromium } from '#bin/chromium.js';

import type { BenchSetup } from '../setup.ts';

/** Milliseconds from a key to the frame that shows it, in a text that is written in the editor. */
export interface TypingFigures {
  /** Of the text. */
  kilobytes: number;
  p50: number;
  p95: number;
  most: number;
}

const KILOBYTES = 100;
const KEYS = 300;
/** Milliseconds between two keys of a quick typist, and of a rest after which the preview and the drafts follow. */
const KEY_MS = 90;
const REST_MS = 700;
const KEYS_OF_BURST = 25;

/** In bursts, so that the preview of the text comes in between, as it does for whoever writes. */
export async function measureTyping({ ports, writer }: BenchSetup): Promise<TypingFigures> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const url = `http://localhost:${ports.site}`;
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookiesOf(writer['cookie'] ?? '', url));
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('cookies', 'accepted'));
    await page.goto('/editor');
    await page.locator('.cm-content').focus();
    await page.locator('.cm-content').evaluate(paste, longText());
    await page.locator('.preview-paper p').first().waitFor();
    await goToMiddle(page);
    await page.evaluate(noteKeys);
    for (let at = 0; at < KEYS; at += 1) {
      await page.keyboard.press('abcdefgh '[at % 9] ?? 'x', { delay: 0 });
      await page.waitForTimeout(at % KEYS_OF_BURST === 0 ? REST_MS : KEY_MS);
    }
    const times = (await page.evaluate(() => Reflect.get(globalThis, 'keyTimes') as number[])).toSorted(
      (a, b) => a - b,
    );
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
    return { kilobytes: KILOBYTES, p50: at(0.5), p95: at(0.95), most: at(1) };
  } finally {
    await browser.close();
  }
}

/** At once, where typing so much takes a browser minutes. */
function paste(into: Element, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  into.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

async function goToMiddle(page: Page): Promise<void> {
  await page.keyboard.press('Control+Home');
  for (let pages = 0; pages < 12; pages += 1) await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
}

/** Headings, lists, links and blocks, as posts have them. */
function longText(): string {
  const part = (at: number) =>
    [
      `## Part ${at}`,
      'Some *words* with **marks**, a [link](/blog) and `code`, long enough to be broken into lines. '.repeat(4).trim(),
      '- one\n- two\n- three',
      ':::note\nGood to know.\n:::',
    ].join('\n\n');
  let text = '';
  for (let at = 1; text.length < KILOBYTES * 1000; at += 1) text += `${part(at)}\n\n`;
  return text;
}

/** The time of a key is that of the browser's own event, and its frame is over when a message after it comes. */
function noteKeys(): void {
  const times: number[] = [];
  Reflect.set(globalThis, 'keyTimes', times);
  const note = ({ timeStamp }: KeyboardEvent) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => times.push(performance.now() - timeStamp));
      port1.start();
      port2.postMessage('');
    });
  document.addEventListener('keydown', note, { capture: true });
}

function cookiesOf(header: string, url: string) {
  return header.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}
