/** The picture of a post, where it has one; the words beside it say what it is about. */
export function PostImage({ image, isLazy = false }: { image: string | undefined; isLazy?: boolean }) {
  return (
    image !== undefined && (
      <img
        src={`/media/snippets/${image}.svg`}
        alt=""
        width="512"
        height="290"
        loading={isLazy ? 'lazy' : undefined}
        className="w-full border-b-3 border-line"
      />
    )
  );
}
