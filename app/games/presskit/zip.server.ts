import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

import type { Current } from '#app/current/current.server.ts';

import { writeFactsheet } from './factsheet.ts';
import { getPressFile, getPressKit, pressKitJson } from './presskit.server.ts';

/** The earliest date of the format, so that the same kit is the same bytes. */
const OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644 };

/** The whole kit as an archive, streamed while it is packed. @throws Problem as `getPressKit` */
export async function packPressKit(current: Current, slug: string): Promise<ReadableStream<Uint8Array>> {
  const kit = await getPressKit(current, slug);
  const files = kit.images.flatMap((image) => image.files);
  const pictures = await Promise.all(files.map(({ file }) => getPressFile(current, slug, file)));
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(writeFactsheet(kit)), `${slug}/factsheet.txt`, OPTIONS);
  zip.addBuffer(Buffer.from(pressKitJson(kit)), `${slug}/presskit.json`, OPTIONS);
  pictures.forEach(({ bytes }, at) => zip.addBuffer(bytes, `${slug}/${files[at]?.file}`, OPTIONS));
  zip.end();
  return Readable.toWeb(zip.outputStream.pipe(new PassThrough())) as ReadableStream<Uint8Array>;
}
