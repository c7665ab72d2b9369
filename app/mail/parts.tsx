import type { ReactNode } from 'react';

import { look } from './look.ts';

interface Around {
  readonly children: ReactNode;
}

/** What the mail is about, in a few words. */
export function Title({ children }: Around) {
  return (
    <h1 className="text" style={look.title}>
      {children}
    </h1>
  );
}

export function Say({ children }: Around) {
  return (
    <p className="text" style={look.say}>
      {children}
    </p>
  );
}

/** What matters less. */
export function Small({ children }: Around) {
  return (
    <p className="muted" style={look.small}>
      {children}
    </p>
  );
}

/** A code to be typed: one piece for whoever copies it. */
export function Code({ children }: { readonly children: string }) {
  return (
    <p style={look.say}>
      <strong className="code" style={look.code}>
        {children}
      </strong>
    </p>
  );
}

/** Leads to a page of ours; the address also stands in the text, for those who do not trust buttons. */
export function Button({ to, children }: Around & { readonly to: string }) {
  return (
    <p style={look.say}>
      <a className="button" href={to} style={look.button}>
        {children}
      </a>
    </p>
  );
}

export function Link({ to, children }: Around & { readonly to: string }) {
  return (
    <a className="link" href={to} style={look.link}>
      {children}
    </a>
  );
}

export function Rule() {
  return <hr className="rule" style={look.rule} />;
}
