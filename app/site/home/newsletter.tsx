import { useLocation, useNavigate } from 'react-router';

import { hasScreen } from '#app/current/screens.ts';
import { localeFromPath, localePath, useText } from '#app/current/locale.ts';
import { NewsletterForm } from '#app/telegrams/newsletter-form.tsx';
import { DEFAULT_SUBSCRIPTION, signUpPath } from '#app/telegrams/newsletter.ts';

interface Shown {
  isSignedIn: boolean;
  /** What the server refused as an address. */
  refused: string | undefined;
}

/** The callout of the newsletter: it asks for an address and goes on to the sign-up. */
export function HomeNewsletter({ isSignedIn, refused }: Shown) {
  const { text } = useText();
  const navigate = useNavigate();
  const locale = localeFromPath(useLocation().pathname);
  const proceed = (email?: string) => {
    const path = signUpPath(DEFAULT_SUBSCRIPTION, email);
    void navigate(locale === undefined ? path : localePath(locale, path));
  };
  if (!hasScreen('/telegrams')) return null;
  return (
    <section
      aria-labelledby="newsletter"
      className="block-card on-accent space-y-5 bg-accent p-6 text-on-accent sm:p-10"
    >
      <h2 id="newsletter" className="text-3xl sm:text-4xl">
        {text('home.newsletter.heading')}
      </h2>
      <p className="text-lg">{text('home.newsletter.text')}</p>
      <NewsletterForm
        isSignedIn={isSignedIn}
        email={refused ?? ''}
        isRefused={refused !== undefined}
        submit={text('home.newsletter.submit')}
        onProceed={proceed}
      />
    </section>
  );
}
