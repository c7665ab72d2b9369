import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

import { Submit } from '#app/current/forms/action-form.tsx';
import { useText } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import { NOTE_CATEGORIES } from '../changelog.ts';
import { CATEGORY_LOOKS } from '../note-groups.tsx';
import { linesOfText } from './pasted-lines.ts';
import type { PastedLines } from './pasted-lines.ts';
import type { LineValues } from './release-values.ts';

interface PasteLinesProps {
  /** For so many more lines. */
  room: number;
  initial: string | undefined;
  error: string | undefined;
  /** @param isFollowed by the focus */
  take: (lines: readonly LineValues[], isFollowed: boolean) => void;
}

export function PasteLines({ room, initial, error, take }: PasteLinesProps) {
  const { text } = useText();
  const area = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState(initial === undefined ? undefined : linesOfText(initial, room));
  const typed = () => area.current?.querySelector('textarea');
  const takeAll = (lines: readonly LineValues[], isFollowed: boolean) => {
    take(lines, isFollowed);
    const field = typed();
    if (field) field.value = '';
    setRead(undefined);
  };
  useBeforeSubmit(area, () => {
    const { lines } = linesOfText(typed()?.value ?? '', Infinity);
    if (lines.length > 0) takeAll(lines, false);
  });
  const isOpen = initial !== undefined || error !== undefined;
  return (
    <Details summary={text('releases.paste.title')} open={isOpen}>
      <div ref={area} className="space-y-4">
        <TextareaField
          id="pasted"
          name="pasted"
          label={text('releases.paste.label')}
          hint={text('releases.paste.hint')}
          error={error}
          rows={6}
          defaultValue={initial}
          spellCheck={false}
          className="[&_textarea]:font-mono"
        />
        <Submit
          name="intent"
          value="editor.readPasted"
          onClick={(event) => {
            event.preventDefault();
            setRead(linesOfText(typed()?.value ?? '', room));
          }}
        >
          {text('releases.paste.read')}
        </Submit>
        {read && <PastedPreview read={read} />}
        {read && <TakeLines count={read.lines.length} onTake={() => takeAll(read.lines, true)} />}
      </div>
    </Details>
  );
}

/** @param change adds fields, which the form then has */
function useBeforeSubmit(root: RefObject<HTMLElement | null>, change: () => void): void {
  const submit = useEffectEvent(() => flushSync(change));
  useEffect(() => {
    const form = root.current?.closest('form');
    const listen = () => submit();
    form?.addEventListener('submit', listen, { capture: true });
    return () => form?.removeEventListener('submit', listen, { capture: true });
  }, [root]);
}

function TakeLines({ count, onTake }: { count: number; onTake: () => void }) {
  const { text } = useText();
  if (count === 0) return null;
  return (
    <Submit
      kind="loud"
      name="intent"
      value="editor.takePasted"
      onClick={(event) => {
        event.preventDefault();
        onTake();
      }}
    >
      {text('releases.paste.take', { count })}
    </Submit>
  );
}

function PastedPreview({ read: { lines, leftOut } }: { read: PastedLines }) {
  const { text } = useText();
  const placed = leftOut.map((words, at) => ({ words, key: `${at} ${words}` }));
  return (
    <output id="pasted-lines" className="block space-y-3" tabIndex={-1}>
      <p className="font-bold">{text('releases.paste.found', { count: lines.length })}</p>
      <ul className="space-y-2">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-wrap items-baseline gap-2">
            {NOTE_CATEGORIES.filter((one) => one === line.category).map((category) => (
              <Badge key={category} tone={CATEGORY_LOOKS[category].tone}>
                {text(CATEGORY_LOOKS[category].label)}
              </Badge>
            ))}
            <span className="wrap-anywhere">{line.text}</span>
            {line.major === 'yes' && <Badge>{text('releases.line.major')}</Badge>}
            {line.stream !== '' && <Badge>{line.stream}</Badge>}
            {line.platforms !== '' && <Badge>{line.platforms}</Badge>}
          </li>
        ))}
      </ul>
      {placed.length > 0 && (
        <>
          <p className="font-bold">{text('releases.paste.leftOut', { count: placed.length })}</p>
          <ul className="list-disc ps-5 text-muted">
            {placed.map(({ words, key }) => (
              <li key={key} className="wrap-anywhere">
                {words}
              </li>
            ))}
          </ul>
        </>
      )}
    </output>
  );
}
