import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Field, TextareaField } from '#lib/ui/field.tsx';

export const CREATE = 'items.create';

/** What is text of a new item; a file replaces it on the item's page. */
export function NewItemForm({ form, crateId }: { readonly form: PageForm; readonly crateId: string }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: CREATE });
  const plain = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false, maxLength: 128 } as const;
  return (
    <ActionForm form={form} fields={{ intent: CREATE }} className="space-y-3">
      <FormDraft name={`admin item of ${crateId}`} form={form} intent={CREATE} />
      <p className="max-w-prose">{text('admin.items.newAbout')}</p>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field {...fieldFor(refusal, 'name')} {...plain} label={text('admin.item.name')} />
        <Field
          {...fieldFor(refusal, 'tags')}
          {...plain}
          maxLength={8192}
          label={text('admin.item.tags')}
          hint={text('admin.item.tagsHint')}
        />
        <Field {...fieldFor(refusal, 'type', 'application/json')} {...plain} label={text('admin.item.type')} />
      </div>
      <TextareaField
        {...fieldFor(refusal, 'text', '{}')}
        label={text('admin.items.newBody')}
        rows={6}
        spellCheck={false}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
      />
      <Submit kind="loud">{text('admin.items.create')}</Submit>
    </ActionForm>
  );
}
