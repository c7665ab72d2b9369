import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import './support.css';

/** Where a person answers. @param topic of the form, for what the page is about */
export function StillStuck({ topic }: { readonly topic?: string | undefined }) {
  const { text } = useText();
  return (
    <aside aria-labelledby="stuck" className="still-stuck">
      <div className="space-y-1">
        <h2 id="stuck" className="text-xl">
          {text('support.stuck.title')}
        </h2>
        <p>{text('support.stuck.about')}</p>
      </div>
      <p className="flex flex-wrap gap-3">
        <SiteLink to={topic === undefined ? '/contact' : `/contact/topics/${topic}`} className={buttonClass('plain')}>
          {text('support.stuck.contact')}
        </SiteLink>
        <SiteLink to="/feedbag" className={buttonClass('quiet')}>
          {text('support.stuck.feedbag')}
        </SiteLink>
      </p>
    </aside>
  );
}
