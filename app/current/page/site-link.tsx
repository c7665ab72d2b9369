import { Link } from 'react-router';
import type { ComponentProps } from 'react';

import { useAddressLocale } from '../address-locale.ts';
import { localePath } from '../locale.ts';

/** A link to another page of the site, with the locale of the present address. */
export function SiteLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return <Link to={useSitePath(to)} {...rest} />;
}

/** A path of the site with the locale of the present address. @param to without a locale */
export function useSitePath(to: string): string {
  const locale = useAddressLocale();
  return locale === undefined ? to : localePath(locale, to);
}
