import type { ComponentProps, SyntheticEvent } from 'react';
import { Link } from 'react-router';

import { useAddressLocale } from '../address-locale.ts';
import { localePath } from '../locale.ts';

type SiteLinkProps = Omit<ComponentProps<typeof Link>, 'to' | 'discover' | 'onPointerEnter' | 'onFocus'> & {
  to: string;
  /** Asks for its route as soon as it is shown, for where somebody goes again and again. */
  discover?: 'render' | 'none';
};

/** Whoever points at it will soon follow it, so then the router asks for its route. */
export function SiteLink({ to, discover = 'none', ...rest }: SiteLinkProps) {
  return (
    <Link {...rest} to={useSitePath(to)} discover={discover} onPointerEnter={discoverRoute} onFocus={discoverRoute} />
  );
}

function discoverRoute({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.dataset['discover'] = '';
}

/** A path of this site, in the locale of the page's address. */
export type SitePath = string & { readonly isOfPage: true };

/** @param to a path, which may have a query, or a place on the same page, such as `#games` */
export function useSitePath(to: string): SitePath {
  const locale = useAddressLocale();
  return (locale === undefined || to.startsWith('#') ? to : localePath(locale, to)) as SitePath;
}
