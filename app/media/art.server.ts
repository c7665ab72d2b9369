import { createHash } from 'node:crypto';

const drawings = new Map(
  Object.entries(import.meta.glob<string>('/content/art/*.svg', { query: '?raw', import: 'default', eager: true })).map(
    ([path, svg]) => [path.slice(path.lastIndexOf('/') + 1, -'.svg'.length), toDrawing(svg)],
  ),
);

export interface Drawing {
  svg: Buffer;
  sha256: string;
}

export function findDrawing(name: string): Drawing | undefined {
  return drawings.get(name);
}

export const drawingNames: readonly string[] = [...drawings.keys()];

function toDrawing(text: string): Drawing {
  const svg = Buffer.from(text);
  return { svg, sha256: createHash('sha256').update(svg).digest('hex') };
}
