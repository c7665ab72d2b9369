import type { ReactNode } from 'react';

import { htmlLang } from '#app/current/locale.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';
import { studio } from '#content/studio.ts';
import type { Text } from '#lib/locale/messages.ts';

import { DARK_STYLE, WIDTH, mailStyles } from './styles.ts';

interface FrameProps {
  readonly text: Text<TextKey>;
  readonly locale: Locale;
  readonly site: string;
  readonly subject: string;
  readonly why: ReactNode | undefined;
  readonly children: ReactNode;
}

/** Loads nothing, so that nobody can tell when it is read. */
export function MailFrame(props: FrameProps) {
  return (
    <html lang={htmlLang(props.locale)} dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{props.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK_STYLE }} />
      </head>
      <body className="page" style={mailStyles.page}>
        <table
          role="presentation"
          className="page"
          style={{ ...mailStyles.table, backgroundColor: mailStyles.page.backgroundColor }}
        >
          <tbody>
            <tr>
              <td style={mailStyles.around}>
                <Sheet {...props} />
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

function Sheet({ text, site, why, children }: FrameProps) {
  return (
    <table role="presentation" align="center" width={WIDTH} className="sheet" style={mailStyles.sheet}>
      <tbody>
        <tr>
          <td className="head" style={mailStyles.head} data-skip-in-text="true">
            <Head site={site} />
          </td>
        </tr>
        <tr>
          <td className="card" style={mailStyles.card}>
            {children}
          </td>
        </tr>
        <tr>
          <td className="muted" style={mailStyles.foot}>
            {why ?? text('mail.frame.why', { studio: studio.name })} {text('mail.frame.help', { email: studio.email })}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Head({ site }: { readonly site: string }) {
  return (
    <table role="presentation" style={mailStyles.table}>
      <tbody>
        <tr>
          <td>
            <a href={site} style={{ ...mailStyles.logo, textDecoration: 'none' }}>
              {studio.name}
            </a>
          </td>
          <td style={mailStyles.eyes} aria-hidden="true">
            <Eye />
            <Eye />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Eye() {
  return (
    <span style={mailStyles.eye}>
      <span style={mailStyles.pupil} />
    </span>
  );
}
