import { useEffect, useState } from 'react';

import { Button } from './button.tsx';
import type { ButtonKind } from './button.tsx';

const SHOWN_MS = 2000;

interface CopyState {
  words: string;
  label: string;
  /** For screen readers, which do not see what stands around the button. */
  fullLabel?: string | undefined;
  /** Shown for a moment afterwards. */
  copied: string;
  kind?: ButtonKind;
}

/** Without scripts it is not there. */
export function CopyButton({ words, label, fullLabel, copied, kind = 'plain' }: CopyState) {
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
    <span className="flex items-center gap-2 print:hidden [@media(scripting:none)]:hidden">
      <Button kind={kind} aria-label={fullLabel} onClick={() => void copy()}>
        {label}
      </Button>
      <output className="text-sm font-bold">{isCopied && copied}</output>
    </span>
  );
}
