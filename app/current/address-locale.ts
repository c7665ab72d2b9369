import { useLocation } from 'react-router';

import { localeFromPath, useText } from './locale.ts';
import type { Locale } from './locale.ts';

/** The locale that the page's address names; undefined for a bare address, and for one that the stage has no pages in. */
export function useAddressLocale(): Locale | undefined {
  const { locale } = useText();
  const named = localeFromPath(useLocation().pathname);
  return named === locale ? named : undefined;
}
