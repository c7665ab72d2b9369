import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { recordPageView } from './browser/start.ts';

/** Tells each change of the page, also by Back; shows nothing. */
export function PageViews() {
  const { pathname, search } = useLocation();
  useEffect(() => recordPageView(location.origin + pathname + search, document.referrer), [pathname, search]);
  return null;
}
