import { Suspense, lazy, useEffect } from 'react';
import type { ComponentType } from 'react';

import { findTypedValues, restoreTypedValues } from './typed-values.ts';

/**
 * A part of a page that nobody needs before they do something, such as what is in a panel that opens. The browser shows what
 * the server has rendered; the script of it is loaded with the first key, touch or move of the pointer anywhere on the page,
 * and takes over what stands there with all that was typed. Until then, and without a network, it works as without scripts.
 * @param isAtOnce for what somebody uses by keys of its own: it is loaded with the page, and where that fails with the next use
 */
export function loadOnUse<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isAtOnce = false,
): ComponentType<Props> {
  const Content = lazy(async () => {
    const Loaded = await loadOnFirstUse(load, isAtOnce);
    // React makes anew what a translator has changed meanwhile.
    const typed = typeof document === 'undefined' ? undefined : findTypedValues();
    const Restored = (props: Props) => {
      useEffect(() => typed && restoreTypedValues(typed), []);
      return <Loaded {...props} />;
    };
    return { default: Restored };
  });
  return function LoadedOnUse(props: Props) {
    return (
      <Suspense>
        <Content {...props} />
      </Suspense>
    );
  };
}

async function loadOnFirstUse<Content>(load: () => Promise<Content>, isAtOnce: boolean): Promise<Content> {
  if (typeof document === 'undefined') return load();
  // An address with a hash may have opened what it is in.
  for (let isUsed = isAtOnce || location.hash !== ''; ; isUsed = false) {
    if (!isUsed) await firstUse();
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

/** Whatever comes before a press, a word that is typed, or another page. */
const USES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'beforetoggle', 'popstate'] as const;

function firstUse(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const heard = new AbortController();
  const hear = () => {
    heard.abort();
    resolve();
  };
  for (const use of USES) addEventListener(use, hear, { capture: true, passive: true, signal: heard.signal });
  return promise;
}
