import { useState } from 'react';

import type { FormState } from '#app/current/forms/form-state.ts';

import type { Finding } from '../finding.ts';
import type { Merge } from '../merge.ts';

/** Of the state in the fields: the page's data may be newer than what these hold. */
export function useSavedEtag(state: FormState | undefined, opened: string) {
  const [etag, setEtag] = useState(opened);
  const [last, setLast] = useState<string>();
  const result: unknown = state?.done === true ? state.result : undefined;
  const saved: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'etag') : undefined;
  if (typeof saved === 'string' && saved !== last) {
    setLast(saved);
    setEtag(saved);
  }
  return [etag, setEtag] as const;
}

export function readFindings(state: FormState | undefined): readonly Finding[] | undefined {
  return state !== undefined && 'findings' in state ? (state.findings as readonly Finding[]) : undefined;
}

export function readMerge(state: FormState | undefined): Merge | undefined {
  return state !== undefined && 'merge' in state ? (state.merge as Merge) : undefined;
}
