import { redirect } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, atField, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor, focusTarget } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import party from '#content/art/redeem-done.svg';
import drawing from '#content/art/redeem.svg';
import { MAX_TYPED } from '#lib/token/readable-code.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { redeemCode } from '../codes/redeem.server.ts';
import { PerkCard } from '../own/perk-card.tsx';
import type { OwnPerk } from '../perk.ts';
import type { Route } from './+types/redeem';

/** Only fills in the form: whoever follows a link has redeemed nothing. */
export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  return {
    code: params.code !== undefined && params.code.length <= MAX_TYPED ? params.code : '',
    isSignedIn: current.actor.userId !== undefined,
    head: { title: text('perks.redeem.title'), description: text('perks.redeem.about'), noindex: true },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), {
    'perks.redeem': {
      least: 'public',
      run: async (current, fields) => {
        const typed = fields.text('perkCode');
        if (current.actor.userId === undefined) {
          const back = `/redeem/${encodeURIComponent(typed.slice(0, MAX_TYPED))}`;
          return redirect(`${inLocale(params, '/login')}?returnTo=${encodeURIComponent(inLocale(params, back))}`, 303);
        }
        return { result: await atField('perkCode', redeemCode(current, typed)), next: DONE };
      },
    },
  }),
);

export const headers = formHeaders;

const REDEEM = { intent: 'perks.redeem' };
const DONE = 'redeemed';

export default function Redeem({ loaderData: { code, isSignedIn }, actionData }: Route.ComponentProps) {
  const form = useForm(actionData, { of: 'perks.' });
  const redeemed = form.state?.done ? (form.state.result as OwnPerk | undefined) : undefined;
  return (
    <div className="mx-auto max-w-2xl space-y-6">
      <img
        src={redeemed === undefined ? drawing : party}
        alt=""
        width="480"
        height="320"
        className="mx-auto h-auto w-full max-w-md"
      />
      {redeemed === undefined ? (
        <RedeemForm form={form} code={code} isSignedIn={isSignedIn} />
      ) : (
        <Redeemed form={form} perk={redeemed} />
      )}
    </div>
  );
}

interface RedeemFormProps {
  readonly form: PageForm;
  /** Of the address. */
  readonly code: string;
  readonly isSignedIn: boolean;
}

function RedeemForm({ form, code, isSignedIn }: RedeemFormProps) {
  const { text } = useText();
  return (
    <>
      <h1 className="text-center text-4xl">{text('perks.redeem.title')}</h1>
      <FormNotice form={form} />
      <ActionForm form={form} fields={REDEEM} className="block-card space-y-5 p-5 sm:p-7">
        <Field
          key={code}
          label={text('perks.redeem.code')}
          hint={text('perks.redeem.hint')}
          {...fieldFor(form.findRefusal(REDEEM), 'perkCode', code)}
          required
          maxLength={MAX_TYPED}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="[&_input]:font-mono [&_input]:text-xl [&_input]:uppercase"
        />
        {!isSignedIn && <p>{text('perks.redeem.signInFirst')}</p>}
        <Submit kind="loud">{text(isSignedIn ? 'perks.redeem.submit' : 'perks.redeem.signIn')}</Submit>
      </ActionForm>
    </>
  );
}

function Redeemed({ form, perk }: { readonly form: PageForm; readonly perk: OwnPerk }) {
  const { text } = useText();
  return (
    <>
      <h1 className="text-center text-4xl" {...focusTarget(form.state, DONE)} tabIndex={-1}>
        {text('perks.redeem.done')}
      </h1>
      <div className="block-card p-5 sm:p-7">
        <PerkCard perk={perk} />
      </div>
      <p className="flex flex-wrap justify-center gap-3">
        <SiteLink to="/account/perks" className={buttonClass('loud')}>
          {text('perks.redeem.toAccount')}
        </SiteLink>
        <SiteLink to="/redeem" reloadDocument className={buttonClass('plain')}>
          {text('perks.redeem.another')}
        </SiteLink>
      </p>
    </>
  );
}
