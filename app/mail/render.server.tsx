import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

import { MailFrame } from './frame.tsx';
import type { AnyMail } from './mail-kind.server.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  /** The same content for those who read without a layout. */
  readonly text: string;
}

/** Writes a mail in a locale. @param props of this kind of mail */
export async function renderMail(
  { config }: Pick<Current, 'config'>,
  mail: AnyMail,
  props: unknown,
  locale: Locale,
): Promise<RenderedMail> {
  const text = await getText(locale);
  const subject = mail.subject(text, props);
  const site = config.publicUrl;
  const body = mail.Body({ ...(props as object), text, locale, site });
  // Loaded at first use: a process that sends no mail does without its memory.
  const { render, toPlainText } = await import('@react-email/render');
  const html = await render(
    <MailFrame text={text} locale={locale} site={site} subject={subject}>
      {body}
    </MailFrame>,
  );
  return { subject, html, text: toPlainText(html, { selectors: PLAIN }) };
}

/** Headings keep their letters: capitals of other alphabets say something else, or nothing. */
const PLAIN = [{ selector: 'h1', options: { uppercase: false } }];
