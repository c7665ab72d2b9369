import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SignInLink } from '#app/current/page/sign-in-link.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { makeChallenge } from '#app/feedbag/proofs.server.ts';
import { MAX_MESSAGE_FORM_BYTES } from '#app/threads/thread.ts';
import { show } from '#content/podcast.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { AskForm } from '../questions/page/ask-form.tsx';
import { askIntents } from '../questions/question-forms.server.ts';
import { QUESTIONS_PATH } from '../questions/question.ts';
import type { Route } from './+types/podcast-ask';

export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  const isSignedIn = current.actor.userId !== undefined;
  return {
    isSignedIn,
    challenge: isSignedIn ? undefined : makeChallenge(current),
    head: {
      title: text('podcast.ask.heading'),
      description: text('podcast.questions.lead'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request, params: { locale } }: Route.ActionArgs) => {
  const localizePath = (path: string) => inLocale({ locale }, path);
  return answerForm(current, await request.formData(), askIntents(localizePath));
});

export const headers = formHeaders;

export const handle: FormHandle = { maxFileFormBytes: MAX_MESSAGE_FORM_BYTES };

export default function PodcastAsk({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { isSignedIn, challenge } = loaderData;
  const form = useForm(actionData, { of: 'podcast.' });
  return (
    <section className="block-card mx-auto max-w-3xl space-y-6 p-6 sm:p-10 md:my-6">
      <header className="space-y-4">
        <SiteLink to={QUESTIONS_PATH} className="inline-block py-1 font-bold underline">
          {text('podcast.questions.title', { show: show.title })}
        </SiteLink>
        <h1 className="squiggle text-3xl sm:text-4xl">{text('podcast.ask.heading')}</h1>
        <p className="text-lg">{text('podcast.ask.lead')}</p>
      </header>
      <FormNotice form={form} />
      {!isSignedIn && (
        <p>
          <SignInLink className={buttonClass('plain')}>{text('podcast.ask.signIn')}</SignInLink>
        </p>
      )}
      <AskForm form={form} challenge={challenge} />
    </section>
  );
}
