import type { FormEvent } from 'react';

import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { Button } from '#lib/ui/button.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { EMPTY_DRAFT, METHODS, toDraft, isCallAddress } from './tester-call.ts';
import type { RequestDraft, TesterCall } from './tester-call.ts';

interface RequestFormProps {
  calls: readonly TesterCall[];
  draft: RequestDraft;
  onDraft: (draft: RequestDraft) => void;
  onSend: () => void;
  onSave: () => void;
  isSending: boolean;
  curl: string;
}

export function RequestForm({ calls, draft, onDraft, onSend, onSave, isSending, curl }: RequestFormProps) {
  const { text } = useText();
  const isCall = isCallAddress(draft.address);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isCall) onSend();
  };
  const choose = (id: string) => {
    const call = calls.find((one) => one.id === id);
    onDraft(call ? toDraft(call) : EMPTY_DRAFT);
  };
  return (
    <Panel title={text('admin.tester.request')}>
      <form onSubmit={submit} className="space-y-4" autoComplete="off">
        <SelectField label={text('admin.tester.call')} defaultValue="" onChange={({ target }) => choose(target.value)}>
          <option value="">{text('admin.tester.any')}</option>
          {calls.map(({ id, method, path }) => (
            <option key={id} value={id}>{`${method} ${path}`}</option>
          ))}
        </SelectField>
        <DraftFields draft={draft} onDraft={onDraft} isCall={isCall} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="loud" busy={isSending}>
            {text('admin.tester.send')}
          </Button>
          <Button onClick={onSave}>{text('admin.tester.save')}</Button>
          <CopyButton words={curl} label={text('admin.tester.curl')} copied={text('admin.tester.copied')} />
        </div>
      </form>
    </Panel>
  );
}

function DraftFields({ draft, onDraft, isCall }: Pick<RequestFormProps, 'draft' | 'onDraft'> & { isCall: boolean }) {
  const { text } = useText();
  const set = (name: keyof RequestDraft) => (event: { target: { value: string } }) =>
    onDraft({ ...draft, [name]: event.target.value });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <SelectField label={text('admin.tester.method')} value={draft.method} onChange={set('method')}>
          {METHODS.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </SelectField>
        <Field
          label={text('admin.tester.address')}
          value={draft.address}
          onChange={set('address')}
          spellCheck={false}
          error={isCall ? undefined : text('admin.tester.noCall')}
        />
      </div>
      <TextareaField
        label={text('admin.tester.headers')}
        hint={text('admin.tester.headersHint')}
        rows={3}
        value={draft.headers}
        onChange={set('headers')}
        spellCheck={false}
      />
      {draft.method !== 'GET' && (
        <TextareaField
          label={text('admin.tester.body')}
          rows={8}
          value={draft.body}
          onChange={set('body')}
          spellCheck={false}
        />
      )}
    </>
  );
}
