import { performance } from 'node:perf_hooks';

import { HttpConnection, requestBytes } from '../http-connection.ts';
import type { BenchPerson } from './people.ts';
import { percentilesOf } from './percentiles.ts';
import type { Percentiles } from './percentiles.ts';

/** How long the answer takes to somebody who asks for a mail for those who are known, and for those who are not. */
export interface Timing {
  name: string;
  known: Percentiles;
  unknown: Percentiles;
  /** Between the medians, in milliseconds; above zero when the known take longer. */
  difference: number;
  /** What chance alone makes of it: 19 of 20 ways of parting the same times at random differ by less. */
  noise: number;
}

const PARTINGS = 500;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Asks over one connection, one after the other, as the login panel does. A mail is still being made while the next one
 * asks, so the kinds come in an order in which none comes after another more often than after itself.
 */
export async function measureTiming(port: number, people: readonly BenchPerson[]): Promise<Timing[]> {
  const line = await HttpConnection.open(port);
  const times: Record<'knownEmail' | 'unknownEmail' | 'knownCode' | 'unknownCode', number[]> = {
    knownEmail: [],
    unknownEmail: [],
    knownCode: [],
    unknownCode: [],
  };
  const asks = people.flatMap(({ email, userId }, at) => [
    { who: email, into: times.knownEmail },
    { who: `nobody${at}@example.com`, into: times.unknownEmail },
    { who: userId, into: times.knownCode },
    { who: codeOfNobody(at), into: times.unknownCode },
  ]);
  for (const { who, into } of shuffled(asks)) {
    const request = requestOf(port, who);
    const start = performance.now();
    const answer = await line.ask(request);
    into.push(performance.now() - start);
    if (answer.status !== 200) throw new Error(answer.text());
  }
  line.close();
  return [
    timingOf('email address', times.knownEmail, times.unknownEmail),
    timingOf('lookup code', times.knownCode, times.unknownCode),
  ];
}

function timingOf(name: string, known: number[], unknown: number[]): Timing {
  const [ofKnown, ofUnknown] = [percentilesOf(known), percentilesOf(unknown)];
  return {
    name,
    known: ofKnown,
    unknown: ofUnknown,
    difference: ofKnown.p50 - ofUnknown.p50,
    noise: noiseOf(known, unknown),
  };
}

function noiseOf(known: number[], unknown: number[]): number {
  const all = [...known, ...unknown];
  const differences = Array.from({ length: PARTINGS }, () => {
    const mixed = shuffled(all);
    return Math.abs(percentilesOf(mixed.slice(0, known.length)).p50 - percentilesOf(mixed.slice(known.length)).p50);
  });
  return percentilesOf(differences).p95;
}

/** All orders are equally likely. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
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
