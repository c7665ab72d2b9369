import { useNavigate } from 'react-router';

import { useAddressLocale } from '#app/current/address-locale.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { localePath, useText } from '#app/current/locale.ts';
import { NewsletterForm } from '#app/telegrams/newsletter-form.tsx';
import { DEFAULT_SUBSCRIPTION, signUpPath } from '#app/telegrams/newsletter.ts';
import letter from '#content/art/newsletter.svg';

interface HomeNewsletterProps {
  isSignedIn: boolean;
  answered: FormState | undefined;
}

export function HomeNewsletter({ isSignedIn, answered }: HomeNewsletterProps) {
  const { text } = useText();
  const form = useForm(answered);
  const navigate = useNavigate();
  const locale = useAddressLocale();
  const proceed = (email?: string) => {
    const path = signUpPath(DEFAULT_SUBSCRIPTION, email);
    void navigate(locale === undefined ? path : localePath(locale, path));
  };
  return (
    <section
      aria-labelledby="newsletter"
      className="burst block-card on-accent [--from:82%_50%] grid items-center gap-8 bg-accent p-6 text-on-accent sm:p-10 md:grid-cols-[minmax(0,1fr)_14rem] lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="@container space-y-5">
        <h2 id="newsletter" className="text-2xl sm:text-4xl">
          {text('home.newsletter.heading')}
        </h2>
        <p className="text-lg">{text('home.newsletter.text')}</p>
        <NewsletterForm
          form={form}
          isSignedIn={isSignedIn}
          email=""
          submit={text('home.newsletter.submit')}
          onProceed={proceed}
        />
      </div>
      <img
        src={letter}
        alt=""
        width="480"
        height="360"
        loading="lazy"
        className="block-card order-first mx-auto w-full max-w-60 rotate-2 md:order-last md:-my-4 md:max-w-none"
      />
    </section>
  );
}
