import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

import { useText } from '#app/current/locale.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import type { CallResult } from '#lib/calls/call-client.ts';

import { renderPreview } from '../calls.ts';

/** Milliseconds of rest before the server is asked: typing never waits for it. */
const REST_MS = 400;

interface TextPreviewProps {
  root: RefObject<HTMLElement | null>;
  /** Of the textarea in the form around `root`. */
  name: string;
}

/** The text as its page will show it, a moment behind the typing. */
export function TextPreview({ root, name }: TextPreviewProps) {
  const { text } = useText();
  const [shown, isBehind] = usePreview(root, name);
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-3">
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <strong id="preview">{text('editor.preview.title')}</strong>
        <span className="text-sm text-muted">
          {isBehind ? text('editor.preview.behind') : shown && text('editor.preview.words', { count: shown.words })}
        </span>
      </p>
      <div
        lang={shown?.lang}
        className="own-face prose min-h-96 wrap-anywhere rounded-[14px] border-3 border-dashed border-hairline p-4"
        // Sanitised by lib/markdown with an allow-list.
        dangerouslySetInnerHTML={{ __html: shown?.html ?? '' }}
      />
    </section>
  );
}

function usePreview(root: RefObject<HTMLElement | null>, name: string) {
  const { ask } = useCallClient();
  const [shown, setShown] = useState<{ html: string; words: number; lang: string }>();
  const [isBehind, setIsBehind] = useState(false);
  const render = useEffectEvent(async (signal: AbortSignal) => {
    const typed = new FormData(root.current?.closest('form') ?? undefined);
    const [body, lang] = [typed.get(name), typed.get('language')].map((one) => (typeof one === 'string' ? one : ''));
    try {
      const input = { body: { text: body ?? '', locale: lang ?? '' }, signal };
      const { data }: CallResult<{ html: string; words: number }> = await ask(renderPreview, input);
      setShown({ ...data, lang: lang ?? '' });
      setIsBehind(false);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setIsBehind(true);
    }
  });
  useEffect(() => {
    const form = root.current?.closest('form');
    let asking = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        asking.abort();
        asking = new AbortController();
        void render(asking.signal);
      }, REST_MS);
    };
    rest();
    form?.addEventListener('input', rest);
    return () => {
      clearTimeout(timer);
      asking.abort();
      form?.removeEventListener('input', rest);
    };
  }, [root]);
  return [shown, isBehind] as const;
}
