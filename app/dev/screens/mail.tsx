import { createElement } from 'react';

import { useText } from '#app/current/locale.ts';
import { getText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { requireLocalhost } from '../sign-in.server.ts';
import type { Route } from './+types/mail';

export const loader = withCurrent(async (current) => {
  requireLocalhost(current);
  const text = await getText(current.locale);
  const title = text('dev.mail.title');
  const mails = current.mailer.keptMails().map(({ messageId, html, to, subject, text, at }) => {
    const [id = ''] = messageId.slice(1).split('@');
    const look = html === undefined ? undefined : `/dev/mail/${id}.html`;
    return { key: `${id} ${at.getTime()}`, to, subject, text, at: at.getTime(), look };
  });
  return { mails, head: { title, description: title, noindex: true } };
});

export default function Mail({ loaderData: { mails } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <section className="block-card mx-auto max-w-3xl space-y-6 p-6 sm:p-10">
      <h1 className="squiggle text-4xl">{text('dev.mail.title')}</h1>
      <p>{text('dev.mail.note')}</p>
      <p>{text('dev.mail.count', { count: mails.length })}</p>
      {mails.map((mail, at) => (
        <details key={mail.key} open={at === 0} className="rounded-xl border-2 border-hairline p-5">
          <summary className="cursor-pointer font-bold">{text('dev.mail.open', { subject: mail.subject })}</summary>
          <p className="text-sm text-muted">
            {`${text('dev.mail.to', { to: mail.to })} · ${text('dev.mail.sent', { at: new Date(mail.at) })}`}
          </p>
          {mail.look !== undefined && (
            <p className="mt-2">
              <a href={mail.look} className="text-link underline">
                {text('dev.mail.look')}
              </a>
            </p>
          )}
          <MailText>{mail.text}</MailText>
        </details>
      ))}
    </section>
  );
}

function MailText({ children }: { readonly children: string }) {
  const pieces = children.split(PIECES).map((piece, at) => (at % 2 === 0 ? piece : Piece({ piece })));
  return createElement('pre', { className: 'mt-4 font-sans whitespace-pre-wrap' }, ...pieces);
}

const PIECES = /(https?:\/\/[^\s<>"]+|^\d{6}$)/m;

function Piece({ piece }: { readonly piece: string }) {
  if (/^\d/.test(piece)) return <strong className="text-2xl tracking-widest select-all">{piece}</strong>;
  return (
    <a href={piece} className="break-all text-link underline">
      {piece}
    </a>
  );
}
