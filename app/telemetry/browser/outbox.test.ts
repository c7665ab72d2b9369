import { describe, expect, test } from 'vitest';

import { Outbox } from './outbox.ts';
import type { Consent } from './outbox.ts';

/** A browser whose visitor answers the cookie notice when the test says so. */
class PageStub {
  consent: Consent = 'waiting';
  readonly sent: string[] = [];
  #due: (() => void)[] = [];
  readonly outbox = new Outbox('/told', {
    consent: () => this.consent,
    now: () => 0,
    later: (work) => void this.#due.push(work),
    post: (_path, body) => {
      this.sent.push(body);
      return Promise.resolve({ status: 202, reset: 0 });
    },
    beacon: (_path, body) => this.sent.push(body) > 0,
  });

  /** Everything that is due happens, and what follows from it a few times over. */
  async pass(): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      for (const work of this.#due.splice(0)) work();
      await new Promise((done) => void setImmediate(done));
    }
  }
}

describe('the answer to the cookie notice', () => {
  test('holds everything until the notice was shown, also when the page is left', async () => {
    const page = new PageStub();
    page.outbox.add({ first: 1 });
    await page.pass();
    page.outbox.leave();
    expect(page.sent).toEqual([]);
    page.consent = 'given';
    await page.pass();
    expect(page.sent).toEqual(['{"data":[{"first":1}]}']);
  });

  test('silences the page when it is declined, and what waited is thrown away', async () => {
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

  test('counts while the page is left too', () => {
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
