import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { Field } from '#lib/ui/field.tsx';

const EXAMPLE = 'spam.example';
const [ADD, REMOVE] = [{ intent: 'visits.addSpam' }, { intent: 'visits.removeSpam' }];

/** Sites whose visits are those of bots. */
export function SpamPanel({ form, hosts }: { readonly form: PageForm; readonly hosts: readonly string[] }) {
  const { text } = useText();
  const host = fieldFor(form.findRefusal(ADD), 'host');
  return (
    <Panel title={text('admin.telemetry.spam')}>
      <p className="max-w-prose text-sm">{text('admin.telemetry.spamAbout')}</p>
      <ActionForm form={form} fields={ADD} className="flex flex-wrap items-end gap-2">
        <Field
          label={text('admin.telemetry.spamHost')}
          placeholder={EXAMPLE}
          {...host}
          error={host.error && text('admin.telemetry.spamHostWrong')}
          required
          maxLength={253}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
        />
        <Submit>{text('admin.telemetry.spamAdd')}</Submit>
      </ActionForm>
      {hosts.length > 0 && (
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {hosts.map((site) => (
            <li key={site}>
              <ActionForm form={form} fields={{ ...REMOVE, host: site }} className="flex items-center gap-2">
                <span lang="zxx" className="wrap-anywhere">
                  {site}
                </span>
                <Submit>
                  <SpokenLabel
                    shown={text('admin.telemetry.spamRemove')}
                    spoken={text('admin.telemetry.spamRemoveOne', { site })}
                  />
                </Submit>
              </ActionForm>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
