import { MAX_WIDTH } from '#app/media/image-size.ts';
import { gifUrl, imageCandidates } from '#app/media/image-url.ts';

export interface ArticlePictureSource {
  /** The name of a snippet or an absolute address of a listed host. */
  readonly of: string;
  /** An upload that may move, which no other size of it does. */
  readonly isGif: boolean;
  /** In pixels of the picture, where they are known. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

/** CSS pixels: the width of a column of text. */
const COLUMN = 720;
const SIZES = `(min-width: 48rem) ${COLUMN}px, 100vw`;

export function ArticlePicture({ picture, alt, isInline }: ArticlePictureProps) {
  const { of, isGif, size } = picture;
  // Of a tall box the width alone limits a picture of nearly any form.
  const height = size === undefined ? (COLUMN * 4) / 3 : Math.round((COLUMN * size.height) / size.width);
  const candidates = isGif ? [] : imageCandidates(of, { width: COLUMN, height }, MAX_WIDTH);
  return (
    <img
      {...(isGif
        ? { src: gifUrl(of) }
        : {
            src: candidates[0]?.url,
            srcSet: candidates.map(({ url, width }) => `${url} ${width}w`).join(', '),
            sizes: SIZES,
          })}
      {...(size !== undefined && { width: COLUMN, height })}
      alt={alt}
      loading="lazy"
      decoding="async"
      {...(isInline && { className: 'inline-picture' })}
    />
  );
}

interface ArticlePictureProps {
  readonly picture: ArticlePictureSource;
  readonly alt: string;
  /** Among words. */
  readonly isInline: boolean;
}
