import { useRef, useState } from 'react';
import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FieldValues, FormRefusal, FormState } from '#app/current/forms/form-state.ts';
import { Removal } from '#app/current/forms/removal.tsx';
import { moveFocus } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { Role } from '#app/current/role.ts';
import { CheckCount } from '#app/editor/check-list.tsx';
import type { Finding } from '#app/editor/finding.ts';
import { readFindings, readMerge, useSavedEtag } from '#app/editor/forms/use-saved-etag.ts';
import { MergeView } from '#app/editor/merge-view.tsx';
import type { OwnDraftFields } from '#app/editor/own-draft.ts';
import { SchedulePanel } from '#app/editor/schedule-panel.tsx';
import type { ItemKey, Schedule } from '#app/editor/schedule.ts';
import { SCHEDULED_ACTIONS } from '#app/editor/schedule.ts';
import { Autosave } from '#app/editor/writing/autosave.tsx';
import type { TakenTextarea } from '#app/editor/writing/code-mirror.ts';
import { useLivePreview } from '#app/editor/writing/live-preview.ts';
import { TextEditor } from '#app/editor/writing/text-editor.tsx';
import { TextPreview } from '#app/editor/writing/text-preview.tsx';
import { hasKey } from '#lib/has-key.ts';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField } from '#lib/ui/field.tsx';

import { releaseUnready } from '../problems.ts';
import { LineList } from './line-list.tsx';
import { valuesWithPasted } from './pasted-lines.ts';
import { ReleaseCheckList } from './release-check-list.tsx';
import { LABELS, LINE_LABELS, ReleaseFieldset } from './release-fieldset.tsx';
import type { PlatformChoice } from './release-fieldset.tsx';
import { newItemKey, toSnapshot, valuesOfForm, valuesOfSnapshot } from './release-values.ts';
import type { LineField, ReleaseValues } from './release-values.ts';

interface EditorRelease extends ItemKey {
  readonly etag: string;
  readonly isHidden: boolean;
  /** A review is under way, and to publish it all the same has to be said. */
  readonly isHeldBack: boolean;
  readonly schedules: readonly Schedule[];
}

interface ReleaseEditorProps {
  form: PageForm;
  app: string;
  /** Undefined while there is none yet. */
  release: EditorRelease | undefined;
  values: ReleaseValues;
  typed: OwnDraftFields | undefined;
  platforms: readonly PlatformChoice[];
  roles: readonly Role[];
  zones: readonly string[];
  /** It was made of what was typed into the form of a new one. */
  isNew: boolean;
}

/** The whole form of a release. What was typed stays whatever happens, and a conflict shows what is to be merged. */
export function ReleaseEditor(props: ReleaseEditorProps) {
  const { text } = useText();
  const { form, release, values, typed } = props;
  // Not the page's data, which follows what others save while somebody types.
  const [opened] = useState({
    values: valuesOfSnapshot(typed?.fields ?? {}) ?? values,
    etag: typed?.etag ?? release?.etag ?? '',
  });
  const [etag, setEtag] = useSavedEtag(form.state, opened.etag);
  const labelFor = useLabels();
  const refusal = form.findRefusal({});
  const sent = readSentLines(form.state);
  const merge = readMerge(form.state);
  if (merge !== undefined) {
    const conflicts = merge.fields.map(({ name, base, mine, theirs }) => [
      name,
      labelFor(name, base || mine || theirs),
    ]);
    const labels = Object.fromEntries(conflicts) as FieldValues;
    return <MergeView form={form} merge={merge} typed={refusal?.values ?? {}} labels={labels} />;
  }
  return (
    <div className="space-y-8">
      <ActionForm
        form={form}
        fields={{ etag: refusal?.values['etag'] ?? sent?.typedEtag ?? etag }}
        className="space-y-6"
      >
        {/* The first button of a form is the one that Enter presses. */}
        <input type="submit" name="intent" value="editor.save" hidden aria-label={text('editor.save.post')} />
        <ReleaseFormFields {...props} opened={opened.values} etag={etag} setEtag={setEtag} />
      </ActionForm>
      {release?.isHidden === true && <ReleaseRemoval form={form} etag={etag} />}
    </div>
  );
}

function readSentLines(state: FormState | undefined): { values: FieldValues; typedEtag: string } | undefined {
  const result: unknown = state?.done === true ? state.result : undefined;
  const isOne = typeof result === 'object' && result !== null && 'typedEtag' in result;
  return isOne ? (result as { values: FieldValues; typedEtag: string }) : undefined;
}

/** How people call a field, also one of a line. @param words of that line */
function useLabels(): (name: string, words?: string) => string {
  const { text } = useText();
  return (name, words = '…') => {
    const [, field] = /^line\.[^.]+\.(\w+)$/.exec(name) ?? [];
    if (field === undefined) return hasKey(LABELS, name) ? text(LABELS[name]) : text('releases.lines.heading');
    return text('releases.line.field', { words: words.slice(0, 60), field: text(LINE_LABELS[field as LineField]) });
  };
}

interface ReleaseFormFieldsProps extends ReleaseEditorProps {
  opened: ReleaseValues;
  etag: string;
  setEtag: (etag: string) => void;
}

function ReleaseFormFields({ form, app, release, opened, etag, setEtag, ...props }: ReleaseFormFieldsProps) {
  const labelFor = useLabels();
  const refusal = form.findRefusal({});
  const sent = refusal?.values ?? readSentLines(form.state)?.values;
  const [shown, setShown] = useState(() => ({ values: sent ? valuesOfForm(sent) : opened, times: 0 }));
  const read = (all: FormData) => ({ ...snapshotIn(all), app, itemId: release?.itemId ?? '' });
  const root = useRef<HTMLDivElement>(null);
  const writing = useRef<TakenTextarea>(undefined);
  const takeText = (taken: TakenTextarea | undefined) => void (writing.current = taken);
  const [preview, isBehind] = useLivePreview({ root, names: read, text: 'intro', language: '' });
  const findings = preview?.findings ?? readFindings(form.state);
  const errorFor = (name: string) => refusal?.problem.fields?.[name];
  const fill = (fields: FieldValues) =>
    setShown({ values: valuesOfSnapshot(fields) ?? shown.values, times: shown.times + 1 });
  return (
    <>
      <div ref={root} key={shown.times} className="space-y-6">
        <ReleaseFieldset values={shown.values} errorFor={errorFor} platforms={props.platforms} roles={props.roles} />
        <LineList
          initial={shown.values.lines}
          platforms={props.platforms}
          errorFor={errorFor}
          pasted={sent?.['pasted'] === '' ? undefined : sent?.['pasted']}
        />
        <Intro values={shown.values} error={errorFor('intro')} onTaken={takeText}>
          <TextPreview shown={preview} isBehind={isBehind} />
        </Intro>
      </div>
      <ReleaseCheckList
        findings={findings}
        labelFor={labelFor}
        isOpen={refusal?.problem.code === releaseUnready.code}
        goTo={(finding) => goToFinding(writing.current, finding)}
      />
      <div className="save-bar">
        <SaveButtons release={release} />
        <CheckCount findings={findings} />
        <Autosave
          itemKey={release ?? newItemKey(app)}
          names={read}
          etag={etag}
          onTake={setEtag}
          fill={fill}
          was={props.isNew ? newItemKey(app) : undefined}
        />
      </div>
      {release && <Plans release={release} refusal={refusal} zones={props.zones} />}
    </>
  );
}

interface PlansProps {
  release: EditorRelease;
  refusal: FormRefusal | undefined;
  zones: readonly string[];
}

function Plans({ release: { schedules, isHidden }, ...props }: PlansProps) {
  return <SchedulePanel schedules={schedules} actions={isHidden ? SCHEDULED_ACTIONS : ['unpublish']} {...props} />;
}

function snapshotIn(form: FormData): FieldValues {
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  return toSnapshot(valuesWithPasted(Object.fromEntries(fields)));
}

interface IntroProps {
  values: ReleaseValues;
  error: string | undefined;
  onTaken: (taken: TakenTextarea | undefined) => void;
  children: ReactNode;
}

function Intro({ values, error, onTaken, children }: IntroProps) {
  const { text } = useText();
  return (
    <Details summary={text('releases.field.intro')} open={values.intro !== '' || error !== undefined}>
      <div className="writing-room">
        <TextEditor
          name="intro"
          label={text('releases.field.intro')}
          hint={text('releases.field.introHint')}
          error={error}
          defaultValue={values.intro}
          onTaken={onTaken}
        />
        <div className="writing-side">{children}</div>
      </div>
    </Details>
  );
}

function goToFinding(intro: TakenTextarea | undefined, { line, field }: Finding): void {
  if (line === undefined) return moveFocus(document.getElementById(field === 'pasted' ? 'add-line' : `field-${field}`));
  document.querySelector('.writing-room')?.closest('details')?.setAttribute('open', '');
  intro?.goToLine(line);
}

function SaveButtons({ release }: { release: EditorRelease | undefined }) {
  const { text } = useText();
  const isOut = release?.isHidden === false;
  return (
    <div className="flex flex-wrap gap-3">
      <Submit kind="loud" name="intent" value="editor.save" aria-keyshortcuts="Control+S Meta+S">
        {text('editor.save.post')}
      </Submit>
      <Submit kind={isOut ? 'danger' : 'plain'} name="intent" value={isOut ? 'editor.unpublish' : 'editor.publish'}>
        {text(isOut ? 'editor.save.unpublish' : 'releases.save.publish')}
      </Submit>
      {release?.isHeldBack === true && (
        <CheckboxField name="unapproved" value="yes" label={text('editor.review.unapproved')} />
      )}
    </div>
  );
}

function ReleaseRemoval({ form, etag }: { form: PageForm; etag: string }) {
  const { text } = useText();
  return (
    <Removal
      form={form}
      fields={{ intent: 'editor.delete', etag }}
      label={text('releases.delete.label')}
      question={text('releases.delete.question')}
      submit={text('editor.delete.submit')}
    />
  );
}
