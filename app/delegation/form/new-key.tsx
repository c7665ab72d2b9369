import { useEffect, useRef, useState } from 'react';

import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { CreatedKey } from '../key.ts';

const SHOWN_MS = 2000;

/** A key, this once. Without scripts its field is there to be marked and copied. */
export function NewKeyShown({ created }: { created: CreatedKey }) {
  const { text } = useText();
  const field = useRef<HTMLInputElement>(null);
  // The button that had the keyboard is folded away with its form.
  useEffect(() => field.current?.focus(), []);
  return (
    <Notice kind="success" title={text('keys.new.title', { name: created.name })} live>
      <p>{text('keys.new.once')}</p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Field
          label={text('keys.new.label')}
          value={created.key}
          readOnly
          ref={field}
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="min-w-0 grow basis-72 [&_input]:font-mono"
        />
        <CopyButton words={created.key} />
      </div>
    </Notice>
  );
}

function CopyButton({ words }: { words: string }) {
  const { text } = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(words);
    setCopied(true);
  };
  return (
    <span className="flex items-center gap-2 [@media(scripting:none)]:hidden">
      <Button onClick={() => void copy()}>{text('keys.new.copy')}</Button>
      <output className="text-sm font-bold">{isCopied && text('keys.new.copied')}</output>
    </span>
  );
}
