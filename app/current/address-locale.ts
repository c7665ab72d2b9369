import { useLocation } from 'react-router';

import { localeFromPath, useText } from './locale.ts';
import type { Locale } from './locale.ts';

/** Undefined also for a locale without pages on this stage. */
export function useAddressLocale(): Locale | undefined {
  const { locale } = useText();
  const named = localeFromPath(useLocation().pathname);
  return named === locale ? named : undefined;
}
