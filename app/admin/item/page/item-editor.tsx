import type { KeyboardEvent } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field, TextareaField } from '#lib/ui/field.tsx';

import type { ItemBody } from '../item-body.ts';
import type { useOpenedItem } from './use-opened-item.ts';

interface ItemEditorProps {
  readonly form: PageForm;
  readonly state: ReturnType<typeof useOpenedItem>;
  readonly body: ItemBody;
  /** As JSON, of the crate. */
  readonly schema: string | undefined;
  readonly mayTag: boolean;
}

/** All that is text of an item, in one form. What is typed stays, whatever others save meanwhile. */
export function ItemEditor({ form, state, body, schema, mayTag }: ItemEditorProps) {
  const { text } = useText();
  const { opened, draft, note } = state;
  const refusal = form.findRefusal({ intent: SAVE });
  const field = (name: string) => fieldFor(refusal, name, opened.values[name]);
  const rev = refusal?.values['rev'] ?? opened.rev;
  return (
    <ActionForm
      key={opened.key}
      form={form}
      fields={{ intent: SAVE, rev }}
      onInput={note}
      onKeyDown={saveByKeys}
      className="space-y-4"
    >
      <FormDraft name={draft} form={form} intent={SAVE} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={text('admin.item.name')} {...field('name')} maxLength={128} autoComplete="off" />
        <Field
          label={text('admin.item.tags')}
          hint={text('admin.item.tagsHint')}
          {...field('tags')}
          readOnly={!mayTag}
          autoComplete="off"
        />
      </div>
      {'text' in body && <BodyFields body={body} field={field} schema={schema} />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextareaField
          label={text('admin.item.map')}
          hint={text('admin.item.mapHint')}
          {...field('map')}
          rows={linesOf(opened.values['map'], 8)}
          spellCheck={false}
          className={CODE}
        />
        <TextareaField label={text('admin.item.note')} {...field('note')} rows={3} maxLength={2000} />
      </div>
      <Submit kind="loud" aria-keyshortcuts="Control+S Meta+S">
        {text('admin.item.save')}
      </Submit>
    </ActionForm>
  );
}

function saveByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

interface BodyFieldsProps {
  readonly body: Extract<ItemBody, { text: string }>;
  readonly field: (name: string) => ReturnType<typeof fieldFor>;
  readonly schema: string | undefined;
}

function BodyFields({ body, field, schema }: BodyFieldsProps) {
  const { text } = useText();
  return (
    <>
      <TextareaField
        label={text(body.kind === 'json' ? 'admin.item.json' : 'admin.item.text')}
        hint={/^utf-?8$/.test(body.charset) ? undefined : text('admin.item.charset', { charset: body.charset })}
        {...field('text')}
        rows={linesOf(body.text, 18)}
        spellCheck={false}
        className={CODE}
      />
      {body.kind === 'json' && schema !== undefined && (
        <Details summary={text('admin.item.schema')}>
          <pre lang="zxx" className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">
            {schema}
          </pre>
        </Details>
      )}
      <Field label={text('admin.item.type')} {...field('type')} maxLength={128} autoComplete="off" spellCheck={false} />
    </>
  );
}

const SAVE = 'item.save';
const CODE = '[&_textarea]:font-mono [&_textarea]:text-sm';

function linesOf(words = '', most: number): number {
  return Math.min(most, words.split('\n').length + 1);
}
