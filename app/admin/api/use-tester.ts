import { useRef, useState, useSyncExternalStore } from 'react';

import { sendRequest } from '#app/api-docs/try/send-request.ts';
import type { TriedAnswer } from '#app/api-docs/try/send-request.ts';
import { STORAGE_KEYS, browserStorage } from '#app/current/browser/browser-storage.ts';

import { EMPTY_DRAFT, parseHeaderLines, isCallAddress, readDrafts } from './tester-call.ts';
import type { RequestDraft } from './tester-call.ts';
import { TESTER_HEADER } from './tester-role.ts';

/** A request that was sent. The latest stands first in the history, which ends with the page. */
export interface TriedCall {
  readonly id: number;
  readonly draft: RequestDraft;
  readonly role: string;
  readonly answer?: TriedAnswer;
  readonly failure?: string;
}

const MAX_CALLS = 50;

export function useTester() {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [history, setHistory] = useState<readonly TriedCall[]>([]);
  const [isSending, setSending] = useState(false);
  const saved = useSavedDrafts();
  const count = useRef(0);
  const send = async (token: string | undefined, role: string) => {
    if (!isCallAddress(draft.address)) return false;
    setSending(true);
    const headers = {
      accept: 'application/json',
      ...parseHeaderLines(draft.headers),
      ...(token !== undefined && { [TESTER_HEADER]: token }),
    };
    const body = draft.method === 'GET' || draft.body === '' ? undefined : draft.body;
    const request = { method: draft.method, url: draft.address, headers, body };
    const outcome = await sendRequest(request, AbortSignal.timeout(30_000)).then(
      (answer) => ({ answer }),
      (reason: unknown) => ({ failure: reason instanceof Error ? reason.message : String(reason) }),
    );
    count.current += 1;
    setHistory((before) => [{ id: count.current, draft, role, ...outcome }, ...before].slice(0, MAX_CALLS));
    setSending(false);
    return true;
  };
  return { draft, setDraft, history, isSending, send, ...saved };
}

/** In the browser of whoever saves them; a request that is only sent is stored nowhere. */
function useSavedDrafts() {
  const stored = useSyncExternalStore(subscribe, readStored, () => null);
  const drafts = readDrafts(stored);
  const keep = (next: readonly RequestDraft[]) => {
    if (next.length === 0) browserStorage.removeItem(STORAGE_KEYS.apiTester);
    else browserStorage.setItem(STORAGE_KEYS.apiTester, JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  const save = (draft: RequestDraft) =>
    keep([draft, ...drafts.filter((one) => !isSame(one, draft))].slice(0, MAX_CALLS));
  const remove = (draft: RequestDraft) => keep(drafts.filter((one) => !isSame(one, draft)));
  return { drafts, save, remove };
}

const readStored = () => browserStorage.getItem(STORAGE_KEYS.apiTester);
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isSame(one: RequestDraft, other: RequestDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
