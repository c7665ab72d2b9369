import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import { entriesPath, entryPath } from '../entry.ts';
import type { EntryCard } from '../entry.ts';
import { OwnVoteNote, VoteForm } from './vote-form.tsx';
import '../feedbag.css';

interface EntryItemProps {
  readonly form: PageForm;
  readonly entry: EntryCard;
  readonly isSignedIn: boolean;
  readonly now: number;
}

export function EntryItem({ form, entry, isSignedIn, now }: EntryItemProps) {
  const { text } = useText();
  const { projectId, title, tags, comments, createdAt } = entry;
  return (
    <article className="entry-card" data-colour={entry.look.colour}>
      <VoteForm form={form} entry={entry} isSignedIn={isSignedIn} />
      <div className="min-w-0 space-y-2">
        <h2 className="text-lg wrap-anywhere">
          <SiteLink to={entryPath(entry)} className="inline-block py-1 underline-offset-4 hover:underline">
            {title}
          </SiteLink>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <EntryBadges entry={entry} />
          <span className="wrap-anywhere">
            <Writer entry={entry} />
          </span>
          <span className="text-muted">
            <RelativeTime at={createdAt} now={now} />
          </span>
          <span className="text-muted">{text('feedbag.entry.comments', { count: comments })}</span>
          {tags.map((tag) => (
            <SiteLink
              key={tag}
              to={`${entriesPath(projectId)}?tags=${encodeURIComponent(tag)}`}
              className="inline-block py-1 text-muted underline"
            >
              {`#${tag}`}
            </SiteLink>
          ))}
        </p>
        <OwnVoteNote vote={entry.ownVote} />
      </div>
    </article>
  );
}

function Writer({ entry: { isOwn, name, profile } }: { readonly entry: EntryCard }) {
  const { text } = useText();
  if (isOwn) return text('feedbag.entry.you');
  if (name === undefined || profile === undefined) return name ?? text('feedbag.entry.visitor');
  return (
    <SiteLink to={profile} className="inline-block py-1 underline">
      {name}
    </SiteLink>
  );
}

export function EntryBadges({ entry }: { readonly entry: EntryCard }) {
  const { text } = useText();
  const { look, standing, isInternal } = entry;
  return (
    <>
      <span className="badge badge-plain status-badge" data-colour={look.colour}>
        {look.name}
      </span>
      {isInternal && <Badge tone="danger">{text('feedbag.entry.internal')}</Badge>}
      {standing === 'pending' && <Badge>{text('feedbag.entry.pending')}</Badge>}
      {standing === 'hidden' && <Badge tone="danger">{text('feedbag.entry.hidden')}</Badge>}
    </>
  );
}
