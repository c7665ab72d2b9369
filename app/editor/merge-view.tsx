import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import { MERGE_CHOICES, isConflict } from './merge.ts';
import type { Merge, MergeChoice, MergeSide, SideMarks, TextConflict } from './merge.ts';
import './editor.css';

interface MergeViewProps {
  form: PageForm;
  merge: Merge;
  /** What was typed; it goes along, so that nothing of it is lost. */
  typed: FieldValues;
  labels: Readonly<Record<string, string>>;
  /** Which takes the choices. */
  intent?: string;
}

/** For each conflict there are both sides and a choice; works without scripts. */
export function MergeView({ form, merge, typed, labels, intent = 'editor.merge' }: MergeViewProps) {
  const { text } = useText();
  const { intent: _, ...kept } = Object.fromEntries(
    Object.entries(typed).filter(([name]) => !/^(?:choice|own)-/.test(name)),
  );
  const chosen = (name: string) => ({ choice: typed[`choice-${name}`], own: typed[`own-${name}`] });
  const conflicts = merge.parts.filter(isConflict);
  return (
    <section aria-labelledby="merge" className="block-card space-y-6 p-5 sm:p-8">
      <h2 id="merge" className="text-2xl">
        {text('editor.merge.title')}
      </h2>
      <p>{text('editor.merge.about')}</p>
      <ActionForm form={form} fields={{ ...kept, intent, theirs: merge.etag }} className="space-y-6">
        {merge.fields.map(({ name, mine, theirs, marks }) => (
          <Conflict
            key={name}
            name={name}
            title={labels[name] ?? name}
            sides={{ mine, theirs }}
            marks={marks}
            choices={['mine', 'theirs', 'own']}
            own={mine}
            chosen={chosen(name)}
          />
        ))}
        {merge.parts.map((part) =>
          isConflict(part) ? (
            <Conflict
              key={part.at}
              name={String(part.at)}
              title={text('editor.merge.place', { number: conflicts.indexOf(part) + 1 })}
              sides={toSides(part)}
              marks={part.marks}
              choices={MERGE_CHOICES}
              own={[...part.mine, ...part.theirs].join('\n')}
              chosen={chosen(String(part.at))}
            />
          ) : (
            <MergedText key={part.at} lines={part.lines} />
          ),
        )}
        <Submit kind="loud">{text('editor.merge.save')}</Submit>
      </ActionForm>
    </section>
  );
}

function toSides({ mine, theirs }: TextConflict) {
  return { mine: mine.join('\n'), theirs: theirs.join('\n') };
}

function MergedText({ lines }: { lines: readonly string[] }) {
  const { text } = useText();
  return (
    <Details summary={text('editor.merge.merged', { count: lines.length })}>
      <Source>{lines.join('\n')}</Source>
    </Details>
  );
}

interface ConflictProps {
  name: string;
  title: ReactNode;
  sides: Record<MergeSide, string>;
  marks: SideMarks | undefined;
  choices: readonly MergeChoice[];
  chosen: { choice: string | undefined; own: string | undefined };
  own: string;
}

function Conflict({ name, title, sides, marks, choices, chosen, own }: ConflictProps) {
  const { text } = useText();
  return (
    <fieldset className="conflict">
      <legend className="px-2 font-extrabold">{title}</legend>
      <div className="grid gap-4 md:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className="min-w-0 space-y-1">
            <p className="text-sm font-bold text-muted">{text(SIDE_NAMES[side])}</p>
            <Source>
              <MarkedText text={sides[side]} marks={marks?.[side]} />
            </Source>
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {choices.map((choice) => (
          <label key={choice} className="choice">
            <input
              type="radio"
              name={`choice-${name}`}
              value={choice}
              required
              defaultChecked={chosen.choice === choice}
              className="size-5 accent-(--link)"
            />
            <span>{text(CHOICE_NAMES[choice])}</span>
          </label>
        ))}
      </div>
      <div className="own-words">
        <TextareaField
          name={`own-${name}`}
          label={text('editor.merge.ownText')}
          rows={Math.min(12, own.split('\n').length + 1)}
          defaultValue={chosen.own ?? own}
          className="[&_textarea]:font-mono"
        />
      </div>
    </fieldset>
  );
}

/** What has gone and what has come, by more than a colour. */
export function MarkedText({ text: whole, marks }: { text: string; marks: SideMarks[MergeSide] }) {
  const { text } = useText();
  if (whole === '') return text('editor.merge.nothing');
  if (marks === undefined) return whole;
  const placed = marks.map((mark, at) => ({ mark, key: `${at} ${mark.kind}` }));
  return placed.map(({ mark, key }) => {
    if (mark.kind === 'same') return <span key={key}>{mark.text}</span>;
    const Change = mark.kind === 'added' ? 'ins' : 'del';
    return (
      <Change key={key} className={mark.kind === 'added' ? 'bg-(--tint) font-bold' : 'text-(--danger)'}>
        {mark.text}
      </Change>
    );
  });
}

const SIDE_NAMES = { mine: 'editor.merge.mine', theirs: 'editor.merge.theirs' } as const;
const CHOICE_NAMES = {
  mine: 'editor.merge.takeMine',
  theirs: 'editor.merge.takeTheirs',
  both: 'editor.merge.takeBoth',
  own: 'editor.merge.own',
} as const;

function Source({ children }: { children: ReactNode }) {
  return (
    <pre className="max-h-80 overflow-auto rounded-xl border-2 border-hairline p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
      {children}
    </pre>
  );
}
