import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

/** The way to a fresh sign-in, and back with what was typed. */
export function ProofLink({ typed, hash }: { typed: Readonly<Record<string, string>>; hash: string }) {
  const { text } = useText();
  const query = new URLSearchParams(Object.entries(typed).filter(([, value]) => value !== '')).toString();
  const returnTo = `/account${query === '' ? '' : `?${query}`}#${hash}`;
  return (
    <SiteLink to={`/login?prove&returnTo=${encodeURIComponent(returnTo)}`} className={buttonClass('loud')}>
      {text('account.page.prove')}
    </SiteLink>
  );
}
