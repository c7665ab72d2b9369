import { Link } from 'react-router';
import type { ComponentProps } from 'react';

import { useAddressLocale } from '../address-locale.ts';
import { localePath } from '../locale.ts';

/** A link to another page of the site. Where the address names the language, the linked one names it too. */
export function SiteLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return <Link to={useSitePath(to)} {...rest} />;
}

/** The address of a page of the site in the language that the present address names. @param to without a locale */
export function useSitePath(to: string): string {
  const locale = useAddressLocale();
  return locale === undefined ? to : localePath(locale, to);
}
