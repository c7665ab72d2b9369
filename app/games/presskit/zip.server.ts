import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

import type { Current } from '#app/current/current.server.ts';

import { getPressFile, getPressKit, pressKitJson } from './presskit.server.ts';

/** The oldest day that an archive can write down, so that the same kit is the same bytes. */
const OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644 };

/** The whole kit as an archive, on its way while it is packed. @throws Problem 404 as `getPressKit` */
export function packPressKit(current: Current, slug: string): ReadableStream<Uint8Array> {
  const kit = getPressKit(current, slug);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(pressKitJson(kit)), `${slug}/presskit.json`, OPTIONS);
  for (const { file } of kit.images) {
    zip.addBuffer(getPressFile(current, slug, file).svg, `${slug}/${file}`, OPTIONS);
  }
  zip.end();
  return Readable.toWeb(zip.outputStream.pipe(new PassThrough())) as ReadableStream<Uint8Array>;
}
