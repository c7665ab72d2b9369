import type { CSSProperties, ReactNode } from 'react';

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
    <Box className="code" style={mailStyles.codeBox}>
      <strong style={mailStyles.code}>{children}</strong>
    </Box>
  );
}

export function Button({ to, children }: MailPartProps & { readonly to: string }) {
  return (
    <Box className="button" style={mailStyles.buttonBox}>
      <a href={to} style={mailStyles.button}>
        {children}
      </a>
    </Box>
  );
}

interface BoxProps extends MailPartProps {
  readonly className: string;
  readonly style: CSSProperties;
}

/** Word, which Outlook draws with, knows edges and room of cells alone. */
function Box({ className, style, children }: BoxProps) {
  return (
    <div style={mailStyles.say}>
      <table role="presentation" style={mailStyles.boxTable}>
        <tbody>
          <tr>
            <td className={className} style={style}>
              {children}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
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
