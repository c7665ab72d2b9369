import { useEffect, useId, useRef } from 'react';

import { useText } from '#app/current/locale.ts';

import type { CallReference } from '../contract/reference.ts';
import { MethodBadge } from './method-badge.tsx';
import { nounAnchor } from './nouns.ts';
import type { NounReference } from './nouns.ts';

interface ContentsNoun extends Pick<NounReference, 'noun' | 'title'> {
  readonly calls: readonly Pick<CallReference, 'id' | 'method' | 'path'>[];
}

interface CallContentsProps {
  guide: readonly { id: string; title: string }[];
  nouns: readonly ContentsNoun[];
  words: string;
  onWords: (words: string) => void;
  count: number;
}

/** The search, and everything on the page; only what is found, while something is searched. */
export function Contents({ guide, nouns, words, onWords, count }: CallContentsProps) {
  const { text } = useText();
  return (
    <div className="space-y-4 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:p-1">
      <CallSearch words={words} onWords={onWords} count={count} first={nouns[0]?.calls[0]?.id} />
      <nav aria-label={text('docs.contents.label')} className="space-y-4">
        {words === '' && (
          <ul className="space-y-1 border-b-2 border-hairline pb-4">
            {guide.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-block py-0.5 font-bold text-link underline">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        )}
        {nouns.map(({ noun, title, calls }) => (
          <details key={noun} open={words !== '' || nouns.length < 4} className="group">
            <summary className="flex cursor-pointer items-baseline justify-between gap-2 py-1 font-label">
              <span>{title}</span>
              <span className="text-sm text-muted">{calls.length}</span>
            </summary>
            <ul className="space-y-1 pt-1">
              <li>
                <a href={`#${nounAnchor(noun)}`} className="inline-block py-0.5 text-link underline">
                  {text('docs.contents.all')}
                </a>
              </li>
              {calls.map(({ id, method, path }) => (
                <li key={id}>
                  <a href={`#${id}`} className="flex items-baseline gap-2 py-0.5 text-sm hover:underline">
                    <MethodBadge method={method} isSmall />
                    <code lang="zxx" className="min-w-0 wrap-anywhere">
                      {path.replace('/api/', '')}
                    </code>
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
    </div>
  );
}

interface CallSearchProps extends Pick<CallContentsProps, 'words' | 'onWords' | 'count'> {
  first: string | undefined;
}

/** `/` leads here from anywhere on the page, Enter to the first that is found, Escape back to all. */
function CallSearch({ words, onWords, count, first }: CallSearchProps) {
  const { text } = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useSlash(input);
  return (
    <search className="field [@media(scripting:none)]:hidden">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) leadTo(first);
        }}
      >
        <label className="field-label" htmlFor={id}>
          {text('docs.search.label')}
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          className="control"
          value={words}
          maxLength={100}
          autoComplete="off"
          aria-describedby={`${id}-count`}
          onChange={({ target }) => onWords(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onWords('')}
        />
        <output id={`${id}-count`} className="field-hint block">
          {words === '' ? text('docs.search.hint') : text('docs.search.count', { count })}
        </output>
      </form>
    </search>
  );
}

function leadTo(id: string): void {
  location.hash = id;
  document.getElementById(id)?.querySelector('a')?.focus();
}

function useSlash(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}
