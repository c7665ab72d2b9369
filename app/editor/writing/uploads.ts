export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly alt: string;
  readonly isDecoration: boolean;
  /** Whoever put it in has said what it shows. */
  readonly isConfirmed: boolean;
  readonly state: UploadState;
}

type UploadState =
  /** The share that is sent, from 0 to 1; at 1 the server is at work. */
  | { readonly kind: 'sending'; readonly share: number }
  | ({ readonly kind: 'sent' } & UploadedPicture)
  | { readonly kind: 'failed'; readonly refusal: string };

interface UploadedPicture {
  readonly name: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

interface UploadSurroundings {
  readonly text: {
    insertBlock(markdown: string): void;
    /** Nothing, when somebody has taken the old text away. */
    replace(old: string, markdown: string): void;
  };
  /** @returns the picture, or why there is none */
  readonly send: (
    file: File,
    name: string,
    options: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<UploadedPicture | { readonly refusal: string }>;
}

/** Pictures go up while somebody says what they show; a mark stands in the text until both are done. */
export class UploadList {
  #around: UploadSurroundings | undefined;
  #all: readonly Upload[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, AbortController>();

  connect(around: UploadSurroundings): void {
    this.#around = around;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Upload[] => this.#all;

  add(files: readonly File[]): void {
    const added = files.map((file): Upload => {
      const id = crypto.randomUUID().slice(0, 8);
      return { id, file, alt: '', isDecoration: false, isConfirmed: false, state: { kind: 'sending', share: 0 } };
    });
    this.#around?.text.insertBlock(added.map(toMark).join('\n\n'));
    this.#set([...this.#all, ...added]);
    for (const { id } of added) void this.retry(id);
  }

  change(id: string, changed: Partial<Omit<Upload, 'id' | 'file'>>): void {
    this.#set(this.#all.map((one) => (one.id === id ? { ...one, ...changed } : one)));
    const upload = this.#all.find((one) => one.id === id);
    if (upload?.isConfirmed && upload.state.kind === 'sent') this.#write(upload, pictureBlock(upload, upload.state));
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort();
    const upload = this.#all.find((one) => one.id === id);
    if (upload === undefined) return;
    this.#around?.text.replace(`${toMark(upload)}\n\n`, '');
    this.#write(upload, '');
  }

  async retry(id: string): Promise<void> {
    const file = this.#all.find((one) => one.id === id)?.file;
    if (file === undefined || this.#around === undefined) return;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const onProgress = (share: number) => this.change(id, { state: { kind: 'sending', share } });
    onProgress(0);
    const name = snippetNameFor(file);
    const sent = await this.#around.send(file, name, { signal: controller.signal, onProgress });
    this.#running.delete(id);
    this.change(id, { state: 'refusal' in sent ? { kind: 'failed', ...sent } : { kind: 'sent', ...sent } });
  }

  /** In the place of the mark, and nothing is left to do. */
  #write(upload: Upload, markdown: string): void {
    this.#around?.text.replace(toMark(upload), markdown);
    this.#set(this.#all.filter(({ id }) => id !== upload.id));
  }

  #set(all: readonly Upload[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}

/** No block has that name, so that nothing is published with it. */
function toMark({ id, file }: Upload): string {
  return `::uploading[${file.name.replaceAll(/[[\]\\\n]/g, ' ')}]{id="${id}"}`;
}

/** With its size, so that the page does not move when the picture comes. */
function pictureBlock({ alt, isDecoration }: Upload, { name, width, height }: UploadedPicture): string {
  const words = isDecoration ? '' : alt.trim().replaceAll(/\s+/g, ' ');
  const quoted = words.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `::image{src="${name}" alt="${quoted}" width=${width} height=${height}}`;
}

/** Never that of another picture. */
function snippetNameFor({ name }: File): string {
  const words = name.replace(/\.\w+$/, '').toLowerCase();
  const slug = words.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return `${slug.slice(0, 80) || 'picture'}-${crypto.randomUUID().slice(0, 8)}`;
}
