import { describe, expect, test } from 'vitest';

import { Outbox } from './outbox.ts';
import type { Consent } from './outbox.ts';

/** A page whose consent the test sets. */
class PageStub {
  consent: Consent = 'waiting';
  readonly sent: string[] = [];
  #due: (() => void)[] = [];
  readonly outbox = new Outbox('/events', {
    consent: () => this.consent,
    now: () => 0,
    later: (work) => void this.#due.push(work),
    post: (_path, body) => {
      this.sent.push(body);
      return Promise.resolve({ status: 202, reset: 0 });
    },
    beacon: (_path, body) => this.sent.push(body) > 0,
  });

  /** Runs what is due, and what follows from it. */
  async pass(): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      for (const work of this.#due.splice(0)) work();
      await new Promise((done) => void setImmediate(done));
    }
  }
}

describe('the consent', () => {
  test('holds all events until the notice is shown, also when the page is left', async () => {
    const page = new PageStub();
    page.outbox.add({ first: 1 });
    await page.pass();
    page.outbox.leave();
    expect(page.sent).toEqual([]);
    page.consent = 'given';
    await page.pass();
    expect(page.sent).toEqual(['{"data":[{"first":1}]}']);
  });

  test('stops the page when it is refused, and drops what waits', async () => {
    const page = new PageStub();
    page.outbox.add({ before: 1 });
    page.consent = 'refused';
    page.outbox.add({ after: 1 });
    await page.pass();
    page.consent = 'given';
    await page.pass();
    page.outbox.leave();
    expect(page.sent).toEqual([]);
    page.outbox.add({ again: 1 });
    await page.pass();
    expect(page.sent).toEqual(['{"data":[{"again":1}]}']);
  });

  test('is read again when the page is left', () => {
    const page = new PageStub();
    page.consent = 'given';
    page.outbox.add({ one: 1 });
    page.consent = 'refused';
    page.outbox.leave();
    page.consent = 'given';
    page.outbox.leave();
    expect(page.sent).toEqual([]);
  });
});
