import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';

import type { FieldValues } from './form-state.ts';

/** Sends a form of its own, once for the same fields, as soon as somebody sees the page. Nothing comes of it without scripts. */
export function useSubmitOnce(fields: FieldValues | undefined, { whenHidden = false } = {}): void {
  const { submit } = useFetcher();
  const sent = useRef('');
  // After every render: one while the page was hidden has sent nothing.
  useEffect(() => {
    const key = JSON.stringify(fields);
    if (fields === undefined || sent.current === key) return;
    if (!whenHidden && document.visibilityState === 'hidden') return;
    sent.current = key;
    void submit({ ...fields }, { method: 'post' });
  });
}
