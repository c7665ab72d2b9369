import type { Current } from '#app/current/current.server.ts';
import { Batcher } from '#lib/batcher.ts';
import { eventText } from '#lib/http/event-stream.ts';

import { readNextPage, writeFeedToken } from './changes.server.ts';
import type { Feed } from './feed.server.ts';
import type { FeedPosition } from './position.server.ts';
import type { FeedPage } from './slices.server.ts';

export interface EncodedPage extends Omit<FeedPage, 'entries'> {
  bytes: Uint8Array;
}

/** Milliseconds until clients reconnect, spread so that a crowd does not return together. */
const RETRY: readonly [least: number, spread: number] = [1000, 4000];

export function openingEvents(current: Current, feed: Feed, { bytes, position }: EncodedPage): Uint8Array {
  const retry = RETRY[0] + Math.floor(Math.random() * RETRY[1]);
  return toBytes(eventText({ retry, ...(bytes.length === 0 && { id: writeFeedToken(current, feed, position) }) }));
}

/** Keeps the connection open, and gives a client without changes a recent token to resume from. */
export function heartbeat(current: Current, feed: Feed, { position }: EncodedPage): Uint8Array {
  return toBytes(eventText({ comment: 'still here', id: writeFeedToken(current, feed, position) }));
}

export function encodePage(current: Current, feed: Feed, { entries, ...page }: FeedPage): EncodedPage {
  const events = entries.map(({ change, position }) =>
    eventText({ id: writeFeedToken(current, feed, position), event: 'change', data: JSON.stringify(change) }),
  );
  if (entries.length > 0) events.push(eventText({ id: writeFeedToken(current, feed, page.position) }));
  return { ...page, bytes: toBytes(events.join('')) };
}

// Readers of one scope at one position, woken by the same change, share one query; those who come while it runs share
// the next, which sees the change that woke them.
export function readPageBatched(
  current: Current,
  feed: Feed,
  position: FeedPosition,
  limit: number,
): Promise<EncodedPage> {
  const { life, xid, change, walked } = position;
  const key = [feed.crate.crateId, feed.scope, limit, life, xid, change, walked].join(' ');
  return current.db.state.get(createPageReads).run(key, { current, feed, position, limit });
}

interface FeedPageRequest {
  current: Current;
  feed: Feed;
  position: FeedPosition;
  limit: number;
}

const createPageReads = () => new Batcher<FeedPageRequest, EncodedPage>(readPageTogether, Infinity);

async function readPageTogether(reads: FeedPageRequest[]): Promise<EncodedPage[]> {
  const [{ current, feed, position, limit }] = reads as [FeedPageRequest];
  const page = encodePage(current, feed, await readNextPage(current, feed, position, limit));
  return reads.map(() => page);
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text);
}
