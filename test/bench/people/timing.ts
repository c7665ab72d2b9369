import { performance } from 'node:perf_hooks';

import { Line, requestBytes } from '../line.ts';
import type { Person } from './people.ts';
import { spreadOf } from './spread.ts';
import type { Spread } from './spread.ts';

/** How long the answer takes to somebody who asks for a mail for those who are known, and for those who are not. */
export interface Timing {
  name: string;
  known: Spread;
  unknown: Spread;
  /** Between the medians, in milliseconds; above zero when the known take longer. */
  difference: number;
  /** The difference that two halves of those who are alike have by themselves. */
  noise: number;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Asks over one connection, one after the other, as the login panel does; the kinds come in an order without a pattern. */
export async function measureTiming(port: number, people: readonly Person[]): Promise<Timing[]> {
  const line = await Line.open(port);
  const kinds = {
    email: { known: (at: number) => people[at]?.email ?? '', unknown: (at: number) => `nobody${at}@example.com` },
    code: { known: (at: number) => people[at]?.userId ?? '', unknown: codeOfNobody },
  };
  const asks = Object.values(kinds).flatMap(({ known, unknown }) => [
    { who: known, times: [] as number[] },
    { who: unknown, times: [] as number[] },
  ]);
  for (let at = 0; at < people.length; at += 1) {
    for (const { who, times } of asks.toSorted(() => Math.random() - 0.5)) {
      const request = requestOf(port, who(at));
      const start = performance.now();
      const answer = await line.ask(request);
      times.push(performance.now() - start);
      if (answer.status !== 200) throw new Error(answer.text());
    }
  }
  line.close();
  const [knownEmail = [], unknownEmail = [], knownCode = [], unknownCode = []] = asks.map(({ times }) => times);
  return [timingOf('e-mail address', knownEmail, unknownEmail), timingOf('lookup code', knownCode, unknownCode)];
}

function timingOf(name: string, known: number[], unknown: number[]): Timing {
  const [ofKnown, ofUnknown] = [spreadOf(known), spreadOf(unknown)];
  const difference = ofKnown.p50 - ofUnknown.p50;
  return { name, known: ofKnown, unknown: ofUnknown, difference, noise: Math.max(noiseOf(known), noiseOf(unknown)) };
}

function noiseOf(times: number[]): number {
  const half = (rest: number) => spreadOf(times.filter((_, at) => at % 2 === rest)).p50;
  return Math.abs(half(0) - half(1));
}

/** A code of the form of those that accounts have, which are random and hardly ever this. */
function codeOfNobody(at: number): string {
  const letters = Array.from({ length: 5 }, (_, place) => LETTERS[(at * (place + 7) + place) % LETTERS.length]);
  return `q${letters.join('')}`;
}

function requestOf(port: number, who: string): Buffer {
  const body = new URLSearchParams({ intent: 'ask', who, returnTo: '/login/success' }).toString();
  const headers = { origin: `http://localhost:${port}`, 'content-type': 'application/x-www-form-urlencoded' };
  return requestBytes('POST', '/login.data', headers, body);
}
