import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { MAX_COUNTED, MERGE_PATH } from './merge.ts';
import type { MergePreview } from './merge.ts';

interface MergePlanProps {
  readonly plan: MergePreview;
  /** Whether staff read it, and not the owner of both. */
  readonly isForStaff?: boolean;
}

/** What will happen, in words. */
export function MergePlan({ plan, isForStaff = false }: MergePlanProps) {
  const { text } = useText();
  const said = isForStaff ? SAID_TO_STAFF : SAID_TO_OWNER;
  const { goneName, keptName, goneId, keptId, primary, movedEmails, parts, movesAlias } = plan;
  return (
    <section aria-labelledby="merge-plan" className="space-y-5">
      <h2 id="merge-plan">{text('merges.plan.title', { gone: goneName, kept: keptName })}</h2>
      <ul className="list-disc space-y-2 ps-6">
        <li>{text(said.alias, { name: movesAlias ? goneName : keptName })}</li>
        <li>{text(said.codes, { gone: `@${goneId}`, kept: `@${keptId}` })}</li>
        {primary !== undefined && <li className="break-words">{text(said.primary, { address: primary })}</li>}
        {movedEmails.length > 0 && (
          <li className="break-words">{text('merges.plan.emails', { addresses: movedEmails.join(', ') })}</li>
        )}
        {parts.map(({ column, label, count, twice }) => (
          <li key={column}>
            <span>{text('merges.plan.part', { label, count, isMore: count >= MAX_COUNTED ? 'yes' : 'no' })}</span>
            {twice > 0 && <span className="ms-1">{text(said.twice, { count: twice })}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SAID_TO_OWNER = {
  alias: 'merges.plan.alias',
  codes: 'merges.plan.codes',
  primary: 'merges.plan.primary',
  twice: 'merges.plan.twice',
} as const;

const SAID_TO_STAFF = {
  alias: 'admin.merge.plan.alias',
  codes: 'admin.merge.plan.codes',
  primary: 'admin.merge.plan.primary',
  twice: 'admin.merge.plan.twice',
} as const;

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
