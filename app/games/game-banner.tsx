interface Shown {
  /** The game whose banner it is. */
  slug: string;
  /** Empty where words on the banner say the same. */
  alt: string;
}

const drawings = import.meta.glob<string>('#content/art/{banner,box}-*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Windows that are narrow, or so upright that they would cut the lettering of the wide drawing off. */
const NARROW = '(max-width: 639.98px), (max-aspect-ratio: 1/1)';

/** What holds a banner is as wide as the window, but for a margin. */
export const BANNER_WIDTH = 'mx-[calc(50%-50vw+1rem)] w-[calc(100vw-2rem)]';

/**
 * The big drawing of a game, as wide as what holds it, and 80 % of its height (specification §9). It is
 * laid out by style alone, so that it stands right before any script; the drawing grows in steps of 100 px, so that
 * a window that is being resized does not have it drawn again at every pixel. Narrow windows get a
 * drawing of their own, or the box art, which is tall too.
 */
export function GameBanner({ slug, alt }: Shown) {
  const narrow = drawings[artPath(`banner-${slug}-narrow`)] ?? drawings[artPath(`box-${slug}`)];
  return (
    <div className="block-card flex h-[80svh] min-h-80 justify-center overflow-hidden">
      <picture className="contents">
        {narrow !== undefined && <source media={NARROW} srcSet={narrow} />}
        <img
          src={drawings[artPath(`banner-${slug}`)]}
          alt={alt}
          width="1440"
          height="640"
          fetchPriority="high"
          className="h-full w-[round(up,100vw,100px)] max-w-none shrink-0 object-cover object-[50%_12%]"
        />
      </picture>
    </div>
  );
}

function artPath(name: string): string {
  return `/content/art/${name}.svg`;
}
