import { Readable, pipeline } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

const COMPRESSIBLE = /^(text\/|application\/(.+\+)?(json|xml|javascript|manifest)|image\/svg)/;
const LEAST_BYTES = 1024;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The encoding to answer in, or undefined to send the bytes as they are. */
export function encodingFor(acceptEncoding: string | null): 'br' | 'gzip' | undefined {
  const offered = (acceptEncoding ?? '').split(',').map((part) => part.trim().split(';'));
  const accepts = (name: string) =>
    offered.some(([coding, q = 'q=1']) => coding === name && !/q=0(\.0*)?$/.test(q.trim()));
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : undefined;
}

/** Whether bodies of a type shrink; pictures and archives are small already. */
export function isCompressible(contentType: string | null | undefined): boolean {
  return contentType !== null && contentType !== undefined && COMPRESSIBLE.test(contentType);
}

/** Compresses a body that is whole; one that is small or not text comes back as it is. */
export async function compressBytes(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br' ? promisify(brotliCompress)(bytes, QUALITY) : promisify(gzip)(bytes);
}

/** Whether a body of that size is worth compressing. */
export function isWorthIt(bytes: number): boolean {
  return bytes >= LEAST_BYTES;
}

/** The same response, its body compressed on the way when the browser takes it. */
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

/** Compresses a body on its way, and passes on each piece at once, so that a page still streams. */
export function compressStream(body: ReadableStream<Uint8Array>, encoding: 'br' | 'gzip'): ReadableStream<Uint8Array> {
  const transform =
    encoding === 'br'
      ? createBrotliCompress({ ...QUALITY, flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  pipeline(Readable.fromWeb(body as NodeReadableStream), transform, () => {});
  return Readable.toWeb(transform) as ReadableStream<Uint8Array>;
}
