import { findDrawing } from '#app/media/art.server.ts';
import { cardQueue } from '#app/media/work-queue.server.ts';
import { palette } from '#content/art/palette.ts';
import { icoIcon, onBackground, pngIcon } from '#lib/icons/icons.server.ts';
import { memoize } from '#lib/memoize.ts';

interface Icon {
  readonly type: string;
  readonly body: Buffer<ArrayBuffer>;
}

export async function iconAt(path: string): Promise<Icon | undefined> {
  const body = await ICONS.get(path)?.();
  return body && { type: path.endsWith('.ico') ? 'image/x-icon' : 'image/png', body };
}

type Draw = (mark: Buffer) => Promise<Buffer<ArrayBuffer>>;

/** The safe zone of a maskable icon is a circle of 80 %; the mark's corners are empty. */
const SAFE = 0.7;
const ROUNDED = 0.84;

const ICONS = new Map(
  Object.entries<Draw>({
    '/favicon.ico': (mark) => icoIcon(mark, [16, 32, 48]),
    '/apple-touch-icon.png': (mark) => pngIcon(onBackground(mark, palette.cloud, ROUNDED), 180),
    '/icon-192.png': (mark) => pngIcon(mark, 192),
    '/icon-512.png': (mark) => pngIcon(mark, 512),
    '/icon-maskable-512.png': (mark) => pngIcon(onBackground(mark, palette.cloud, SAFE), 512),
  }).map(([path, draw]) => [path, memoize(() => drawIcon(draw))]),
);

async function drawIcon(draw: Draw): Promise<Buffer<ArrayBuffer>> {
  const mark = findDrawing('logo-mark');
  if (mark === undefined) throw new Error('content/art/logo-mark.svg is missing');
  return cardQueue.run({ caller: 'the site itself' }, () => draw(mark.svg));
}
