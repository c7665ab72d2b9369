import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { MAX_COUNTED, MERGE_PATH } from './merge.ts';
import type { MergePreview } from './merge.ts';

/** What will happen, in words. */
export function MergePlan({ plan }: { plan: MergePreview }) {
  const { text } = useText();
  const { goneName, keptName, goneId, keptId, primary, movedEmails, parts, movesAlias } = plan;
  return (
    <section aria-labelledby="merge-plan" className="space-y-5">
      <h2 id="merge-plan">{text('merges.plan.title', { gone: goneName, kept: keptName })}</h2>
      <ul className="list-disc space-y-2 ps-6">
        <li>{text('merges.plan.alias', { name: movesAlias ? goneName : keptName })}</li>
        <li>{text('merges.plan.codes', { gone: `@${goneId}`, kept: `@${keptId}` })}</li>
        {primary !== undefined && <li className="break-words">{text('merges.plan.primary', { address: primary })}</li>}
        {movedEmails.length > 0 && (
          <li className="break-words">{text('merges.plan.emails', { addresses: movedEmails.join(', ') })}</li>
        )}
        {parts.map(({ column, label, count, twice }) => (
          <li key={column}>
            <span>{text('merges.plan.part', { label, count, isMore: count >= MAX_COUNTED ? 'yes' : 'no' })}</span>
            {twice > 0 && <span className="ms-1">{text('merges.plan.twice', { count: twice })}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** On the page of an account. */
export function MergeLink() {
  const { text } = useText();
  return (
    <>
      <p>{text('merges.link.about')}</p>
      <SiteLink to={MERGE_PATH} className={buttonClass('plain')}>
        {text('merges.link.title')}
      </SiteLink>
    </>
  );
}
