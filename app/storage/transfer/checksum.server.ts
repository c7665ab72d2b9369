import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';

import type { HeaderLine, ManifestLine } from './lines.ts';

const NOTHING = '00'.repeat(32);

/** A chain over each item's lines and the digest before them, so that a part continues from where another ended. */
export class TransferChecksum {
  items = 0;
  bytes = 0;
  #sha256 = NOTHING;
  #lastItemId: string | undefined;
  #open: Hash | undefined;

  /** From a token with its counts, or from the id of an item with none. */
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

  open(itemId: string, bytes: number): void {
    this.#lastItemId = itemId;
    this.items += 1;
    this.bytes += bytes;
    this.openLink();
  }

  /** Of the chain, for lines that are of no item. */
  openLink(): void {
    this.close();
    this.#open = createHash('sha256').update(this.#sha256, 'hex');
  }

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

  token(): string | undefined {
    const { items, bytes, sha256 } = this.manifest();
    return this.#lastItemId && `${this.#lastItemId}.${items}.${bytes}.${sha256}`;
  }

  matches(manifest: ManifestLine): boolean {
    const { items, bytes, sha256 } = this.manifest();
    return manifest.items === items && manifest.bytes === bytes && manifest.sha256 === sha256;
  }
}

/** Checks that a stream, made of one export or of its consecutive parts, is as it was exported. */
export class IntegrityCheck {
  checksum = new TransferChecksum();
  hasBegun = false;
  /** A header came whose manifest has not. */
  #isOpen = false;
  #isFaultless = true;

  begin({ after }: HeaderLine): void {
    const goesOn = this.#isOpen && after === this.checksum.token();
    if (this.#isOpen && !goesOn) this.#isFaultless = false;
    if (!goesOn) this.checksum = TransferChecksum.from(after);
    this.hasBegun = true;
    this.#isOpen = true;
  }

  /** @param isFault the line is not one of an export */
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
