import { redirect } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { hasProof } from '#app/current/permission.ts';
import { loginPath } from '#app/current/return-route.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { CheckboxField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { MERGE_INTENTS } from '../merge-forms.server.ts';
import { MergePlan } from '../merge-plan.tsx';
import { MERGE_MINUTES, MERGE_PATH } from '../merge.ts';
import type { MergePreview } from '../merge.ts';
import { findProvedFirst, findProvedPair, isFirstHere, isMoving } from '../merges.server.ts';
import { previewMerge } from '../preview.server.ts';
import type { Route } from './+types/merge';

/** What somebody is shown who has yet to begin, has proved one account, has proved both, or is done. */
export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { actor } = current;
  const state = url.searchParams.get('state');
  const isSignedOut = actor.userId === undefined && state === 'signedOut';
  if (actor.userId === undefined && !isSignedOut) throw redirect(loginPath(url, params, ''));
  const first = await findProvedFirst(current);
  const pair = await findProvedPair(current);
  const text = await getText(current.locale);
  const [one, other] = pair ?? [];
  const isSwapped = one !== undefined && url.searchParams.get('keep') === other;
  const plan =
    one === undefined || other === undefined
      ? undefined
      : await previewMerge(current, isSwapped ? { goneId: one, keptId: other } : { goneId: other, keptId: one });
  return {
    plan,
    first: actor.userId === undefined || first === actor.userId || plan !== undefined ? undefined : first,
    isFirstHere: await isFirstHere(current),
    isSignedOut,
    isMerged: actor.userId !== undefined && state === 'merged',
    isMoving: actor.userId !== undefined && (await isMoving(current, actor.userId)),
    isMasked: actor.masquerade !== undefined,
    hasProof: hasProof(current),
    userId: actor.userId,
    head: { title: text('merges.page.title'), description: text('merges.page.description'), noindex: true },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), MERGE_INTENTS),
);

export const headers = formHeaders;

export default function Merge({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { plan, first, isSignedOut, isMerged, isMoving, isMasked, hasProof: isProved, userId } = loaderData;
  const { isFirstHere: isAgain } = loaderData;
  const account = `@${userId ?? ''}`;
  const needsProof = !isMasked && !isProved && (isAgain || first !== undefined);
  const form = useForm(actionData, { of: 'merges.', action: useSitePath(MERGE_PATH) });
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <h1 className="text-3xl sm:text-4xl">{text('merges.page.title')}</h1>
      {(isMerged || isSignedOut) && <Notice kind="success">{text('merges.page.merged')}</Notice>}
      {isMoving && <p>{text('merges.page.moving')}</p>}
      <FormNotice form={form} />
      {isSignedOut ? (
        <SiteLink to="/account" className={buttonClass('loud')}>
          {text('merges.page.signIn')}
        </SiteLink>
      ) : plan !== undefined ? (
        <Decision plan={plan} form={form} />
      ) : (
        <>
          <p className="text-lg">{text('merges.page.lead')}</p>
          <Rules />
          {isMasked ? (
            <p>{text('deletions.form.masked')}</p>
          ) : first !== undefined ? (
            <p>{text('merges.begin.proveThis', { first: `@${first}`, second: account })}</p>
          ) : null}
          {needsProof && <ProofFirst returnTo={MERGE_PATH} />}
          {!isMasked && !needsProof && (
            <section aria-labelledby="merge-begin" className="space-y-5">
              <h2 id="merge-begin">{text(isAgain ? 'merges.other.title' : 'merges.begin.title')}</h2>
              <p>{text(isAgain ? 'merges.other.text' : 'merges.begin.both', { account, minutes: MERGE_MINUTES })}</p>
              <ActionForm form={form} fields={{ intent: 'merges.begin', account: userId ?? '' }}>
                <Submit kind="loud">{text(isAgain ? 'merges.begin.submit' : 'merges.begin.signIn')}</Submit>
              </ActionForm>
            </section>
          )}
        </>
      )}
    </div>
  );
}

function Rules() {
  const { text } = useText();
  return (
    <ul className="list-disc space-y-2 ps-6">
      <li>{text('merges.rule.once')}</li>
      <li>{text('merges.rule.records')}</li>
      <li>{text('merges.rule.ways')}</li>
      <li>{text('merges.rule.codes')}</li>
      <li>{text('merges.rule.refused')}</li>
      <li className="font-bold">{text('merges.rule.forever')}</li>
    </ul>
  );
}

function Decision({ plan, form }: { plan: MergePreview; form: PageForm }) {
  const { text } = useText();
  const fields = { intent: 'merges.merge', keep: plan.keptId };
  const refusal = form.findRefusal(fields);
  return (
    <>
      <MergePlan plan={plan} />
      <p>
        <SiteLink to={`${MERGE_PATH}?keep=${plan.goneId}`} className="text-link underline">
          {text('merges.plan.swap', { name: plan.goneName })}
        </SiteLink>
      </p>
      <Rules />
      <ActionForm form={form} fields={fields} className="space-y-5">
        <CheckboxField
          label={text('merges.plan.understood')}
          name="understood"
          error={refusal?.problem.fields?.['understood']}
        />
        <Submit kind="danger">{text('merges.plan.submit', { gone: plan.goneName, kept: plan.keptName })}</Submit>
      </ActionForm>
    </>
  );
}
