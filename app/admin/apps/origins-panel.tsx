import type { AppRecord } from '#app/apps/app.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { Field } from '#lib/ui/field.tsx';

/** Whose pages may send the keys of the app from a browser. */
export function OriginsPanel({ origins, form }: Pick<AppRecord, 'origins'> & { readonly form: PageForm }) {
  const { text } = useText();
  return (
    <Panel id="origins" title={text('admin.apps.origins')}>
      <p>{text(origins.length === 0 ? 'admin.apps.noOrigins' : 'admin.apps.originsAbout')}</p>
      <ActionForm key={origins.length} form={form} fields={ADD} className="flex flex-wrap items-start gap-3">
        <Field
          label={text('admin.apps.origin')}
          hint={text('admin.apps.originHint')}
          {...fieldFor(form.findRefusal(ADD), 'origin')}
          required
          maxLength={255}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="min-w-0 grow basis-60"
        />
        <Submit className="sm:mt-8">{text('admin.apps.addOrigin')}</Submit>
      </ActionForm>
      {origins.length > 0 && (
        <ul className="divide-y-2 divide-hairline">
          {origins.map((origin) => (
            <li key={origin} className="flex flex-wrap items-center justify-between gap-3 py-1.5">
              <code lang="zxx" className="min-w-0 wrap-anywhere">
                {origin}
              </code>
              <ActionForm form={form} fields={{ intent: 'apps.removeOrigin', origin }}>
                <Submit kind="quiet">
                  <SpokenLabel
                    shown={text('admin.apps.removeOrigin')}
                    spoken={text('admin.apps.removeOriginWhat', { origin })}
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

const ADD = { intent: 'apps.addOrigin' };
