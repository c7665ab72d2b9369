import { Picture } from '#app/media/picture.tsx';

interface PostImageProps {
  /** The name of a snippet, or an absolute address of a listed host; the studio's own by default. */
  image?: string | undefined;
  isLazy?: boolean;
}

/** Decorative, so without an alternative text. */
export function PostImage({ image = 'post-default', isLazy = false }: PostImageProps) {
  return (
    <Picture
      of={image}
      alt=""
      width={254}
      height={144}
      maxWidth={512}
      sizes="(min-width: 48rem) 512px, 100vw"
      loading={isLazy ? 'lazy' : undefined}
      className="w-full border-b-3 border-line"
    />
  );
}
