import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';

import type { HeaderLine, ManifestLine } from './lines.ts';

const NOTHING = '00'.repeat(32);

/**
 * What has been exported or imported so far. The digest is a chain: of each item's lines (that with the digest of its
 * body, and those of its records) together with the digest up to it, so that a part goes on from where another ended.
 */
export class TransferChecksum {
  items = 0;
  bytes = 0;
  #sha256 = NOTHING;
  #lastItemId: string | undefined;
  #open: Hash | undefined;

  /** A checksum that goes on: from a token with all that it holds, from the id of an item with nothing. */
  static from(after: string | null | undefined): TransferChecksum {
    const checksum = new TransferChecksum();
    const [itemId, items, bytes, sha256] = after?.split('.') ?? [];
    checksum.#lastItemId = itemId;
    if (sha256 === undefined) return checksum;
    checksum.items = Number(items);
    checksum.bytes = Number(bytes);
    checksum.#sha256 = sha256;
    return checksum;
  }

  /** Begins the next item. @param bytes of its body */
  open(itemId: string, bytes: number): void {
    this.close();
    this.#lastItemId = itemId;
    this.items += 1;
    this.bytes += bytes;
    this.#open = createHash('sha256').update(this.#sha256, 'hex');
  }

  /** Counts a line of the item in, without its line break. */
  line(line: string | Uint8Array): void {
    this.#open?.update(line).update('\n');
  }

  close(): void {
    if (this.#open !== undefined) this.#sha256 = this.#open.digest('hex');
    this.#open = undefined;
  }

  manifest(): ManifestLine {
    this.close();
    return { items: this.items, bytes: this.bytes, sha256: this.#sha256 };
  }

  /** The place after the last item, from which an export goes on; undefined before the first. */
  token(): string | undefined {
    const { items, bytes, sha256 } = this.manifest();
    return this.#lastItemId && `${this.#lastItemId}.${items}.${bytes}.${sha256}`;
  }

  matches(manifest: ManifestLine): boolean {
    const { items, bytes, sha256 } = this.manifest();
    return manifest.items === items && manifest.bytes === bytes && manifest.sha256 === sha256;
  }
}

/** Whether a stream, made of one export or of its parts one after the other, is as it was when it was exported. */
export class IntegrityCheck {
  checksum = new TransferChecksum();
  hasBegun = false;
  /** Whether there was a header whose manifest has not come. */
  #isOpen = false;
  #isFaultless = true;

  begin({ after }: HeaderLine): void {
    const goesOn = this.#isOpen && after === this.checksum.token();
    if (this.#isOpen && !goesOn) this.#isFaultless = false;
    if (!goesOn) this.checksum = TransferChecksum.from(after);
    this.hasBegun = true;
    this.#isOpen = true;
  }

  /** An item, or what is no line of an export (`isFault`), comes between header and manifest. */
  more(isFault: boolean): void {
    if (isFault || !this.#isOpen) this.#isFaultless = false;
  }

  end(manifest: ManifestLine): void {
    if (!this.#isOpen || !this.checksum.matches(manifest)) this.#isFaultless = false;
    this.#isOpen = false;
  }

  get isComplete(): boolean {
    return this.hasBegun && this.#isFaultless && !this.#isOpen;
  }
}
