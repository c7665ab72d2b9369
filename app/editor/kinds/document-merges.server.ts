import type { Current } from '#app/current/current.server.ts';

import { withMarks } from '../merge-marks.server.ts';
import type { Merge } from '../merge.ts';
import { findFormerState, getEditedDocument } from './document-kind.server.ts';
import type { DocumentKind, EditedDocument } from './document-kind.server.ts';
import { readBaseEtag, readReplacedId } from './drafts.ts';
import { decodeMergeEtags, encodeMergeEtags, findNewerDraft } from './newer-drafts.server.ts';

interface MergeRequest<Values> {
  readonly mine: Values;
  /** Of the state that the writer began with. */
  readonly etag: string;
  /** Of the state that the writer has compared with; by default the present one. */
  readonly theirs?: string | undefined;
  /** It is to be saved as the newer draft of what is out. */
  readonly isLater?: boolean;
}

/** What has come together by itself, and what is to be chosen. Needs staff. @throws Problem 401, 403, 404 */
export async function mergeDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  name: string,
  { mine, ...request }: MergeRequest<Values>,
): Promise<Merge> {
  const present = await getEditedDocument(current, kind, name);
  const { base, other, etag } = await new MergeSides(current, kind, request).find(present);
  // Without that state every difference is a conflict.
  return withMarks({ etag, ...kind.merge(base?.values, mine, other.values) });
}

interface Sides<Values> {
  readonly base: EditedDocument<Values> | undefined;
  readonly other: EditedDocument<Values>;
  /** Of what a merged document replaces. */
  readonly etag: string;
}

/** Which two states come together, and what both began with. */
class MergeSides<Values> {
  readonly #current: Current;
  readonly #kind: DocumentKind<Values>;
  readonly #seen: ReturnType<typeof decodeMergeEtags>;
  readonly #compared: ReturnType<typeof decodeMergeEtags>;
  readonly #isLater: boolean;
  readonly #isFirst: boolean;

  constructor(current: Current, kind: DocumentKind<Values>, request: Omit<MergeRequest<Values>, 'mine'>) {
    const { etag, theirs, isLater = false } = request;
    this.#current = current;
    this.#kind = kind;
    this.#seen = decodeMergeEtags(etag);
    this.#compared = decodeMergeEtags(theirs ?? '');
    this.#isLater = isLater;
    this.#isFirst = theirs === undefined;
  }

  find(present: EditedDocument<Values>): Promise<Sides<Values>> {
    const [seen, compared] = [this.#seen, this.#compared];
    if (seen.began !== undefined) return this.#ofDraft(present);
    const isOfDraft = this.#isLater || compared.began !== undefined;
    if (readReplacedId(present.item) === undefined) return isOfDraft ? this.#ofLater(present) : this.#ofOne(present);
    // Nobody else has saved it, so it is its original that is another.
    const isOfOriginal = compared.began !== undefined || (this.#isFirst && seen.etag === present.item.etag);
    return isOfOriginal ? this.#ofPublishing(present) : this.#ofOne(present);
  }

  /** Two have written one document. */
  async #ofOne(present: EditedDocument<Values>): Promise<Sides<Values>> {
    const other = await this.#loadState(present, this.#compared.etag);
    return { base: await this.#findState(present, this.#seen.etag), other, etag: other.item.etag };
  }

  /** Somebody has saved the newer draft while another put it together with its original. */
  async #ofDraft(present: EditedDocument<Values>): Promise<Sides<Values>> {
    const isDraft = readReplacedId(present.item) !== undefined;
    const draft = isDraft ? present : await findNewerDraft(this.#current, this.#kind, present.item);
    if (draft === undefined) return this.#asTyped(present);
    const sides = await this.#ofOne(draft);
    return { ...sides, etag: encodeMergeEtags(sides.etag, this.#seen.began) };
  }

  /** What is out has changed since its newer draft began, which is to take its place. */
  async #ofPublishing(present: EditedDocument<Values>): Promise<Sides<Values>> {
    const draft = await this.#loadState(present, this.#seen.etag);
    const original = await getEditedDocument(this.#current, this.#kind, readReplacedId(draft.item) ?? '');
    const other = await this.#loadState(original, this.#compared.began ?? '');
    const base = await this.#findState(original, readBaseEtag(draft.item));
    return { base, other, etag: encodeMergeEtags(this.#seen.etag, other.item.etag) };
  }

  /** Somebody has saved a newer draft while another wrote in the editor of what is out. */
  async #ofLater(original: EditedDocument<Values>): Promise<Sides<Values>> {
    const draft = await findNewerDraft(this.#current, this.#kind, original.item);
    if (draft === undefined) return this.#asTyped(original);
    const other = await this.#loadState(draft, this.#compared.etag);
    // Both have begun with a state of what is out: what they share is the older one, and together they know the later one.
    const [older = '', later] = [this.#seen.etag, readBaseEtag(other.item)].toSorted(
      (a, b) => parseRevision(a) - parseRevision(b),
    );
    return { base: await this.#findState(original, older), other, etag: encodeMergeEtags(other.item.etag, later) };
  }

  /** The newer draft is gone meanwhile: what was typed becomes another. */
  #asTyped(original: EditedDocument<Values>): Sides<Values> {
    const { began, etag } = this.#seen;
    return { base: original, other: original, etag: encodeMergeEtags('', began ?? etag) };
  }

  #findState(document: EditedDocument<Values>, etag: string): Promise<EditedDocument<Values> | undefined> {
    return findFormerState(this.#current, this.#kind, document, etag);
  }

  /** The present one, when that is asked for or the other is no longer kept. */
  async #loadState(present: EditedDocument<Values>, etag: string): Promise<EditedDocument<Values>> {
    return (etag === '' ? undefined : await this.#findState(present, etag)) ?? present;
  }
}

function parseRevision(etag: string): number {
  return Number(etag.slice(1, -1));
}
