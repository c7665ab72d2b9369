import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { MAX_MESSAGE } from '#app/threads/thread.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field, TextareaField } from '#lib/ui/field.tsx';

/** For staff: to somebody outside. @param seen the last message on the page */
export function ForwardForm({ form, seen }: { readonly form: PageForm; readonly seen: string }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'contact.forward' });
  const values = refusal?.values ?? {};
  const wrong = refusal?.problem.fields;
  return (
    <Details summary={text('contact.desk.forward')} open={refusal !== undefined}>
      <ActionForm
        key={seen}
        form={form}
        fields={{ intent: 'contact.forward', seen }}
        encType="multipart/form-data"
        className="space-y-4"
      >
        <p>{text('contact.desk.forwardHint')}</p>
        <Field
          type="email"
          name="email"
          label={text('contact.desk.forwardTo')}
          required
          maxLength={254}
          defaultValue={values['email'] ?? ''}
          error={wrong?.['email'] ?? (wrong === undefined ? refusal?.problem.text : undefined)}
        />
        <TextareaField
          name="body"
          label={text('contact.desk.forwardWords')}
          rows={4}
          required
          maxLength={MAX_MESSAGE}
          defaultValue={values['body'] ?? ''}
          error={wrong?.['body']}
        />
        <Submit>{text('contact.desk.forwardNow')}</Submit>
      </ActionForm>
    </Details>
  );
}
