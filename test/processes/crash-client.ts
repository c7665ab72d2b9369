import { linksOf } from '../links.ts';
import type { KillableSite } from './killable-site.ts';

export interface CrashAnswer {
  status: number;
  headers: Headers;
  data: { itemId?: string; etag?: string; tags?: string[]; name?: string | null; stats?: Record<string, number> };
}

export interface CrashRequest {
  /** A text as bytes, anything else as JSON. */
  body?: string | object;
  parameters?: object;
  headers?: Record<string, string>;
}

/** One person's way to the site, over HTTP. */
export class CrashClient {
  readonly #site: KillableSite;
  readonly #credentials: Record<string, string>;

  constructor(site: KillableSite, credentials: Record<string, string>) {
    this.#site = site;
    this.#credentials = credentials;
  }

  /** @returns undefined when no answer came, or one of a server whose database was gone: either way nobody knows */
  async send(
    method: string,
    path: string,
    { body, parameters, headers }: CrashRequest = {},
  ): Promise<CrashAnswer | undefined> {
    const isJson = typeof body === 'object';
    try {
      const response = await fetch(`${this.#site.address}${path}`, {
        method,
        headers: {
          ...this.#credentials,
          ...(isJson && { 'content-type': 'application/json' }),
          ...(parameters && { 'rumpus-item-parameters': encodeURIComponent(JSON.stringify(parameters)) }),
          ...headers,
        },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
      });
      const text = await response.text();
      const answer = text === '' ? {} : (JSON.parse(text) as { data?: CrashAnswer['data'] });
      if (response.status >= 500) return undefined;
      return { status: response.status, headers: response.headers, data: answer.data ?? (answer as object) };
    } catch (error) {
      // What a dead server leaves: a refused or broken connection, or half of an answer.
      if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** What an item's address or a search answers. */
  async get<Data = CrashAnswer['data']>(path: string): Promise<Data> {
    return (await this.ask(path)).data as Data;
  }

  async ask(path: string): Promise<CrashAnswer> {
    const answer = await this.send('GET', path);
    if (answer?.status !== 200) throw new Error(`GET ${path}: ${answer?.status ?? 'no answer'}`);
    return answer;
  }

  /** Every item of a crate, page by page. */
  async *walk<Item>(crate: string): AsyncGenerator<Item> {
    let path: string | undefined = `${crate}/items?limit=128`;
    while (path !== undefined) {
      const page = await this.ask(path);
      yield* page.data as Item[];
      path = linksOf(page).next;
    }
  }

  async download(path: string): Promise<string> {
    const response = await fetch(`${this.#site.address}${path}?download=true`, { headers: this.#credentials });
    if (!response.ok) throw new Error(`GET ${path}?download=true: ${response.status}`);
    return response.text();
  }
}
