import { useState } from 'react';
import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';

import { readMerge, useSavedEtag } from '../forms/use-saved-etag.ts';
import { MergeView } from '../merge-view.tsx';
import { NEW_ITEM } from '../own-draft.ts';
import type { OwnDraftFields } from '../own-draft.ts';
import { SchedulePanel } from '../schedule-panel.tsx';
import { SCHEDULED_ACTIONS } from '../schedule.ts';
import type { ItemKey, Schedule } from '../schedule.ts';
import { Autosave } from '../writing/autosave.tsx';

export interface DocumentFormProps<Field extends string> {
  readonly form: PageForm;
  readonly values: Readonly<Record<NoInfer<Field> | 'visibility', string>>;
  /** Undefined for one that is not saved yet. */
  readonly document: (ItemKey & { readonly etag: string; readonly schedules: readonly Schedule[] }) | undefined;
  readonly typed: OwnDraftFields | undefined;
  readonly zones: readonly string[];
  readonly isNew: boolean;
}

interface DocumentFormParts<Field extends string> extends DocumentFormProps<Field> {
  readonly crateId: string;
  readonly labels: Readonly<Record<Field, TextKey>>;
  readonly texts: { readonly save: TextKey; readonly delete: TextKey; readonly deleteQuestion: TextKey };
  readonly writing: (fieldFor: DocumentFieldFor<Field>) => ReactNode;
  readonly facts: (fieldFor: DocumentFieldFor<Field>) => ReactNode;
  /** Forms that save other parts of it. @param etag of the state in the fields */
  readonly beside?: (etag: string) => ReactNode;
}

export type DocumentFieldFor<Field extends string> = (name: Field) => {
  readonly name: Field;
  readonly error: string | undefined;
  readonly defaultValue: string;
};

/** The whole form of a document. What was typed stays, and a conflict shows what is to be merged. */
export function DocumentForm<Field extends string>(props: DocumentFormParts<Field>) {
  const { text } = useText();
  const { form, document, values, typed, labels, texts } = props;
  // Not the page's data, which follows what others save while somebody types.
  const [opened] = useState({
    values: { ...values, ...typed?.fields } as Readonly<Record<Field, string>>,
    etag: typed?.etag ?? document?.etag ?? '',
  });
  const [etag, setEtag] = useSavedEtag(form.state, opened.etag);
  const refusal = form.findRefusal({});
  const merge = readMerge(form.state);
  const fields = Object.entries<TextKey>(labels);
  if (merge !== undefined) {
    const names = Object.fromEntries(fields.map(([name, label]) => [name, text(label)]));
    return <MergeView form={form} merge={merge} typed={refusal?.values ?? {}} labels={names} />;
  }
  return (
    <div className="space-y-8">
      <ActionForm form={form} fields={{ etag: refusal?.values['etag'] ?? etag }} className="space-y-6">
        <DocumentFields {...props} opened={opened.values} etag={etag} setEtag={setEtag} />
      </ActionForm>
      {props.beside?.(etag)}
      {document !== undefined && values.visibility === 'hidden' && (
        <Removal
          form={form}
          fields={{ intent: 'editor.delete', etag }}
          label={text(texts.delete)}
          question={text(texts.deleteQuestion)}
          submit={text('editor.delete.submit')}
        />
      )}
    </div>
  );
}

interface DocumentFieldsProps<Field extends string> extends DocumentFormParts<Field> {
  readonly opened: Readonly<Record<Field, string>>;
  readonly etag: string;
  readonly setEtag: (etag: string) => void;
}

function DocumentFields<Field extends string>(props: DocumentFieldsProps<Field>) {
  const { form, document, crateId, values, opened, etag, setEtag, zones, isNew, labels, texts } = props;
  const refusal = form.findRefusal({});
  const fieldFor: DocumentFieldFor<Field> = (name) => ({
    name,
    error: refusal?.problem.fields?.[name],
    defaultValue: refusal?.values[name] ?? opened[name],
  });
  const isHidden = values.visibility === 'hidden';
  const newItemKey = { crateId, itemId: NEW_ITEM };
  return (
    <>
      {props.writing(fieldFor)}
      <div className="save-bar">
        <SaveButtons save={texts.save} isNew={document === undefined} isHidden={isHidden} />
        <Autosave
          itemKey={document ?? newItemKey}
          names={Object.keys(labels)}
          etag={etag}
          onTake={setEtag}
          was={isNew ? newItemKey : undefined}
        />
      </div>
      {props.facts(fieldFor)}
      {document && (
        <SchedulePanel
          schedules={document.schedules}
          actions={isHidden ? SCHEDULED_ACTIONS : ['unpublish']}
          refusal={refusal}
          zones={zones}
        />
      )}
    </>
  );
}

interface SaveButtonsProps {
  readonly save: TextKey;
  readonly isNew: boolean;
  readonly isHidden: boolean;
}

function SaveButtons({ save, isNew, isHidden }: SaveButtonsProps) {
  const { text } = useText();
  return (
    <div className="flex flex-wrap gap-3">
      <Submit kind="loud" name="intent" value="editor.save" aria-keyshortcuts="Control+S Meta+S">
        {text(save)}
      </Submit>
      {!isNew && (
        <Submit
          kind={isHidden ? 'plain' : 'danger'}
          name="intent"
          value={isHidden ? 'editor.publish' : 'editor.unpublish'}
        >
          {text(isHidden ? 'editor.save.publish' : 'editor.save.unpublish')}
        </Submit>
      )}
    </div>
  );
}
