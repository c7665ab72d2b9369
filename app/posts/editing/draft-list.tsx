import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

export interface ListedDraft {
  /** Of its page in the editor. */
  readonly path: string;
  readonly title: string;
  readonly updatedAt: string;
  readonly by: string | undefined;
  /** It is of a post that is out. */
  readonly isNewer: boolean;
}

interface DraftListProps {
  drafts: readonly ListedDraft[];
  next: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

export function DraftList({ drafts, next, now }: DraftListProps) {
  const { text, richText } = useText();
  return (
    <section aria-labelledby="drafts" className="space-y-4">
      <h2 id="drafts" className="text-2xl">
        {text('editor.drafts.title')}
      </h2>
      {drafts.length === 0 && <p className="text-lg">{text('editor.drafts.none')}</p>}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {drafts.map(({ path, title, updatedAt, by, isNewer }) => (
          <li key={path} className="block-card block-link relative min-w-0 p-4">
            <SiteLink to={path} className="font-extrabold wrap-anywhere after:absolute after:inset-0">
              {title}
            </SiteLink>
            <p className="text-sm text-muted">
              {isNewer && (
                <span>
                  <Badge tone="loud">{text('editor.state.newer')}</Badge>{' '}
                </span>
              )}
              {richText(by === undefined ? 'editor.drafts.bySite' : 'editor.drafts.by', {
                ago: <RelativeTime at={updatedAt} now={now} />,
                by: by ?? '',
              })}
            </p>
          </li>
        ))}
      </ul>
      <Pagination
        label={text('editor.drafts.pages')}
        next={
          next === undefined
            ? undefined
            : { to: withQuery('/editor', { after: next }), text: text('editor.drafts.more') }
        }
        link={SiteLink}
      />
    </section>
  );
}
