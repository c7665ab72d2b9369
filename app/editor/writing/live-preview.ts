import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';

import { renderPreview } from '../calls.ts';
import type { Finding } from '../finding.ts';

/** Milliseconds of rest before the server is asked: typing never waits for it. */
const REST_MS = 400;

export interface LivePreview {
  readonly html: string;
  readonly words: number;
  readonly lang: string;
  readonly findings: readonly Finding[];
  readonly fields: Readonly<Record<string, string>>;
}

/** Of what is kept and shown of a form; or how it is read, where its fields come and go. */
export type FieldNames = readonly string[] | ((form: FormData) => Readonly<Record<string, string>>);

interface PreviewOptions {
  root: RefObject<HTMLElement | null>;
  names: FieldNames;
  text: string;
  language: string;
}

/** What is typed as its page will show it and what is to be put right, a moment behind the typing. */
export function useLivePreview({ root, names, text, language }: PreviewOptions) {
  const { ask } = useCallClient();
  const [shown, setShown] = useState<LivePreview>();
  const [isBehind, setIsBehind] = useState(false);
  const render = useEffectEvent(async (signal: AbortSignal) => {
    const fields = fieldsIn(root.current?.closest('form'), names);
    const { [text]: body = '', ...others } = fields;
    const locale = fields[language] ?? '';
    try {
      const { data } = await ask(renderPreview, { body: { text: body, locale, fields: others }, signal });
      setShown({ ...(data as Omit<LivePreview, 'fields' | 'lang'>), lang: locale, fields });
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
      // What comes back while somebody types would hold the next key up.
      asking.abort();
      timer = setTimeout(() => {
        asking = new AbortController();
        void render(asking.signal);
      }, REST_MS);
    };
    rest();
    form?.addEventListener('input', rest);
    form?.addEventListener('change', rest);
    return () => {
      clearTimeout(timer);
      asking.abort();
      form?.removeEventListener('input', rest);
      form?.removeEventListener('change', rest);
    };
  }, [root]);
  return [shown, isBehind] as const;
}

export function fieldsIn(
  form: HTMLFormElement | null | undefined,
  names: FieldNames,
): Readonly<Record<string, string>> {
  const all = new FormData(form ?? undefined);
  if (typeof names === 'function') return names(all);
  const fields = names.map((name): [string, unknown] => [name, all.get(name)]);
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'));
}
