import type { ReactNode } from 'react';

interface LoginPageProps {
  picture: string;
  title: string;
  /** Gets the focus when the page replaces the focused element. */
  headingId?: string | undefined;
  children: ReactNode;
}

export function LoginPage({ picture, title, headingId, children }: LoginPageProps) {
  return (
    <section className="block-card mx-auto grid max-w-5xl items-center gap-6 p-6 sm:gap-10 sm:p-10 md:my-8 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-cols-2">
      <img
        src={picture}
        alt=""
        width="480"
        height="360"
        className="block-card mx-auto w-full max-w-80 -rotate-2 md:-ms-16 md:w-[calc(100%+4rem)] md:max-w-none"
      />
      <div className="space-y-5">
        <h1
          id={headingId}
          tabIndex={headingId === undefined ? undefined : -1}
          className="squiggle text-3xl lg:text-4xl"
        >
          {title}
        </h1>
        {children}
      </div>
    </section>
  );
}
