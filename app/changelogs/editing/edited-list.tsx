import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { isRole } from '#app/current/role.ts';
import { isScheduledAction } from '#app/editor/schedule.ts';
import type { Schedule } from '#app/editor/schedule.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';

import type { ReleaseStream } from '../changelog.ts';
import { ROLE_NAMES, STREAM_NAMES } from './release-fieldset.tsx';
import { releasePath } from './release-path.ts';

interface EditedListProps {
  app: string;
  releases: readonly {
    readonly version: string;
    readonly title: string | undefined;
    readonly date: string;
    readonly stream: ReleaseStream;
    readonly role: string;
    readonly visibility: 'public' | 'unlisted' | 'hidden';
    readonly isBuiltIn: boolean;
    readonly plans: readonly Schedule[];
  }[];
}

export function EditedList({ app, releases }: EditedListProps) {
  const { text, formatDate } = useText();
  if (releases.length === 0) return <p>{text('releases.list.none')}</p>;
  return (
    <ul className="divide-y-2 divide-(--hairline)">
      {releases.map((release) => {
        const { version, title, date, role, isBuiltIn } = release;
        const name = [version, title].filter(Boolean).join(' · ');
        return (
          <li key={`${version} ${role} ${isBuiltIn}`} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
            {isBuiltIn ? (
              <strong className="min-w-0 wrap-anywhere">{name}</strong>
            ) : (
              <SiteLink
                to={releasePath({ app, version, role })}
                className="min-w-0 font-extrabold wrap-anywhere text-link underline"
              >
                {name}
              </SiteLink>
            )}
            <time dateTime={date} className="text-sm text-muted">
              {formatDate(date)}
            </time>
            <Marks {...release} />
          </li>
        );
      })}
    </ul>
  );
}

function Marks({ stream, role, visibility, isBuiltIn, plans }: EditedListProps['releases'][number]) {
  const { text, richText } = useText();
  return (
    <span className="flex flex-wrap gap-2">
      {stream !== 'stable' && <Badge>{text(STREAM_NAMES[stream])}</Badge>}
      {visibility === 'hidden' && <Badge tone="danger">{text('post.card.hidden')}</Badge>}
      {visibility === 'unlisted' && <Badge>{text('post.card.unlisted')}</Badge>}
      {role !== 'public' && <Badge tone="danger">{isRole(role) ? text(ROLE_NAMES[role]) : role}</Badge>}
      {isBuiltIn && <Badge>{text('releases.list.builtIn')}</Badge>}
      {plans.map(({ action, at, failure }) =>
        isScheduledAction(action) ? (
          <Badge key={action} tone={failure === null ? 'loud' : 'danger'}>
            {richText(action === 'publish' ? 'releases.list.comesOut' : 'releases.list.isHidden', {
              at: <LocalTime at={at} />,
            })}
          </Badge>
        ) : null,
      )}
    </span>
  );
}
