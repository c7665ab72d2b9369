import { useEffect, useState } from 'react';

import { forgetDrafts } from '#app/current/forms/form-drafts.ts';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';

interface OpenedItem {
  /** Another one where the fields are to be filled anew. */
  readonly key: number;
  readonly rev: string;
  readonly values: FieldValues;
}

interface OpenedItemOptions {
  readonly rev: string;
  readonly values: FieldValues;
  /** Two versions are put together in the place of the fields. */
  readonly isMerging: boolean;
  /** Of what is typed, in the browser’s storage. */
  readonly draft: string;
}

/**
 * What the fields hold and of which revision. What comes later takes their place only while nobody has typed into them, or once what was
 * typed has been merged with it. @param form that saves them
 */
export function useOpenedItem(form: PageForm, { rev, values, isMerging, draft }: OpenedItemOptions) {
  const [opened, setOpened] = useState<OpenedItem>({ key: 0, rev, values });
  const [typed, setTyped] = useState(UNTOUCHED);
  const [lastSaved, setLastSaved] = useState<string>();
  /** Of the page's data when it was last looked at: after a save it is the old one for a while. */
  const [seen, setSeen] = useState<string | undefined>(rev);
  const [merging, setMerging] = useState<'no' | 'choosing' | 'saved'>('no');
  const saved = savedRevision(form);
  const isNew = saved !== undefined && saved !== lastSaved;
  if (isMerging && merging !== 'choosing') setMerging('choosing');
  if (isNew) {
    setLastSaved(saved);
    setOpened({ ...opened, rev: saved });
    setTyped({ isTouched: typed.isLater, isLater: false });
    if (merging === 'choosing') setMerging('saved');
  } else if (merging === 'saved' && !form.isBusy && rev === opened.rev) {
    setOpened({ key: opened.key + 1, rev, values });
    setMerging('no');
  } else if (rev !== seen) {
    setSeen(rev);
    if (rev !== opened.rev && !typed.isTouched) setOpened({ key: opened.key + 1, rev, values });
  }
  useEffect(() => {
    // It has become a part of what is saved.
    if (merging === 'saved') forgetDrafts([draft]);
  }, [merging, draft]);
  return {
    opened,
    draft,
    /** The page's data are still those from before. */
    isLate: merging === 'saved',
    note: () => setTyped({ isTouched: true, isLater: typed.isLater || form.isBusy }),
    /** The next that comes is shown. */
    release: () => {
      setTyped(UNTOUCHED);
      setSeen(undefined);
    },
  };
}

const UNTOUCHED = { isTouched: false, isLater: false };

function savedRevision({ state }: PageForm): string | undefined {
  const result: unknown = state?.done === true && state.intent === 'item.save' ? state.result : undefined;
  const etag: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'etag') : undefined;
  return typeof etag === 'string' ? etag : undefined;
}
