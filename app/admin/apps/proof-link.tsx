import { useLocation } from 'react-router';

import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

/** In the place of a form that wants a fresh sign-in. */
export function ProofLink() {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  return (
    <p className="flex flex-wrap items-center gap-4">
      <SiteLink to={`/login?prove&returnTo=${encodeURIComponent(path)}`} className={buttonClass('plain')}>
        {text('keys.form.proveFirst')}
      </SiteLink>
      <span className="text-muted">{text('problem.current.proofRequired')}</span>
    </p>
  );
}
