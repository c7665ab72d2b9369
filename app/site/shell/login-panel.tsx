import { useText } from '#app/current/locale.ts';
import { hasScreen } from '#app/current/screens.ts';
import { SiteLink } from '#app/current/site-link.tsx';
import { studio } from '#content/studio.ts';

/** What a visitor sees who has not signed in. */
export function LoginPanel() {
  const { text, richText } = useText();
  return (
    <div className="space-y-4">
      <h2 className="pe-10 text-2xl">{text('login.panel.title', { studio: studio.name })}</h2>
      <p>{text('login.panel.text')}</p>
      <p className="text-sm">
        {richText('login.panel.terms', { terms: (chunks) => <SiteLink to="/terms">{chunks}</SiteLink> })}
      </p>
      {hasScreen('/login/unlicensed') && (
        <p className="text-sm">
          {richText('login.panel.unlicensed', {
            link: (chunks) => <SiteLink to="/login/unlicensed">{chunks}</SiteLink>,
          })}
        </p>
      )}
    </div>
  );
}
