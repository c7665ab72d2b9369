import { redirect } from 'react-router';

import { findBanNotice } from '#app/accounts/ban-page.server.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import picture from '#content/art/login-unlicensed.svg';
import { studio } from '#content/studio.ts';
import { Button, buttonClass } from '#lib/ui/button.tsx';

import { LoginPage } from '../login-page.tsx';
import type { Route } from './+types/banned';

/** Every way in leads here while the account is banned; once it is not, on to the sign-in. */
export const loader = withCurrent(async (current, { request }: Route.LoaderArgs) => {
  const ban = await findBanNotice(current, new URL(request.url).searchParams.get('of') ?? '');
  if (ban === undefined) throw redirect('/login');
  const text = await getText(current.locale);
  const title = text('login.banned.title');
  const hadSessionHere = current.actor.bannedId === ban.userId;
  return {
    ban,
    hadSessionHere,
    head: { title: title, description: title, noindex: true },
  };
});

export default function Banned({ loaderData: { ban, hadSessionHere } }: Route.ComponentProps) {
  const { text, richText, formatDate } = useText();
  const { userId, reason, until } = ban;
  const subject = encodeURIComponent(`@${userId}`);
  return (
    <LoginPage picture={picture} title={text('login.banned.title')}>
      <p className="text-lg">
        {until === null
          ? text('login.banned.forever')
          : richText('login.banned.until', {
              date: (
                <time key="end" dateTime={until} className="font-bold">
                  {`${formatDate(until, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`}
                </time>
              ),
            })}
      </p>
      {reason !== null && (
        <div className="space-y-1">
          <p>{text('login.banned.reason')}</p>
          <blockquote dir="auto" className="border-s-4 border-hairline ps-4 font-bold wrap-anywhere">
            {reason}
          </blockquote>
        </div>
      )}
      <p>
        {richText('login.banned.appeal', {
          code: <strong key="code">{`@${userId}`}</strong>,
          email: (
            <a key="email" href={`mailto:${studio.email}?subject=${subject}`} className="text-link underline">
              {studio.email}
            </a>
          ),
        })}
      </p>
      <div className="flex flex-wrap gap-3">
        <SiteLink to="/" className={buttonClass('plain')}>
          {text('login.success.home')}
        </SiteLink>
        {hadSessionHere && (
          // Others may use this browser too.
          <form action="/api/auth/logout">
            <Button type="submit" kind="quiet">
              {text('login.session.end')}
            </Button>
          </form>
        )}
      </div>
    </LoginPage>
  );
}
