import type { ReactNode } from 'react';

import { mailStyles } from './styles.ts';

interface MailPartProps {
  readonly children: ReactNode;
}

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

export function SmallPrintText({ children }: MailPartProps) {
  return (
    <p className="muted" style={mailStyles.small}>
      {children}
    </p>
  );
}

/** In one piece, so that it can be copied. */
export function Code({ children }: { readonly children: string }) {
  return (
    <p style={mailStyles.say}>
      <strong className="code" style={mailStyles.code}>
        {children}
      </strong>
    </p>
  );
}

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
