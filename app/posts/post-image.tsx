import { Picture } from '#app/media/picture.tsx';

/** The picture of a post, where it has one; the words beside it say what it is about. */
export function PostImage({ image, isLazy = false }: { image: string | undefined; isLazy?: boolean }) {
  return (
    image !== undefined && (
      <Picture
        of={image}
        alt=""
        width={256}
        height={145}
        maxWidth={512}
        sizes="(min-width: 48rem) 512px, 100vw"
        loading={isLazy ? 'lazy' : undefined}
        className="w-full border-b-3 border-line"
      />
    )
  );
}
