import type { KeyboardEvent, MouseEvent } from 'react';

import { Submit } from '#app/current/forms/action-form.tsx';
import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField, Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { MAX_LINE, MAX_LINK, NOTE_CATEGORIES, RELEASE_STREAMS } from '../changelog.ts';
import type { NoteCategory } from '../changelog.ts';
import { CATEGORY_LOOKS } from '../note-groups.tsx';
import { OddOption, PlatformChoices, StreamOptions } from './release-fieldset.tsx';
import { lineField } from './release-values.ts';
import type { LineField, LineValues } from './release-values.ts';

export type LineAct = 'up' | 'down' | 'remove';

interface LineEditorProps {
  line: LineValues;
  position: number;
  count: number;
  platforms: readonly { readonly platform: string; readonly name: string }[];
  errorFor: (name: string) => string | undefined;
  act: (act: LineAct, id: string) => void;
}

/** One line of a release. What is typed stays in its fields wherever it is moved. */
export function LineEditor({ line, position, count, platforms, errorFor, act }: LineEditorProps) {
  const { text } = useText();
  const { id } = line;
  const field = (name: LineField) => ({
    name: lineField(id, name),
    id: `field-${lineField(id, name)}`,
    error: errorFor(lineField(id, name)),
    defaultValue: line[name],
  });
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : undefined;
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    act(step, id);
  };
  return (
    // The keys do what the buttons do, from wherever the focus is in the line.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset className="release-line" onKeyDown={press}>
      <legend className="sr-only">{text('releases.line.name', { place: position })}</legend>
      <input type="hidden" name={lineField(id, 'id')} value={id} />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextareaField
          {...field('text')}
          label={text('releases.line.text', { place: position })}
          rows={2}
          maxLength={MAX_LINE}
        />
        <CategoryField {...field('category')} />
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <LineDetails line={line} platforms={platforms} errorFor={errorFor} field={field} />
        <LineButtons id={id} position={position} count={count} act={act} />
      </div>
    </fieldset>
  );
}

interface LineDetailsProps extends Pick<LineEditorProps, 'line' | 'platforms' | 'errorFor'> {
  field: (name: LineField) => { name: string; id: string; error: string | undefined; defaultValue: string };
}

const LINE_STREAMS = ['', ...RELEASE_STREAMS];

function LineDetails({ line, platforms, errorFor, field }: LineDetailsProps) {
  const { text } = useText();
  const { id } = line;
  const beside = ['stream', 'platforms', 'major', 'link'] as const;
  const isOpen = beside.some((name) => line[name] !== '' || errorFor(lineField(id, name)) !== undefined);
  return (
    <Details summary={text('releases.line.more')} open={isOpen} className="min-w-0 grow basis-80">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField {...field('stream')} label={text('releases.line.stream')}>
          <option value="">{text('releases.line.sameStream')}</option>
          <StreamOptions />
          <OddOption value={line.stream} known={LINE_STREAMS} />
        </SelectField>
        <Field
          {...field('link')}
          label={text('releases.line.link')}
          hint={text('releases.line.linkHint')}
          maxLength={MAX_LINK}
          autoComplete="off"
          spellCheck={false}
        />
        <PlatformChoices
          prefix={`line.${id}.`}
          chosen={line.platforms}
          platforms={platforms}
          legend={text('releases.line.platforms')}
          error={errorFor(lineField(id, 'platforms'))}
        />
        <CheckboxField
          name={lineField(id, 'major')}
          value="yes"
          defaultChecked={line.major === 'yes'}
          label={text('releases.line.major')}
        />
      </div>
    </Details>
  );
}

function CategoryField(field: { name: string; id: string; error: string | undefined; defaultValue: string }) {
  const { text } = useText();
  const isKnown = NOTE_CATEGORIES.some((one) => one === field.defaultValue);
  return (
    <SelectField {...field} label={text('releases.line.category')}>
      {!isKnown && (
        <option value={field.defaultValue}>{text('releases.line.unknown', { category: field.defaultValue })}</option>
      )}
      {NOTE_CATEGORIES.map((category: NoteCategory) => (
        <option key={category} value={category}>
          {text(CATEGORY_LOOKS[category].label)}
        </option>
      ))}
    </SelectField>
  );
}

/** Without scripts the page is sent, and comes back with its lines in their new order. */
function LineButtons({
  id,
  position,
  count,
  act,
}: Pick<LineEditorProps, 'position' | 'count' | 'act'> & { id: string }) {
  const { text } = useText();
  const button = (name: LineAct) => ({
    id: `line-${id}-${name}`,
    name: 'line',
    value: `${name} ${id}`,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      act(name, id);
    },
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Submit
        {...button('up')}
        aria-disabled={position === 1}
        aria-label={text('releases.line.up', { place: position })}
        aria-keyshortcuts="Alt+ArrowUp"
      >
        <span aria-hidden="true">↑</span>
      </Submit>
      <Submit
        {...button('down')}
        aria-disabled={position === count}
        aria-label={text('releases.line.down', { place: position })}
        aria-keyshortcuts="Alt+ArrowDown"
      >
        <span aria-hidden="true">↓</span>
      </Submit>
      <Submit {...button('remove')} kind="quiet" aria-label={text('releases.line.remove', { place: position })}>
        {text('releases.line.take')}
      </Submit>
    </div>
  );
}
