import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

import { compressBytes, encodingFor, isCompressible, isLargeEnough } from './compress.server.ts';
import { isFresh } from './conditions.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The files of the built client, by address; nothing outside this list is ever read. */
export class Assets {
  readonly #files: ReadonlyMap<string, string>;
  readonly #immutable: string;
  readonly #ready = new Map<string, Promise<Asset>>();

  /** @param immutable the prefix of addresses with a hash, such as '/assets/' */
  constructor(files: ReadonlyMap<string, string>, immutable: string) {
    this.#files = files;
    this.#immutable = immutable;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  async respond(path: string, request: Request): Promise<Response> {
    const file = this.#files.get(path);
    if (file === undefined) return new Response(null, { status: 404 });
    const encoding = encodingFor(request.headers.get('accept-encoding'));
    const asset = await this.#load(file, encoding);
    const headers: Record<string, string> = {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': path.startsWith(this.#immutable)
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      etag: asset.etag,
    };
    const isKnown = isFresh(request.headers.get('if-none-match'), asset.etag);
    if (isKnown) return new Response(null, { status: 304, headers });
    if (asset.encoding !== undefined) headers['content-encoding'] = asset.encoding;
    headers['content-length'] = String(asset.bytes.length);
    return new Response(request.method === 'HEAD' ? null : asset.bytes, { headers });
  }

  #load(file: string, encoding: 'br' | 'gzip' | undefined): Promise<Asset> {
    const key = `${encoding ?? ''}:${file}`;
    const known = this.#ready.get(key);
    if (known !== undefined) return known;
    const loading = loadAsset(file, encoding);
    this.#ready.set(key, loading);
    return loading;
  }
}

interface Asset {
  bytes: Buffer<ArrayBuffer>;
  etag: string;
  encoding: 'br' | 'gzip' | undefined;
}

export async function openAssets(folder: string, immutable: string): Promise<Assets> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const byAddress = files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file] as const);
  return new Assets(new Map(byAddress.filter(([address]) => !address.includes('/.'))), immutable);
}

async function loadAsset(file: string, encoding: 'br' | 'gzip' | undefined): Promise<Asset> {
  const plain = await readFile(file);
  const smaller = encoding !== undefined && isCompressible(TYPES[extname(file)]) && isLargeEnough(plain.length);
  const bytes = smaller ? Buffer.from(await compressBytes(plain, encoding)) : plain;
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, etag, encoding: smaller ? encoding : undefined };
}
