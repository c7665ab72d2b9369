import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { CheckboxField, Field } from '#lib/ui/field.tsx';

import { MAX_VIEW_NAME } from './item-view.ts';
import type { ItemView } from './item-view.ts';

interface ViewLinksProps {
  readonly path: string;
  readonly views: readonly ItemView[];
  /** Of what the list shows. */
  readonly query: string;
}

/** The list as it is without a view, and each view. */
export function ViewLinks({ path, views, query }: ViewLinksProps) {
  const { text } = useText();
  if (views.length === 0) return null;
  const links = [
    { key: '', name: text('admin.items.views.all'), query: '', isShared: false },
    ...views.map((view) => ({ ...view, key: `${view.owner.userId} ${view.slot}` })),
  ];
  return (
    <nav aria-label={text('admin.items.views.title')}>
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {links.map((view) => (
          <li key={view.key} className="max-w-full">
            <SiteLink
              to={view.query === '' ? path : `${path}?${view.query}`}
              aria-current={view.query === query ? 'page' : undefined}
              className="block truncate leading-[1.5rem] font-bold text-link underline aria-[current]:text-text aria-[current]:no-underline"
            >
              {view.isShared ? text('admin.items.views.shared', { name: view.name }) : view.name}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ViewFormsProps extends Pick<ViewLinksProps, 'views' | 'query'> {
  readonly form: PageForm;
}

/** Keeps what is shown under a name, and changes what is kept. */
export function ViewForms({ form, views, query }: ViewFormsProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'items.saveView' });
  return (
    <div className="grid gap-4">
      <ActionForm
        form={form}
        fields={{ intent: 'items.saveView', query }}
        className="flex flex-wrap items-end gap-x-4 gap-y-2"
      >
        <Field
          key={`${query} ${views.length}`}
          name="name"
          label={text('admin.items.views.name')}
          required
          maxLength={MAX_VIEW_NAME}
          defaultValue={refusal?.values['name'] ?? ''}
          error={refusal?.problem.fields?.['name']}
          className="min-w-0 basis-56"
        />
        <CheckboxField name="isShared" label={text('admin.items.views.share')} />
        <Submit>{text('admin.items.views.save')}</Submit>
      </ActionForm>
      {views.some(({ mayChange }) => mayChange) && (
        <ul className="grid gap-2">
          {views
            .filter(({ mayChange }) => mayChange)
            .map((view) => (
              <li key={`${view.owner.userId} ${view.slot}`}>
                <ViewForm form={form} view={view} query={query} />
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

function ViewForm({ form, view, query }: { form: PageForm; view: ItemView; query: string }) {
  const { text } = useText();
  const { owner, slot, name, isShared } = view;
  const key = { userId: owner.userId, slot: String(slot), shown: name };
  const refusal = form.findRefusal({ intent: 'items.changeView', ...key });
  return (
    <ActionForm form={form} fields={key} className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <Field
        key={name}
        name="name"
        label={owner.isYou ? text('admin.items.views.own') : text('admin.items.views.ofOther', { name: owner.name })}
        required
        maxLength={MAX_VIEW_NAME}
        defaultValue={refusal?.values['name'] ?? name}
        error={refusal?.problem.fields?.['name']}
        className="min-w-0 basis-56"
      />
      <CheckboxField
        key={`${name} ${isShared}`}
        name="isShared"
        label={text('admin.items.views.share')}
        defaultChecked={isShared}
      />
      <Submit name="intent" value="items.changeView" aria-label={text('admin.items.views.changeThis', { name })}>
        {text('admin.items.views.change')}
      </Submit>
      {query !== view.query && (
        <Submit name="intent" value="items.updateView" aria-label={text('admin.items.views.updateThis', { name })}>
          {text('admin.items.views.update')}
        </Submit>
      )}
      <input type="hidden" name="query" value={query} />
      <Submit
        name="intent"
        value="items.deleteView"
        kind="danger"
        aria-label={text('admin.items.views.deleteThis', { name })}
      >
        {text('admin.items.views.delete')}
      </Submit>
    </ActionForm>
  );
}
