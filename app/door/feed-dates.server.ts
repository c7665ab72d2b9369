import { isNotModified } from '#lib/http/conditions.ts';

const FEED = /^application\/(?:(?:rss|atom)\+xml|feed\+json)/;
const MOST_FEEDS = 1024;

interface FeedDate {
  readonly etag: string;
  readonly modifiedAt: Date;
}

/**
 * `Last-Modified` and `If-Modified-Since` of feeds, for readers that keep no etags. What a feed shows changes with more than
 * its entries: one goes, a person takes another name. So its date is when this process first answered with its etag.
 */
export class FeedDates {
  /** By address, the latest asked for last. */
  readonly #dates = new Map<string, FeedDate>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** @param address with its query; where an answer depends on more, each change of it has a later date */
  answer(request: Request, address: string, response: Response): Response {
    const { headers, status } = response;
    const etag = headers.get('etag');
    const isFeed = FEED.test(headers.get('content-type') ?? '');
    if (!isFeed || etag === null || (status !== 200 && status !== 304)) return response;
    const modifiedAt = this.#findDate(address, etag);
    // None that is yet to come (RFC 9110 §8.8.2.1).
    if (modifiedAt > this.#now()) return response;
    headers.set('last-modified', modifiedAt.toUTCString());
    if (status === 304 || !isNotModified(request, etag, modifiedAt)) return response;
    for (const name of ['content-length', 'content-encoding']) headers.delete(name);
    return new Response(null, { status: 304, headers });
  }

  #findDate(address: string, etag: string): Date {
    const known = this.#dates.get(address);
    const modifiedAt = known?.etag === etag ? known.modifiedAt : this.#nextDate(known);
    this.#dates.delete(address);
    this.#dates.set(address, { etag, modifiedAt });
    const [oldest] = this.#dates.keys();
    if (this.#dates.size > MOST_FEEDS && oldest !== undefined) this.#dates.delete(oldest);
    return modifiedAt;
  }

  /** Two states within a second have different dates, too. */
  #nextDate(known: FeedDate | undefined): Date {
    const earliest = known === undefined ? 0 : known.modifiedAt.getTime() + 1000;
    return new Date(Math.max(this.#now().getTime(), earliest));
  }
}
