import { useText } from '#app/current/locale.ts';
import type { PodcastApp } from '#content/podcast.ts';
import { FEED_FORMATS } from '#lib/syndication/feed-format.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';

interface AppLinksProps {
  /** The absolute address of the show's feed, or of one of its topics. */
  readonly feed: string;
  readonly addresses: AppAddresses;
}

type AppAddresses = Partial<Record<PodcastApp, string>>;

export function AppLinks({ feed, addresses }: AppLinksProps) {
  const { text } = useText();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <a href={feed} type={FEED_FORMATS[0].type} className={buttonClass('plain')}>
        {FEED_FORMATS[0].name}
      </a>
      {listApps(feed, addresses).map(({ name, href }) => (
        <a key={name} href={href} translate="no" className={buttonClass('plain')}>
          {name}
        </a>
      ))}
      <CopyButton
        words={feed}
        label={text('podcast.page.copyFeed')}
        copied={text('podcast.page.copied')}
        kind="quiet"
      />
    </div>
  );
}

interface AppLink {
  readonly name: string;
  readonly href: string;
}

/** Those that know the show, and those that subscribe to any feed by an address of their own. */
export function listApps(feed: string, addresses: AppAddresses): AppLink[] {
  return APPS.flatMap(({ app, name, toSubscribe }) => {
    const href = addresses[app] ?? toSubscribe?.(feed);
    return href === undefined ? [] : [{ name, href }];
  });
}

interface App {
  readonly app: PodcastApp;
  readonly name: string;
  /** The address by which it subscribes to a feed. */
  readonly toSubscribe?: (feed: string) => string;
}

const APPS: readonly App[] = [
  { app: 'apple', name: 'Apple Podcasts', toSubscribe: (feed) => `podcast://${withoutScheme(feed)}` },
  { app: 'spotify', name: 'Spotify' },
  {
    app: 'overcast',
    name: 'Overcast',
    toSubscribe: (feed) => `overcast://x-callback-url/add?${new URLSearchParams({ url: feed })}`,
  },
  { app: 'pocketCasts', name: 'Pocket Casts', toSubscribe: (feed) => `pktc://subscribe/${withoutScheme(feed)}` },
];

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
