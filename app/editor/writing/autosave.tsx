import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { saveOwnDraft } from '../calls.ts';
import type { ItemKey } from '../schedule.ts';
import { keepPlace, returnToPlace } from './kept-place.ts';
import { fieldsIn } from './live-preview.ts';
import type { FieldNames } from './live-preview.ts';
import { readLocalDraft, removeLocalDraft, toStorageKey, writeLocalDraft } from './local-draft.ts';
import type { LocalDraft } from './local-draft.ts';

/** Milliseconds of rest after which the browser keeps what is typed, and then the server. */
const BROWSER_MS = 300;
const SERVER_MS = 2000;

interface AutosaveProps {
  readonly itemKey: ItemKey;
  readonly names: FieldNames;
  /** Of the state that the fields began with. Another one: they are saved. */
  readonly etag: string;
  /** What was typed in this browser is in the fields again, and began with that state. */
  readonly onTake: (etag: string) => void;
  /** Puts it into the fields, where these come and go; by default as if it were typed. */
  readonly fill?: (fields: Readonly<Record<string, string>>) => void;
  /** Where something was typed that has become this document. */
  readonly was?: ItemKey | undefined;
  /** Ids of documents of the same crate that this one has taken the place of: what was typed there is offered here. */
  readonly formers?: readonly string[] | undefined;
}

/** What was typed, and under which document it is kept. */
interface FoundWords {
  readonly itemKey: ItemKey;
  readonly draft: LocalDraft;
}

/** Under which what this tab has sent last is kept. */
let lastSent: string | undefined;

/** In the browser for a visit without network or session, on the server for another machine. */
export function Autosave(props: AutosaveProps) {
  const { text } = useText();
  const root = useRef<HTMLDivElement>(null);
  const state = useAutosave(root, props);
  const [found, setFound] = useFoundWords(root, props);
  const [discarded, setDiscarded] = useState<FoundWords>();
  const { itemKey, onTake } = props;
  const leave = (take: boolean) => {
    if (found !== undefined) removeLocalDraft(found.itemKey);
    if (take && found !== undefined) {
      writeLocalDraft(itemKey, found.draft);
      if (props.fill === undefined) fill(root.current?.closest('form'), found.draft.fields);
      else props.fill(found.draft.fields);
      onTake(found.draft.etag);
    } else setDiscarded(found);
    setFound(undefined);
  };
  const takeBack = () => {
    // What was typed meanwhile is the newer, and stays.
    if (discarded !== undefined && readLocalDraft(discarded.itemKey) === undefined) {
      writeLocalDraft(discarded.itemKey, discarded.draft);
    }
    setFound(discarded);
    setDiscarded(undefined);
  };
  return (
    <div ref={root} className="space-y-3">
      {found && <FoundDraft leave={leave} />}
      {discarded && <DiscardedDraft takeBack={takeBack} />}
      <output className="block text-sm text-muted">{state !== 'none' && text(STATE_TEXTS[state])}</output>
    </div>
  );
}

/** What this browser has of it that is not in its fields, as the page opens. */
function useFoundWords(rootRef: RefObject<HTMLElement | null>, props: AutosaveProps) {
  const [found, setFound] = useState<FoundWords>();
  const { itemKey, names, etag, was, formers = [] } = props;
  const rev = new URLSearchParams(useLocation().search).get('rev');
  const look = useEffectEvent(() => {
    const form = rootRef.current?.closest('form');
    const fields = typedIn(form, names);
    const isAnswer = rev === etag.slice(1, -1);
    if (was !== undefined && readLocalDraft(was)?.isSent === true) removeLocalDraft(was);
    const keys = [itemKey, ...formers.map((itemId) => ({ crateId: itemKey.crateId, itemId }))];
    // What was typed while the form was on its way; in another tab somebody may begin one more.
    if (was !== undefined && toStorageKey(was) === lastSent) keys.push(was);
    lastSent = undefined;
    const words = findUnsaved(keys, fields, isAnswer ? etag : undefined);
    if (words !== undefined) setFound(words);
    if (isAnswer) returnToPlace(form);
  });
  useEffect(() => look(), []);
  return [found, setFound] as const;
}

/** @param shown what is in the fields @param saved the state that an answer has led to */
function findUnsaved(
  keys: readonly ItemKey[],
  shown: LocalDraft['fields'] | undefined,
  saved: string | undefined,
): FoundWords | undefined {
  for (const itemKey of keys) {
    const draft = readLocalDraft(itemKey);
    if (draft === undefined) continue;
    // What has led to this state has saved it, also where it has changed a field of its own, such as who sees it.
    const isSaved = draft.isSent === true && saved !== undefined && draft.etag !== saved;
    if (!isSaved && Object.entries(draft.fields).some(([name, value]) => shown?.[name] !== value)) {
      return { itemKey, draft };
    }
    removeLocalDraft(itemKey);
  }
  return undefined;
}

const STATE_TEXTS = {
  kept: 'editor.own.kept',
  offline: 'editor.own.offline',
  refused: 'editor.own.refused',
} as const;

function FoundDraft({ leave }: { leave: (take: boolean) => void }) {
  const { text } = useText();
  return (
    <Notice live>
      <p>{text('editor.own.local')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button kind="loud" onClick={() => leave(true)}>
          {text('editor.own.take')}
        </Button>
        <Button kind="quiet" onClick={() => leave(false)}>
          {text('editor.own.discard')}
        </Button>
      </div>
    </Notice>
  );
}

function DiscardedDraft({ takeBack }: { takeBack: () => void }) {
  const { text } = useText();
  return (
    <Notice kind="success" live>
      <p>{text('editor.done.discarded')}</p>
      <Button onClick={takeBack}>{text('editor.own.undo')}</Button>
    </Notice>
  );
}

function useAutosave(root: RefObject<HTMLElement | null>, { itemKey, names, etag }: AutosaveProps) {
  const { ask } = useCallClient();
  const [state, setState] = useState<'none' | keyof typeof STATE_TEXTS>('none');
  const { crateId, itemId } = itemKey;
  const read = () => typedIn(root.current?.closest('form'), names);
  const keep = useEffectEvent((form: HTMLFormElement, isSent: boolean) => {
    writeLocalDraft(itemKey, { etag, fields: fieldsIn(form, names), at: Date.now(), isSent });
    if (!isSent) return;
    lastSent = toStorageKey(itemKey);
    keepPlace(form);
  });
  const send = useEffectEvent(async () => {
    const fields = read();
    if (fields === undefined) return;
    try {
      await ask(saveOwnDraft, { params: { crateId, itemId }, body: { etag, fields } });
      setState('kept');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState(error.status >= 400 && error.status < 500 ? 'refused' : 'offline');
    }
  });
  const opened = useRef(etag);
  const forget = useEffectEvent((saved: string) => {
    if (saved === opened.current) return;
    opened.current = saved;
    // Whoever takes up what the browser has goes back to the state that it began with.
    if (readLocalDraft(itemKey)?.etag !== saved) removeLocalDraft(itemKey);
    setState('none');
  });
  useEffect(() => forget(etag), [etag]);
  useEffect(() => {
    const form = root.current?.closest('form');
    return form
      ? listenTo(
          form,
          (isSent) => keep(form, isSent),
          () => void send(),
        )
      : undefined;
  }, [root]);
  return state;
}

function listenTo(form: HTMLFormElement, keep: (isSent: boolean) => void, send: () => void): () => void {
  let inBrowser: ReturnType<typeof setTimeout> | undefined;
  let onServer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(inBrowser);
    clearTimeout(onServer);
  };
  const keepNow = () => {
    if (inBrowser !== undefined) keep(false);
    inBrowser = undefined;
  };
  const typed = () => {
    stop();
    inBrowser = setTimeout(keepNow, BROWSER_MS);
    onServer = setTimeout(send, SERVER_MS);
  };
  // A save takes everything with it; when it is refused, the browser has it.
  const sent = () => {
    stop();
    inBrowser = undefined;
    keep(true);
  };
  form.addEventListener('input', typed);
  form.addEventListener('submit', sent);
  window.addEventListener('pagehide', keepNow);
  return () => {
    stop();
    // Whoever leaves at once, or is led away because a session has ended, has typed all the same.
    keepNow();
    window.removeEventListener('pagehide', keepNow);
    form.removeEventListener('input', typed);
    form.removeEventListener('submit', sent);
  };
}

/** As if it were typed: the editor of a text follows a `change`. */
function fill(form: HTMLFormElement | null | undefined, fields: LocalDraft['fields']): void {
  for (const [name, value] of Object.entries(fields)) {
    const field = form?.elements.namedItem(name);
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (!isText && !(field instanceof HTMLSelectElement)) continue;
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

function typedIn(
  form: HTMLFormElement | null | undefined,
  names: FieldNames,
): Readonly<Record<string, string>> | undefined {
  return form ? fieldsIn(form, names) : undefined;
}
