import { Picture } from '#app/media/picture.tsx';

interface PostImageProps {
  /** The name of a snippet, or an absolute address of a listed host; the studio's own by default. */
  image?: string | undefined;
  /** Decorative without it. */
  alt?: string;
  /** Above the words of a card, beside them in one that lies across the page, or at the head of the post. */
  layout?: keyof typeof LAYOUTS;
  /** It moves. */
  isGif?: boolean;
}

export function PostImage({ image = 'post-default', alt = '', layout = 'card', isGif = false }: PostImageProps) {
  const { maxWidth, sizes, className } = LAYOUTS[layout];
  return (
    <Picture
      of={image}
      alt={alt}
      width={254}
      height={144}
      maxWidth={maxWidth}
      sizes={sizes}
      isGif={isGif}
      loading={layout === 'card' ? 'lazy' : undefined}
      className={`w-full border-line ${className}`}
    />
  );
}

const LAYOUTS = {
  card: { maxWidth: 512, sizes: '(min-width: 48rem) 512px, 100vw', className: 'border-b-3' },
  lead: {
    maxWidth: 1024,
    sizes: '(min-width: 48rem) 600px, 100vw',
    className: 'max-md:border-b-3 md:h-full md:border-e-3 md:object-cover',
  },
  cover: { maxWidth: 1536, sizes: '(min-width: 48rem) 768px, 100vw', className: 'border-b-3' },
} as const;
