import type { ComponentProps } from 'react';

import { MAX_WIDTH } from './image-size.ts';
import { gifUrl, imageCandidates } from './image-url.ts';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height'> {
  /** The name of a snippet, such as `box-levelhead`, or an absolute address of a listed host. */
  of: string;
  alt: string;
  /** CSS pixels. */
  width: number;
  height: number;
  /** The widest candidate, in device pixels. */
  maxWidth?: number;
  /** The width in the layout, as `sizes` of HTML; `width` without it. */
  sizes?: string | undefined;
  /** A GIF, which moves but for whom that is too much. */
  isGif?: boolean;
}

export function Picture({ of, width, height, maxWidth = MAX_WIDTH, sizes, isGif, alt, ...rest }: PictureProps) {
  const candidates = imageCandidates(of, { width, height }, maxWidth);
  const srcSet = candidates
    .map((one) => `${one.url} ${sizes === undefined ? `${one.scale}x` : `${one.width}w`}`)
    .join(', ');
  if (isGif !== true) {
    const src = candidates[0]?.url;
    return <img {...rest} src={src} srcSet={srcSet} sizes={sizes} width={width} height={height} alt={alt} />;
  }
  return (
    <picture className="contents">
      <source media="(prefers-reduced-motion: reduce)" srcSet={srcSet} sizes={sizes} />
      <img {...rest} src={gifUrl(of)} width={width} height={height} alt={alt} />
    </picture>
  );
}
