import { useEffect, useState } from 'react';

import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';

const SHOWN_MS = 2000;

/** Copies a text; without scripts it is not there. @param what the heading above it, for who does not see it */
export function CopyButton({ what, words }: { what: string; words: string }) {
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
    <span className="print:hidden [@media(scripting:none)]:hidden">
      <Button kind="quiet" aria-label={text('games.presskit.copyWhat', { what })} onClick={() => void copy()}>
        {text('games.presskit.copy')}
      </Button>
      <output className="ms-2 text-sm font-bold">{isCopied && text('games.presskit.copied')}</output>
    </span>
  );
}
