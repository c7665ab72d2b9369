import { useLocation } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import shrug from '#content/art/shrug.svg';
import { studio } from '#content/studio.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { findErrorMessage } from './error-message.ts';

const MESSAGES: Record<number, TextKey> = {
  302: 'error.302',
  400: 'error.400',
  401: 'error.401',
  403: 'error.403',
  404: 'error.404',
  429: 'error.429',
  500: 'error.500',
};

interface ErrorPageProps {
  status: number;
  requestId?: string | undefined;
  reason?: string | undefined;
  /** Undefined when the shell's loader has failed. */
  publicUrl?: string | undefined;
}

/** The error page of specification §2: never indexed, with its status for prerender services. */
export function ErrorPage({ status, requestId, reason, publicUrl = studio.origin }: ErrorPageProps) {
  const { text } = useText();
  const message = findErrorMessage(useLocation().search, publicUrl);
  const own = text(MESSAGES[status] ?? 'error.other');
  return (
    <section className="mx-auto grid max-w-4xl items-center gap-x-12 gap-y-6 py-4 text-center md:grid-cols-[20rem_1fr] md:py-12 md:text-start">
      <title>{text('shell.page.title', { title: text('error.page.title', { status }), studio: studio.name })}</title>
      <meta name="description" content={own} />
      <meta name="robots" content="noindex" />
      <meta name="prerender-status-code" content={String(status)} />
      <img
        src={shrug}
        alt={text('error.page.picture')}
        width="360"
        height="338"
        className="mx-auto w-full max-w-64 md:max-w-none"
      />
      <div className="space-y-6">
        <p className="sticker text-7xl font-black sm:text-8xl">{status}</p>
        {message === undefined ? <h1 className="text-3xl">{own}</h1> : <ErrorMessage message={message} />}
        {/* The sentences for these do not say what is wrong. */}
        {(status === 400 || status === 410) && reason && <p lang="en">{reason}</p>}
        {requestId && <p className="text-sm text-muted">{text('error.page.request', { requestId })}</p>}
        <ErrorPageLinks />
      </div>
    </section>
  );
}

function ErrorMessage({ message }: { message: string }) {
  const { text } = useText();
  return (
    <div className="space-y-3">
      <h1 dir="auto" className="text-2xl wrap-anywhere">
        {message}
      </h1>
      <p className="text-sm text-muted">{text('error.message.fromLink')}</p>
    </div>
  );
}

function ErrorPageLinks() {
  const { text } = useText();
  return (
    <div className="space-y-6">
      <p>
        <SiteLink to="/" className={buttonClass('loud')}>
          {text('error.page.home')}
        </SiteLink>
      </p>
      <nav aria-label={text('error.suggestions.label')}>
        <ul className="flex flex-wrap justify-center gap-x-6 gap-y-2 md:justify-start">
          {SUGGESTIONS.map(({ path, name }) => (
            <li key={path}>
              <SiteLink to={path} className="inline-block py-1 font-bold underline">
                {text(name)}
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

const SUGGESTIONS: { path: string; name: TextKey }[] = [
  { path: '/games', name: 'error.suggestions.games' },
  { path: '/about', name: 'error.suggestions.about' },
  { path: '/changelog', name: 'error.suggestions.changelog' },
  { path: '/contact', name: 'contact.page.title' },
];
