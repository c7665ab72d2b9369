import type { Current } from '#app/current/current.server.ts';
import { batchesPer } from '#lib/batches.ts';
import { eventText } from '#lib/http/event-stream.ts';

import { readOn, tokenOf } from './changes.server.ts';
import type { Feed } from './feed.server.ts';
import type { Place } from './place.server.ts';
import type { Page } from './slices.server.ts';

/** A page as it is sent. */
export interface Rendered extends Omit<Page, 'told'> {
  bytes: Uint8Array;
}

/** Milliseconds after which clients that were cut off come back; a crowd that was cut off together comes one by one. */
const RETRY: readonly [least: number, spread: number] = [1000, 4000];

/** What a stream begins with. Until there is an event, the place is where it started. */
export function greeting(current: Current, feed: Feed, { bytes, place }: Rendered): Uint8Array {
  const retry = RETRY[0] + Math.floor(Math.random() * RETRY[1]);
  return encode(eventText({ retry, ...(bytes.length === 0 && { id: tokenOf(current, feed, place) }) }));
}

/** A sign of life, which also tells a client that has seen no change for long where to go on. */
export function heartbeat(current: Current, feed: Feed, { place }: Rendered): Uint8Array {
  return encode(eventText({ comment: 'still here', id: tokenOf(current, feed, place) }));
}

/** A page as events, each with the token of its place, and after the last the place of the page. */
export function render(current: Current, feed: Feed, { told, ...page }: Page): Rendered {
  const events = told.map(({ change, place }) =>
    eventText({ id: tokenOf(current, feed, place), event: 'change', data: JSON.stringify(change) }),
  );
  if (told.length > 0) events.push(eventText({ id: tokenOf(current, feed, page.place) }));
  return { ...page, bytes: encode(events.join('')) };
}

/**
 * The next page after a place. Those who are told the same from the same place, because a change has woken them all, read
 * it together; who asks while it is being read waits for the next reading, which sees what they were woken for.
 */
export function readTogether(current: Current, feed: Feed, place: Place, limit: number): Promise<Rendered> {
  const { life, xid, change, walked } = place;
  const key = [feed.crate.crateId, feed.scope, limit, life, xid, change, walked].join(' ');
  return readingsOf(current.db).run(key, { current, feed, place, limit });
}

interface Reading {
  current: Current;
  feed: Feed;
  place: Place;
  limit: number;
}

const readingsOf = batchesPer<Reading, Rendered>(async (readings) => {
  const [{ current, feed, place, limit }] = readings as [Reading];
  const page = render(current, feed, await readOn(current, feed, place, limit));
  return readings.map(() => page);
}, Infinity);

function encode(text: string): Uint8Array {
  return Buffer.from(text);
}
