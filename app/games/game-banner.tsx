import crashlands2Narrow from '#content/art/banner-crashlands-2-narrow.svg';
import crashlands2 from '#content/art/banner-crashlands-2.svg';
import crashlands from '#content/art/banner-crashlands.svg';
import crashlandsBox from '#content/art/box-crashlands.svg';

interface GameBannerProps {
  slug: string;
  /** Empty where a text beside the banner says the same. */
  alt: string;
}

interface Banner {
  wide: string;
  /** For narrow windows: a drawing of its own, or the box art, which is tall too. */
  narrow: string;
  /** What of the narrow one stays in a window that is less tall: its lettering and its faces. */
  crop: string;
}

/** Listed, because all files of a glob are public, also drawings of unreleased games. */
const BANNERS: Record<string, Banner> = {
  'crashlands-2': { wide: crashlands2, narrow: crashlands2Narrow, crop: 'max-sm:object-bottom portrait:object-bottom' },
  crashlands: { wide: crashlands, narrow: crashlandsBox, crop: 'max-sm:object-[50%_10%] portrait:object-[50%_10%]' },
};

/** Windows in which the wide drawing would lose its lettering. */
const NARROW = '(max-width: 639.98px), (max-aspect-ratio: 1/1)';

/** The container is as wide as the window, less a margin. */
export const BANNER_WIDTH = 'mx-[calc(50%-50vw+1rem)] w-[calc(100vw-2rem)]';

/**
 * As wide as its container, 80 % of the window's height (specification §9). Laid out by styles alone, so that it is
 * right before any script runs; it grows in steps of 100 px, so that resizing does not redraw it at every pixel.
 */
export function GameBanner({ slug, alt }: GameBannerProps) {
  const banner = BANNERS[slug];
  return (
    <div className="block-card flex h-[80svh] min-h-80 justify-center overflow-hidden">
      <picture className="contents">
        <source media={NARROW} srcSet={banner?.narrow} />
        <img
          src={banner?.wide}
          alt={alt}
          width="1440"
          height="640"
          fetchPriority="high"
          className={`h-full w-[round(up,100vw,100px)] max-w-none shrink-0 object-cover object-[50%_12%] ${banner?.crop ?? ''}`}
        />
      </picture>
    </div>
  );
}
