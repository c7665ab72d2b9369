import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { recordPageView } from './browser/start.ts';

/** Records each change of the page, also by Back; renders nothing. */
export function PageViews() {
  const { pathname, search } = useLocation();
  useEffect(() => recordPageView(location.origin + pathname + search, document.referrer), [pathname, search]);
  return null;
}
