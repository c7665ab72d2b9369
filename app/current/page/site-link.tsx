import type { ComponentProps } from 'react';
import { Link } from 'react-router';

import { useAddressLocale } from '../address-locale.ts';
import { localePath } from '../locale.ts';

export function SiteLink({ to, ...rest }: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  return <Link to={useSitePath(to)} {...rest} />;
}

export function useSitePath(to: string): string {
  const locale = useAddressLocale();
  return locale === undefined ? to : localePath(locale, to);
}
