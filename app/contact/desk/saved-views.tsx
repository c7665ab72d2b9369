import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { MAX_VIEW_NAME, deskParams } from './desk.ts';
import type { DeskQuery, SavedView } from './desk.ts';

interface SavedViewsProps {
  readonly form: PageForm;
  readonly views: readonly SavedView[];
  readonly query: DeskQuery;
}

export function SavedViews({ form, views, query }: SavedViewsProps) {
  const { text } = useText();
  const shown = String(deskParams(query));
  const refusal = form.findRefusal({ intent: 'contact.saveView' });
  return (
    <section aria-label={text('contact.views.title')} className="space-y-3">
      {views.length > 0 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-2">
          {views.map(({ slot, name, query: kept }) => (
            <li key={slot}>
              <SiteLink
                to={`/contact/submissions?${kept}`}
                aria-current={kept === shown ? 'page' : undefined}
                data-walk=""
                className="inline-block py-1 font-bold wrap-anywhere underline"
              >
                {name}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
      <Details summary={text('contact.views.own')} open={refusal !== undefined}>
        <div className="space-y-4">
          <ActionForm
            form={form}
            fields={{ intent: 'contact.saveView', query: shown }}
            className="flex flex-wrap items-end gap-3"
          >
            <Field
              key={shown}
              name="name"
              label={text('contact.views.name')}
              required
              maxLength={MAX_VIEW_NAME}
              defaultValue={refusal?.values['name'] ?? ''}
              error={refusal?.problem.fields?.['name']}
              className="min-w-0 grow basis-48"
            />
            <Submit>{text('contact.views.save')}</Submit>
          </ActionForm>
          <DeleteForms form={form} views={views} />
        </div>
      </Details>
    </section>
  );
}

function DeleteForms({ form, views }: Pick<SavedViewsProps, 'form' | 'views'>) {
  const { text } = useText();
  return (
    <ul className="flex flex-wrap gap-2">
      {views.map(({ slot, name }) => (
        <li key={slot}>
          <ActionForm form={form} fields={{ intent: 'contact.deleteView', slot: String(slot), name }}>
            <Submit kind="quiet">{text('contact.views.delete', { name })}</Submit>
          </ActionForm>
        </li>
      ))}
    </ul>
  );
}
