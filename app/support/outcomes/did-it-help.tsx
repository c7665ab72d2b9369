import { ActionForm } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

interface DidItHelpProps {
  readonly form: PageForm;
  readonly vote: boolean | undefined;
  /** The topic of the form from which its reader came, where they were writing to the studio. */
  readonly writing: string | undefined;
}

/** One press each way; the last one counts. */
export function DidItHelp({ form, vote, writing }: DidItHelpProps) {
  const { text } = useText();
  const given = form.state?.done === true ? form.state.intent === 'support.helped' : vote;
  const choices = [
    ['support.helped', true, text(writing === undefined ? 'support.help.yes' : 'support.help.spared')],
    ['support.missed', false, text('support.help.no')],
  ] as const;
  return (
    <section aria-labelledby="did-it-help" className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <h2 id="did-it-help" className="text-xl">
          {text('support.help.ask')}
        </h2>
        {choices.map(([intent, hasHelped, words]) => (
          <ActionForm key={intent} form={form} fields={{ intent, ...(writing !== undefined && { isSpared: 'yes' }) }}>
            <button type="submit" aria-pressed={given === hasHelped} className={buttonClass('plain')}>
              {words}
            </button>
          </ActionForm>
        ))}
        {writing !== undefined && (
          <SiteLink to={`/contact/topics/${writing}`} className={buttonClass('quiet')}>
            {text('support.help.back')}
          </SiteLink>
        )}
      </div>
      <FormNotice form={form} />
    </section>
  );
}
