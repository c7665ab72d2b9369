import { useState } from 'react';
import type { SubmitEvent } from 'react';

import { LOCALE_NAMES, htmlLang, useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';

import type { AnswerEnvelope } from '../thread-page.ts';
import '#app/threads/conversation.css';

const MAIL_FRAME = 'answer-mail';

interface MailPreviewProps {
  readonly subjectId: string;
  readonly envelope: AnswerEnvelope | undefined;
  readonly isShown: boolean;
}

/** Part of the form of an answer: its fields go to a frame, which shows the mail that its reader would get. */
export function MailPreview({ subjectId, envelope, isShown }: MailPreviewProps) {
  const { text } = useText();
  if (envelope === undefined) return <p className="mail-preview">{text('contact.desk.noMail')}</p>;
  const { to, locale, subject } = envelope;
  const look = (as: 'html' | 'text', label: string) => (
    <Button
      type="submit"
      name="as"
      value={as}
      formAction={`/contact/submissions/${subjectId}/mail`}
      formEncType="application/x-www-form-urlencoded"
      formTarget={MAIL_FRAME}
    >
      {label}
    </Button>
  );
  return (
    <Details summary={text('contact.desk.mail')} className="mail-preview">
      <div className="space-y-4">
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
          <dt className="font-bold">{text('contact.desk.mailTo')}</dt>
          <dd className="wrap-anywhere">{to}</dd>
          <dt className="font-bold">{text('contact.desk.mailLanguage')}</dt>
          <dd lang={htmlLang(locale)}>{LOCALE_NAMES[locale]}</dd>
          <dt className="font-bold">{text('contact.desk.mailSubject')}</dt>
          <dd lang={htmlLang(locale)} className="wrap-anywhere">
            {subject}
          </dd>
        </dl>
        <p className="flex flex-wrap gap-2">
          {look('html', text('contact.desk.mailLook'))}
          {look('text', text('contact.desk.mailText'))}
        </p>
        <iframe
          name={MAIL_FRAME}
          title={text('contact.desk.mailFrame')}
          sandbox=""
          data-shown={isShown || undefined}
          className="mail-frame block-card"
        />
      </div>
    </Details>
  );
}

/** Whether the mail was asked for since this last message. @returns look for the form, which leaves that to the browser */
export function useMailLook(seen: string) {
  const [looked, setLooked] = useState<string>();
  const look = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent;
    if (!(submitter instanceof HTMLButtonElement) || submitter.formTarget !== MAIL_FRAME) return;
    // It goes to the frame as without scripts; the router would send it from this page.
    event.stopPropagation();
    setLooked(seen);
  };
  return { isShown: looked === seen, look };
}
