import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';

import { buttonClass } from '#lib/ui/button.tsx';

import { pathWithoutLocale, useText } from '../locale.ts';
import { SiteLink } from './site-link.tsx';

type ProofLinkProps = Omit<ComponentProps<typeof SiteLink>, 'to'> & {
  /** By default this page. */
  returnTo?: string;
};

/** To a fresh sign-in that returns. */
export function ProofLink({ returnTo, ...rest }: ProofLinkProps) {
  const here = pathWithoutLocale(useLocation().pathname);
  return <SiteLink {...rest} to={`/login?prove&returnTo=${encodeURIComponent(returnTo ?? here)}`} />;
}

/** In the place of a form that wants a fresh sign-in. */
export function ProofFirst({ returnTo }: Pick<ProofLinkProps, 'returnTo'>) {
  const { text } = useText();
  return (
    <p className="flex flex-wrap items-center gap-4">
      <ProofLink {...(returnTo !== undefined && { returnTo })} className={buttonClass('plain')}>
        {text('keys.form.proveFirst')}
      </ProofLink>
      <span className="text-muted">{text('problem.current.proofRequired')}</span>
    </p>
  );
}
