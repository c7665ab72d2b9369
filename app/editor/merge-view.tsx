import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';

import { MERGE_CHOICES, isConflict } from './merge.ts';
import type { Merge, MergeChoice, TextConflict } from './merge.ts';

interface MergeViewProps {
  form: PageForm;
  merge: Merge;
  /** What was typed; it goes along, so that nothing of it is lost. */
  typed: FieldValues;
  /** Names of the fields, as people read them. */
  labels: Readonly<Record<string, string>>;
}

/** For each conflict there are both sides and a choice; works without scripts. */
export function MergeView({ form, merge, typed, labels }: MergeViewProps) {
  const { text } = useText();
  const { intent: _, ...kept } = Object.fromEntries(
    Object.entries(typed).filter(([name]) => !name.startsWith('choice-')),
  );
  const chosen = (name: string) => typed[`choice-${name}`];
  const conflicts = merge.parts.filter(isConflict);
  return (
    <section aria-labelledby="merge" className="block-card space-y-6 p-5 sm:p-8">
      <h2 id="merge" className="text-2xl">
        {text('editor.merge.title')}
      </h2>
      <p>{text('editor.merge.about')}</p>
      <ActionForm form={form} fields={{ ...kept, intent: 'editor.merge', theirs: merge.etag }} className="space-y-6">
        {merge.fields.map(({ name, mine, theirs }) => (
          <Conflict
            key={name}
            name={name}
            title={labels[name] ?? name}
            sides={{ mine, theirs }}
            choices={['mine', 'theirs']}
            chosen={chosen(name)}
          />
        ))}
        {merge.parts.map((part) =>
          isConflict(part) ? (
            <Conflict
              key={part.at}
              name={String(part.at)}
              title={text('editor.merge.place', { number: conflicts.indexOf(part) + 1 })}
              sides={sidesOf(part)}
              choices={MERGE_CHOICES}
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

function sidesOf({ mine, theirs }: TextConflict) {
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
  sides: { mine: string; theirs: string };
  choices: readonly MergeChoice[];
  chosen: string | undefined;
}

function Conflict({ name, title, sides, choices, chosen }: ConflictProps) {
  const { text } = useText();
  return (
    <fieldset className="min-w-0 space-y-3 rounded-2xl border-3 border-(--danger) p-4">
      <legend className="px-2 font-extrabold">{title}</legend>
      <div className="grid gap-4 md:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className="min-w-0 space-y-1">
            <p className="text-sm font-bold text-muted">{text(SIDE_NAMES[side])}</p>
            <Source>{sides[side] || text('editor.merge.nothing')}</Source>
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
              defaultChecked={chosen === choice}
              className="size-5 accent-(--link)"
            />
            <span>{text(CHOICE_NAMES[choice])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const SIDE_NAMES = { mine: 'editor.merge.mine', theirs: 'editor.merge.theirs' } as const;
const CHOICE_NAMES = {
  mine: 'editor.merge.takeMine',
  theirs: 'editor.merge.takeTheirs',
  both: 'editor.merge.takeBoth',
} as const;

function Source({ children }: { children: string }) {
  return (
    <pre className="max-h-80 overflow-auto rounded-xl border-2 border-hairline p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
      {children}
    </pre>
  );
}
