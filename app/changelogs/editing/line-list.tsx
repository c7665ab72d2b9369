import { useEffect, useRef, useState } from 'react';

import { Submit } from '#app/current/forms/action-form.tsx';
import { moveFocus } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { MAX_LINES } from '../changelog.ts';
import { LineEditor } from './line-editor.tsx';
import type { LineAct } from './line-editor.tsx';
import { PasteLines } from './paste-lines.tsx';
import type { PlatformChoice } from './release-fieldset.tsx';
import { emptyLine, isBlankLine, lineOfForm, moveLine } from './release-values.ts';
import type { LineValues } from './release-values.ts';

interface LineListProps {
  initial: readonly LineValues[];
  platforms: readonly PlatformChoice[];
  errorFor: (name: string) => string | undefined;
  /** What a page without scripts has sent to be looked at. */
  pasted: string | undefined;
}

/** The lines of a release. Their fields are read by the form: here is only which there are, and in which order. */
export function LineList({ initial, platforms, errorFor, pasted }: LineListProps) {
  const { text } = useText();
  const root = useRef<HTMLElement>(null);
  const { lines, said, removed, add, take, act, putBack } = useLines(root, initial);
  return (
    <section ref={root} aria-labelledby="lines" className="space-y-5">
      <h2 id="lines" className="text-2xl">
        {text('releases.lines.title', { count: lines.length })}
      </h2>
      <output className="sr-only">{said && text(SAID[said.act], { place: said.position, count: lines.length })}</output>
      {lines.length === 0 && <p>{text('releases.lines.none')}</p>}
      <ol className="space-y-4">
        {lines.map((line, at) => (
          <li key={line.id}>
            <LineEditor
              line={line}
              position={at + 1}
              count={lines.length}
              platforms={platforms}
              errorFor={errorFor}
              act={act}
            />
          </li>
        ))}
      </ol>
      {removed && (
        <Notice live>
          <p>{text('releases.lines.removed', { text: removed.line.text || '…' })}</p>
          <Button className="mt-3" onClick={putBack}>
            {text('releases.lines.putBack')}
          </Button>
        </Notice>
      )}
      <Submit
        id="add-line"
        name="intent"
        value="editor.addLine"
        aria-disabled={lines.length >= MAX_LINES}
        onClick={(event) => {
          event.preventDefault();
          add([emptyLine(lines.at(-1)?.category ?? 'new')]);
        }}
      >
        {text('releases.lines.add')}
      </Submit>
      <PasteLines room={MAX_LINES - lines.length} initial={pasted} error={errorFor('pasted')} take={take} />
    </section>
  );
}

const SAID = {
  up: 'releases.lines.moved',
  down: 'releases.lines.moved',
  remove: 'releases.lines.gone',
  add: 'releases.lines.added',
  back: 'releases.lines.added',
} as const;

interface RemovedLine {
  readonly line: LineValues;
  readonly at: number;
}

function useLines(root: React.RefObject<HTMLElement | null>, initial: readonly LineValues[]) {
  const [lines, setLines] = useState(initial);
  const [said, setSaid] = useState<{ act: keyof typeof SAID; position: number; focus: string }>();
  const [removed, setRemoved] = useState<RemovedLine>();
  useEffect(() => {
    if (said === undefined) return;
    moveFocus(document.getElementById(said.focus));
    // As if it were typed, so that it is kept and looked at.
    root.current?.closest('form')?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [root, said]);
  const add = (more: readonly LineValues[], at = lines.length) => {
    const [first] = more;
    if (first === undefined) return;
    setLines(lines.toSpliced(at, 0, ...more));
    setSaid({ act: 'add', position: at + 1, focus: textId(first.id) });
  };
  const take = (pasted: readonly LineValues[], isFollowed: boolean) => {
    const [first] = pasted;
    if (first === undefined) return;
    const kept = lines.filter(({ id }) => !isBlankLine(typedLine(root.current, id)));
    setLines([...kept, ...pasted]);
    if (isFollowed) setSaid({ act: 'add', position: kept.length + 1, focus: textId(first.id) });
  };
  const act = (act: LineAct, id: string) => {
    const at = lines.findIndex((line) => line.id === id);
    if (act === 'remove') {
      setRemoved({ line: typedLine(root.current, id), at });
      const left = lines.toSpliced(at, 1);
      setLines(left);
      const next = left[Math.min(at, left.length - 1)];
      setSaid({ act, position: at + 1, focus: next === undefined ? 'add-line' : textId(next.id) });
      return;
    }
    const moved = moveLine(lines, id, act === 'up' ? -1 : 1);
    if (moved === lines) return;
    setLines(moved);
    const focused = document.activeElement?.id ?? '';
    setSaid({
      act,
      position: at + (act === 'up' ? 0 : 2),
      focus: focused.includes(id) ? focused : `line-${id}-${act}`,
    });
  };
  const putBack = () => {
    if (removed !== undefined) add([removed.line], Math.min(removed.at, lines.length));
    setRemoved(undefined);
  };
  return { lines, said, removed, add, take, act, putBack };
}

function textId(id: string): string {
  return `field-line.${id}.text`;
}

function typedLine(root: HTMLElement | null, id: string): LineValues {
  const form = new FormData(root?.closest('form') ?? undefined);
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  return lineOfForm(Object.fromEntries(fields), id);
}
