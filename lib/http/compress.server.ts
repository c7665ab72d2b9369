import { Readable, pipeline } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

const COMPRESSIBLE = /^(text\/|application\/(.+\+)?(json|xml|javascript|manifest)|image\/svg)/;
const MIN_BYTES = 1024;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** undefined sends the bytes as they are. */
export function encodingFor(acceptEncoding: string | null): 'br' | 'gzip' | undefined {
  const offered = (acceptEncoding ?? '').split(',').map((part) => part.trim().split(';'));
  const accepts = (name: string) =>
    offered.some(([coding, q = 'q=1']) => coding === name && !/q=0(\.0*)?$/.test(q.trim()));
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : undefined;
}

/** Pictures and archives are small already. */
export function isCompressible(contentType: string | null | undefined): boolean {
  return contentType !== null && contentType !== undefined && COMPRESSIBLE.test(contentType);
}

export async function compressBytes(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? promisify(brotliCompress)(bytes, QUALITY) : promisify(gzip)(bytes);
}

export function isLargeEnough(bytes: number): boolean {
  return bytes >= MIN_BYTES;
}

export function compressResponse(request: Request, response: Response): Response {
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  const { body, headers, status } = response;
  if (!isCompressible(headers.get('content-type')) || headers.has('content-encoding') || headers.has('etag')) {
    return response;
  }
  headers.append('vary', 'accept-encoding');
  if (encoding === undefined) return response;
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  return new Response(body && compressStream(body, encoding), { status, headers });
}

/** Passes on each piece at once, so that a page still streams. */
function compressStream(body: ReadableStream<Uint8Array>, encoding: 'br' | 'gzip'): ReadableStream<Uint8Array> {
  const transform =
    encoding === 'br'
      ? createBrotliCompress({ ...QUALITY, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  pipeline(Readable.fromWeb(body as NodeReadableStream), transform, () => {});
  return Readable.toWeb(transform) as ReadableStream<Uint8Array>;
}
