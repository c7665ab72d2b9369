import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

export interface FeedTab {
  path: string;
  title: string;
  isCurrent: boolean;
}

interface FeedHeaderProps {
  title: string;
  description: string;
  tabs: readonly FeedTab[];
}

export function FeedHeader({ title, description, tabs }: FeedHeaderProps) {
  const { text } = useText();
  return (
    <header className="space-y-5">
      <h1 className="squiggle text-4xl sm:text-5xl">{title}</h1>
      <p className="max-w-[60ch] text-lg">{description}</p>
      <nav aria-label={text('feed.page.feeds')}>
        <ul className="feed-tabs">
          {tabs.map(({ path, title, isCurrent }) => (
            <li key={path}>
              <SiteLink to={path} aria-current={isCurrent ? 'true' : undefined}>
                {title}
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
