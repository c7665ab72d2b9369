import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';

import { SiteLink } from './site-link.tsx';

type SignInLinkProps = Omit<ComponentProps<typeof SiteLink>, 'to'> & {
  /** The id of what a visitor wants: one press away when they are back. */
  place?: string;
};

/** To a sign-in that returns to this page. */
export function SignInLink({ place, ...rest }: SignInLinkProps) {
  const { pathname, search } = useLocation();
  const back = `${pathname}${search}${place === undefined ? '' : `#${place}`}`;
  return <SiteLink {...rest} to={`/login?returnTo=${encodeURIComponent(back)}`} />;
}
