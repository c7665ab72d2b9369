import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/site-link.tsx';

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
  /** What was wrong with a request, in English. */
  reason?: string | undefined;
}

/** The error page of specification §2; it is never indexed, and tells prerender services its status. */
export function ErrorPage({ status, requestId, reason }: ErrorPageProps) {
  const { text } = useText();
  return (
    <section className="mx-auto max-w-xl space-y-6 py-4 text-center">
      <title>{text('error.page.title', { status })}</title>
      <meta name="robots" content="noindex" />
      <meta name="prerender-status-code" content={String(status)} />
      <p className="sticker text-7xl font-black sm:text-8xl">{status}</p>
      <img
        src="/media/snippets/shrug.svg"
        alt={text('error.page.picture')}
        width="360"
        height="338"
        className="mx-auto w-full max-w-sm"
      />
      <h1 className="text-3xl">{text(MESSAGES[status] ?? 'error.other')}</h1>
      {/* The sentence for 400 leaves open who did what. */}
      {status === 400 && reason && <p lang="en">{reason}</p>}
      {requestId && <p className="text-muted text-sm">{text('error.page.request', { requestId })}</p>}
      <p>
        <SiteLink
          to="/"
          className="block-card lift inline-block bg-accent px-6 py-3 font-display font-black text-on-accent"
        >
          {text('error.page.home')}
        </SiteLink>
      </p>
    </section>
  );
}
