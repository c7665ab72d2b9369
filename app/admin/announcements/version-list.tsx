import { titleOf } from '#app/announcements/announcement.ts';
import type { AnnouncementVersion } from '#app/announcements/announcement.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { LocalTime } from '#lib/locale/time.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';

type NamedVersion = AnnouncementVersion & { readonly person: NamedPerson | undefined };

interface AnnouncementVersionsProps {
  /** The newest first, which is what it says now. */
  readonly versions: readonly NamedVersion[];
  readonly rev: number;
  readonly form: PageForm;
}

export function VersionList({ versions, rev, form }: AnnouncementVersionsProps) {
  const { text } = useText();
  return (
    <ol className="divide-y-2 divide-hairline">
      {versions.map(({ rev: version, content, person, changedAt }, at) => (
        <li key={version} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
          <div className="min-w-0">
            <p lang="en" className="font-bold wrap-anywhere">
              {titleOf(content)}
            </p>
            <p className="text-sm text-muted">
              <LocalTime at={changedAt} />
              {person && (
                <>
                  <span> · </span>
                  <PersonLink person={person} />
                </>
              )}
            </p>
          </div>
          {at === 0 ? (
            <p className="text-sm text-muted">{text('admin.announcements.isNow')}</p>
          ) : (
            <ActionForm
              form={form}
              fields={{ intent: 'announcements.putBack', version: String(version), rev: String(rev) }}
            >
              <Submit kind="quiet">
                <SpokenLabel
                  shown={text('admin.announcements.putBack')}
                  spoken={text('admin.announcements.putBackWhat', { title: titleOf(content), version })}
                />
              </Submit>
            </ActionForm>
          )}
        </li>
      ))}
    </ol>
  );
}
