import { HttpConnection, requestBytes } from './http-connection.ts';

/** What is asked again and again; the first answer of each is looked at. */
export interface Search {
  name: string;
  bytes: Buffer;
}

const ITEMS = '/api/storage/crates/bench/items';
const LIMIT = 20;
const DEEP_PAGE = 5000;
const MAX_LIMIT = 128;

/** The searches whose latency must not depend on how much lies there. */
export async function searchesAt(port: number, size: number): Promise<Search[]> {
  const page = Math.min(DEEP_PAGE, Math.floor(size / LIMIT));
  return [
    search('newest', 'sort=createdAt'),
    search('oldest', 'sort=-createdAt'),
    search('one tag', 'tags=difficulty:3'),
    search('one tag and one exclusion', 'tags=difficulty:3,-draft'),
    search('two tags', 'tags=draft,difficulty:3'),
    search('rare tag', 'tags=rare:tag'),
    search('absent tag', 'tags=nobody:has-it'),
    search('three exclusions', 'tags=-draft,-difficulty:3,-maker:7'),
    search('by a stat with a tag', 'sort=stats.score&tags=difficulty:3'),
    search('page 5,000', `sort=createdAt&after=${await cursorOf(port, page)}`),
  ];
}

/** Counts of one tag, of several, of what lacks some, and of all. */
export const counts: Search[] = [
  'tags=difficulty:3',
  'tags=difficulty:3,-draft',
  'tags=draft,difficulty:4',
  'tags=-draft,-difficulty:3,-maker:7',
  'tags=maker:7',
  'tags=',
].map((terms) => ({ name: terms, bytes: requestBytes('GET', `${ITEMS}?${terms}&count=true`, {}) }));

function search(name: string, terms: string): Search {
  return { name, bytes: requestBytes('GET', `${ITEMS}?${terms}&limit=${LIMIT}`, {}) };
}

/** The cursor at which a page begins, by walking there in the largest steps. */
export async function cursorOf(port: number, page: number): Promise<string> {
  const line = await HttpConnection.open(port);
  let after = '';
  for (let rest = (page - 1) * LIMIT; rest > 0; rest -= MAX_LIMIT) {
    const path = `${ITEMS}?sort=createdAt&limit=${Math.min(rest, MAX_LIMIT)}${after}`;
    const answer = await line.ask(requestBytes('GET', path, {}));
    const next = /[?&](after=[^&>]+)[^>]*>; rel="next"/.exec(answer.header('link') ?? '')?.[1];
    if (next === undefined) throw new Error(`there is no page ${page}: ${answer.text().slice(0, 1000)}`);
    after = `&${next}`;
  }
  line.close();
  return after.replace('&after=', '');
}
