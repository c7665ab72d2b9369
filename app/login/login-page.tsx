import type { ReactNode } from 'react';

interface LoginPageProps {
  /** Address of the drawing. */
  picture: string;
  title: string;
  children: ReactNode;
}

/** A landing of the way into an account: a drawing, what has happened, and what to do next. */
export function LoginPage({ picture, title, children }: LoginPageProps) {
  return (
    <section className="block-card mx-auto grid max-w-4xl items-center gap-6 p-6 sm:gap-10 sm:p-10 md:grid-cols-[20rem_minmax(0,1fr)]">
      <img
        src={picture}
        alt=""
        width="480"
        height="360"
        className="mx-auto w-64 rounded-2xl border-3 border-line md:w-full"
      />
      <div className="space-y-5">
        <h1 className="squiggle text-3xl sm:text-4xl">{title}</h1>
        {children}
      </div>
    </section>
  );
}
