import type { ReactNode } from 'react';

import { mailStyles } from './styles.ts';

interface MailPartProps {
  readonly children: ReactNode;
}

/** What the mail is about, in a few words. */
export function Title({ children }: MailPartProps) {
  return (
    <h1 className="text" style={mailStyles.title}>
      {children}
    </h1>
  );
}

export function Paragraph({ children }: MailPartProps) {
  return (
    <p className="text" style={mailStyles.say}>
      {children}
    </p>
  );
}

/** What matters less. */
export function SmallPrintText({ children }: MailPartProps) {
  return (
    <p className="muted" style={mailStyles.small}>
      {children}
    </p>
  );
}

/** A code to be typed: one piece for whoever copies it. */
export function Code({ children }: { readonly children: string }) {
  return (
    <p style={mailStyles.say}>
      <strong className="code" style={mailStyles.code}>
        {children}
      </strong>
    </p>
  );
}

/** Leads to a page of ours; the address also stands in the text, for those who do not trust buttons. */
export function Button({ to, children }: MailPartProps & { readonly to: string }) {
  return (
    <p style={mailStyles.say}>
      <a className="button" href={to} style={mailStyles.button}>
        {children}
      </a>
    </p>
  );
}

export function Link({ to, children }: MailPartProps & { readonly to: string }) {
  return (
    <a className="link" href={to} style={mailStyles.link}>
      {children}
    </a>
  );
}

export function Rule() {
  return <hr className="rule" style={mailStyles.rule} />;
}
