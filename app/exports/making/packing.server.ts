import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { ZipFile } from 'yazl';

import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';
import type { Person, PersonalFile, PersonalRows } from '#app/current/personal-data.server.ts';
import { findDrawing } from '#app/media/art.server.ts';
import { FileMissing } from '#lib/files/file-store.ts';
import type { Text } from '#lib/locale/messages.ts';

import type { ExportCatalog } from '../export-catalog.server.ts';
import { exportSchema } from '../schema.server.ts';
import { SECTIONS } from '../sections.ts';
import { indexPage, rowsPage } from './pages.server.tsx';

interface Packing {
  readonly person: Person;
  readonly locale: Locale;
  readonly madeAt: Date;
  readonly onProgress: (partsDone: number, rowsDone: number) => Promise<void>;
}

/** What one file of JSON and one page have at most. */
const PIECE_ROWS = 200;
const PIECE_BYTES = 1024 * 1024;

/** A part as it was written. */
export interface WrittenPart {
  readonly noun: string;
  readonly name: string;
  readonly title: TextKey;
  readonly rows: number;
  readonly pieces: number;
}

/** Packs while it reads: in memory there is one page of rows, one piece, and of each entry its place in the archive. */
export async function packExport<Result>(
  current: Current,
  catalog: ExportCatalog,
  packing: Packing,
  signal: AbortSignal,
  take: (zip: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const archive = new Archive(packing.madeAt, AbortSignal.any([signal, ending.signal]));
  const text = await getText(packing.locale);
  const filling = new Filling({ ...current, locale: packing.locale }, packing, archive, text)
    .fill(catalog)
    .catch((error) => archive.fail(error));
  try {
    return await take(archive.bytes);
  } finally {
    // A store that gives up takes no more, and what waits for it would wait forever.
    ending.abort();
    await filling;
  }
}

/** One entry after the other, each as fast as the archive is taken. */
class Archive {
  readonly bytes = new PassThrough();
  readonly #zip = new ZipFile();
  readonly #mtime: Date;
  readonly #signal: AbortSignal;

  constructor(mtime: Date, signal: AbortSignal) {
    this.#mtime = mtime;
    this.#signal = signal;
    // Whoever takes them is told; once nobody does, an error that nobody listens to would end the process.
    this.bytes.on('error', () => undefined);
    this.#zip.on('error', (error) => this.bytes.destroy(error));
    this.#zip.outputStream.pipe(this.bytes);
  }

  async add(name: string, content: string | Uint8Array | ReadableStream<Uint8Array>): Promise<void> {
    this.#signal.throwIfAborted();
    const stream =
      content instanceof ReadableStream
        ? Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0])
        : Readable.from([Buffer.from(content)], { objectMode: false });
    // The archive keeps each entry to its end, and so whatever the function holds that it was given.
    const source: { stream?: Readable } = { stream };
    this.#zip.addReadStreamLazy(name, { mtime: this.#mtime, mode: 0o100644 }, (read) => {
      if (source.stream !== undefined) read(null, source.stream);
      delete source.stream;
    });
    try {
      await finished(stream, { signal: this.#signal });
    } finally {
      // What is not taken to its end is a file that would stay open.
      stream.destroy();
    }
  }

  end(): void {
    this.#zip.end();
  }

  fail(error: unknown): void {
    this.bytes.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** What any system takes as the end of a name: its letters, digits, dots and hyphens, of which the last ones tell its type. */
function toFileName(name: string): string {
  return Array.from(name.replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '_'))
    .slice(-60)
    .join('');
}

class Filling {
  readonly #current: Current;
  readonly #packing: Packing;
  readonly #archive: Archive;
  readonly #text: Text<TextKey>;
  /** A file may belong to several rows, such as an item and what it was before. */
  readonly #files = new Map<string, string | undefined>();
  #partsDone = 0;
  #rowsDone = 0;

  constructor(current: Current, packing: Packing, archive: Archive, text: Text<TextKey>) {
    this.#current = current;
    this.#packing = packing;
    this.#archive = archive;
    this.#text = text;
  }

  async fill(catalog: ExportCatalog): Promise<void> {
    const parts: WrittenPart[] = [];
    for (const { name: noun, personalRows = [] } of catalog) {
      for (const rows of personalRows) {
        parts.push({ noun, name: rows.name, title: rows.title, ...(await this.#writePart(rows)) });
        this.#partsDone += 1;
        await this.#packing.onProgress(this.#partsDone, this.#rowsDone);
      }
    }
    await this.#writeIndex(catalog, parts);
    this.#archive.end();
  }

  async #writePart(rows: PersonalRows): Promise<{ rows: number; pieces: number }> {
    const written = { rows: 0, pieces: 0 };
    let [piece, bytes]: [object[], number] = [[], 0];
    for await (const { data, files } of rows.find(this.#current, this.#packing.person)) {
      if (piece.length === PIECE_ROWS || bytes > PIECE_BYTES) {
        await this.#writePiece(rows, piece, (written.pieces += 1), true);
        [piece, bytes] = [[], 0];
      }
      const row = files === undefined ? data : { ...data, files: await this.#writeFiles(rows.name, files) };
      piece.push(row);
      bytes += JSON.stringify(row).length;
      written.rows += 1;
      this.#rowsDone += 1;
    }
    if (piece.length > 0) await this.#writePiece(rows, piece, (written.pieces += 1), false);
    return written;
  }

  async #writePiece({ name, title }: PersonalRows, rows: object[], piece: number, hasNext: boolean): Promise<void> {
    const document = { format: 1, part: name, piece, rows };
    await this.#archive.add(`data/${name}-${piece}.json`, `${JSON.stringify(document, null, 1)}\n`);
    const page = rowsPage(this.#text, this.#packing.locale, { name, title, rows, piece, hasNext });
    await this.#archive.add(`pages/${name}-${piece}.html`, page);
    await this.#packing.onProgress(this.#partsDone, this.#rowsDone);
  }

  /** @returns where they are in the archive, without those that are not there anymore */
  async #writeFiles(part: string, files: readonly PersonalFile[]): Promise<string[]> {
    const paths: string[] = [];
    for (const { key, name } of files) {
      if (!this.#files.has(key)) this.#files.set(key, await this.#writeFile(part, { key, name }));
      const path = this.#files.get(key);
      if (path !== undefined) paths.push(path);
    }
    return paths;
  }

  async #writeFile(part: string, { key, name }: PersonalFile): Promise<string | undefined> {
    const path = `files/${part}/${this.#files.size + 1}-${toFileName(name)}`;
    try {
      const stream = await this.#current.files.read(key);
      await this.#archive.add(path, stream);
      return path;
    } catch (error) {
      if (error instanceof FileMissing) return undefined;
      throw error;
    }
  }

  async #writeIndex(catalog: ExportCatalog, parts: readonly WrittenPart[]): Promise<void> {
    const { locale, madeAt, person } = this.#packing;
    for (const { picture } of SECTIONS) {
      const drawing = findDrawing(picture);
      if (drawing !== undefined) await this.#archive.add(`pictures/${picture}.svg`, drawing.svg);
    }
    const schema = await exportSchema(catalog, this.#current.config.publicUrl);
    await this.#archive.add('schema.json', `${JSON.stringify(schema, null, 1)}\n`);
    const listed = parts.map(({ name, rows, pieces }) => ({ name, rows, pieces }));
    const index = { format: 1, madeAt, locale, ...person, parts: listed };
    await this.#archive.add('index.json', `${JSON.stringify(index, null, 1)}\n`);
    await this.#archive.add('index.html', indexPage(this.#text, locale, { madeAt, person, parts }));
  }
}
