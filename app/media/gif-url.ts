import { studio } from '#content/studio.ts';

/** The address of a moving picture by its name, on the studio's media host where it has one. */
export function gifUrl(name: string): string {
  return `${studio.mediaOrigin ?? ''}/media/gifs/${name}.gif`;
}
