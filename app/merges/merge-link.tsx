import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { MERGE_PATH } from './merge.ts';

/** On the page of an account. */
export function MergeLink() {
  const { text } = useText();
  return (
    <section aria-labelledby="merge-heading" className="space-y-5">
      <h2 id="merge-heading">{text('merges.link.title')}</h2>
      <p>{text('merges.link.about')}</p>
      <SiteLink to={MERGE_PATH} className={buttonClass('plain')}>
        {text('merges.link.title')}
      </SiteLink>
    </section>
  );
}
