import { MAX_WIDTH } from '#app/media/image-size.ts';
import { imageCandidates } from '#app/media/image-url.ts';
import { Picture } from '#app/media/picture.tsx';

export interface ArticlePictureSource {
  /** The name of a snippet or an absolute address of a listed host. */
  readonly of: string;
  /** An upload that may move, which no other size of it does. Its size is known. */
  readonly isGif: boolean;
  /** In pixels of the picture, where they are known. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

/** CSS pixels: the width of a column of text. */
const COLUMN = 720;
const SIZES = `(min-width: 48rem) ${COLUMN}px, 100vw`;

export function ArticlePicture({ picture, alt, isInline }: ArticlePictureProps) {
  const { of, isGif, size } = picture;
  const rest = { sizes: SIZES, loading: 'lazy', decoding: 'async', ...(isInline && INLINE) } as const;
  if (size !== undefined) {
    const height = Math.round((COLUMN * size.height) / size.width);
    return <Picture {...rest} alt={alt} of={of} isGif={isGif} width={COLUMN} height={height} />;
  }
  // Of a tall box the width alone limits a picture of nearly any form.
  const candidates = imageCandidates(of, { width: COLUMN, height: (COLUMN * 4) / 3 }, MAX_WIDTH);
  const srcSet = candidates.map(({ url, width }) => `${url} ${width}w`).join(', ');
  return <img {...rest} alt={alt} src={candidates[0]?.url} srcSet={srcSet} />;
}

const INLINE = { className: 'inline-picture' };

interface ArticlePictureProps {
  readonly picture: ArticlePictureSource;
  readonly alt: string;
  /** Among words. */
  readonly isInline: boolean;
}
