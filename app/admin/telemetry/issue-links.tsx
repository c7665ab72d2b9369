import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { IssueLink } from '#app/telemetry/issues/issue.ts';
import { Field } from '#lib/ui/field.tsx';

export interface NamedLink extends IssueLink {
  /** Undefined for what is gone, or not for the actor. */
  readonly title: string | undefined;
  readonly path: string;
}

interface IssueLinksProps {
  readonly links: readonly NamedLink[];
  readonly form: PageForm;
}

const LINK = { intent: 'issues.link' };

/** What players have written about it. */
export function IssueLinks({ links, form }: IssueLinksProps) {
  const { text } = useText();
  const refusal = form.findRefusal(LINK);
  return (
    <Panel title={text('admin.errors.links')}>
      <ActionForm form={form} fields={LINK} className="flex flex-wrap items-start gap-4">
        <Field
          label={text('admin.errors.linkAddress')}
          hint={text('admin.errors.linkHint')}
          {...fieldFor(refusal, 'address')}
          required
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 grow basis-60"
        />
        <Submit className="sm:mt-8">{text('admin.errors.link')}</Submit>
      </ActionForm>
      <ul className="space-y-2">
        {links.map(({ kind, subjectId, title, path }) => (
          <li key={`${kind} ${subjectId}`} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-sm text-muted">
              {text(kind === 'contact' ? 'admin.errors.ofContact' : 'admin.errors.ofFeedback')}
            </span>
            {title === undefined ? (
              <span className="text-muted">{text('admin.errors.linkGone')}</span>
            ) : (
              <SiteLink to={path} className="font-bold wrap-anywhere text-link underline">
                <span lang="zxx">{title}</span>
              </SiteLink>
            )}
            <ActionForm form={form} fields={{ intent: 'issues.unlink', kind, subjectId }}>
              <Submit>
                <SpokenLabel
                  shown={text('admin.errors.unlink')}
                  spoken={text('admin.errors.unlinkOne', { title: title ?? subjectId })}
                />
              </Submit>
            </ActionForm>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
