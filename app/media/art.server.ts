import { createHash } from 'node:crypto';

const drawings = new Map(
  Object.entries(import.meta.glob<string>('/content/art/*.svg', { query: '?raw', import: 'default', eager: true })).map(
    ([path, svg]) => [path.slice(path.lastIndexOf('/') + 1, -'.svg'.length), drawingOf(svg)],
  ),
);

/** A picture that the studio has drawn, as the text of an SVG. */
export interface Drawing {
  svg: Buffer;
  /** In hexadecimal digits. */
  sha256: string;
}

/** The studio's drawing of a name, from content/art. */
export function findDrawing(name: string): Drawing | undefined {
  return drawings.get(name);
}

export const drawingNames: readonly string[] = [...drawings.keys()];

function drawingOf(text: string): Drawing {
  const svg = Buffer.from(text);
  return { svg, sha256: createHash('sha256').update(svg).digest('hex') };
}
