import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { ShortlinkTarget } from '#app/shortlinks/shortlink.ts';
import { LocalTime } from '#lib/locale/time.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';

interface TargetHistoryProps {
  readonly targets: readonly (ShortlinkTarget & { readonly person: NamedPerson | undefined })[];
  readonly canRestore: boolean;
  readonly form: PageForm;
}

/** Where a link has led, the newest first, and the way back to each. */
export function TargetHistory({ targets, canRestore, form }: TargetHistoryProps) {
  const { text } = useText();
  return (
    <ol className="divide-y-2 divide-hairline">
      {targets.map(({ rev, target, rules, changedAt, person }, at) => (
        <li key={rev} className="flex flex-wrap items-center justify-between gap-3 py-1.5">
          <div className="min-w-0 wrap-anywhere">
            <span lang="zxx">{target}</span>
            {rules.length > 0 && (
              <span className="ms-2">{text('admin.shortlinks.withRules', { count: rules.length })}</span>
            )}
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
          {at > 0 && canRestore && (
            <ActionForm form={form} fields={{ intent: 'shortlinks.restoreTarget', rev: String(rev) }}>
              <Submit kind="quiet">
                <SpokenLabel
                  shown={text('admin.shortlinks.leadAgain')}
                  spoken={text('admin.shortlinks.leadAgainTo', { target })}
                />
              </Submit>
            </ActionForm>
          )}
        </li>
      ))}
    </ol>
  );
}
