import { setTimeout as pause } from 'node:timers/promises';

import { CAST } from '../cast.ts';
import type { KillableSite } from './killable-site.ts';

const FIELDS = {
  title: 'To be killed',
  blurb: '',
  image: '',
  imageAlt: '',
  author: '',
  topics: '',
  game: '',
  date: '',
  visibility: 'public',
  language: 'en-US',
  authors: CAST.staff.userId,
};
/** Beyond what is kept in a row: most of it is in a file. */
const SIZE = 200_000;

/** What is in a crate. */
interface WrittenText {
  readonly itemId: string;
  readonly etag: string;
  readonly text: string;
}

type TaggedText = WrittenText & { readonly tags: readonly string[] };

/** Somebody of staff in the editor of posts, by its form. */
export class EditorWriter {
  readonly #site: KillableSite;
  readonly #headers: Record<string, string>;

  constructor(site: KillableSite, headers: Record<string, string>) {
    this.#site = site;
    this.#headers = { ...headers, origin: site.address };
  }

  /** @returns the status; 0 when the server died meanwhile */
  async send(path: string, intent: string, fields: Record<string, string>): Promise<number> {
    const body = new URLSearchParams({ ...FIELDS, ...fields });
    body.set('intent', `editor.${intent}`);
    const request = { method: 'POST', headers: this.#headers, body, redirect: 'manual' } as const;
    return fetch(`${this.#site.address}${path}`, request).then(
      ({ status }) => status,
      () => 0,
    );
  }

  /** What has been out under a name, or has not. */
  async find(kind: 'posts' | 'drafts', slug: string): Promise<WrittenText[]> {
    const items = `${this.#site.address}/api/storage/crates/posts/items`;
    const headers = this.#headers;
    const { data } = (await (await fetch(`${items}?names=${slug}`, { headers })).json()) as { data: TaggedText[] };
    const found = data.filter(({ tags }) => tags.includes('draft') === (kind === 'drafts'));
    const texts = found.map(async ({ itemId, etag }) => {
      const text = await (await fetch(`${items}/${itemId}?download=true`, { headers })).text();
      return { itemId, etag, text };
    });
    return Promise.all(texts);
  }

  async write(slug: string): Promise<WrittenText> {
    const status = await this.send('/editor', 'save', { slug, text: 'First.' });
    const [draft] = await this.find('drafts', slug);
    if (draft === undefined) throw new Error(`the draft ${slug} was not made: ${status}`);
    return draft;
  }

  /** Saves one text after another until the server dies. @returns the last one that was acknowledged, and what came after */
  async saveUntilDeath(slug: string, { itemId, etag, text }: WrittenText): Promise<readonly string[]> {
    const before = [text];
    for (let turn = 0, seen: string | undefined = etag; seen !== undefined; turn += 1) {
      const next = String.fromCodePoint(97 + (turn % 26)).repeat(SIZE + turn);
      before.push(next);
      const status = await this.send(`/editor/${itemId}`, 'save', { slug, text: next, etag: seen });
      if (status === 0) break;
      if (status !== 200) throw new Error(`a save was answered with ${status}`);
      before.splice(0, before.length - 1);
      seen = await this.find('drafts', slug).then(
        ([item]) => item?.etag,
        () => undefined,
      );
    }
    return before;
  }

  /** How many posts and drafts have a name, once it is out. */
  async untilOut(slug: string): Promise<{ posts: number; drafts: number }> {
    for (let tries = 0; ; tries += 1) {
      const [posts, drafts] = [(await this.find('posts', slug)).length, (await this.find('drafts', slug)).length];
      if ((posts > 0 && drafts === 0) || tries === 100) return { posts, drafts };
      await pause(50);
    }
  }
}
