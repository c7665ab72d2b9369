import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

import { MailFrame } from './frame.tsx';
import type { AnyMail } from './mail-kind.server.ts';
import { WORD_STYLE } from './styles.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export async function renderMail(
  { config }: Pick<Current, 'config'>,
  mail: AnyMail,
  props: unknown,
  locale: Locale,
): Promise<RenderedMail> {
  const text = await getText(locale);
  const subject = mail.subject(text, props);
  const site = config.mainUrl;
  const body = mail.Body({ ...(props as object), text, locale, site });
  const why = mail.why?.(text, { ...(props as object), site });
  // Loaded at first use: a process that sends no mail saves the memory.
  const { render, toPlainText } = await import('@react-email/render');
  const html = await render(
    <MailFrame text={text} locale={locale} site={site} subject={subject} why={why}>
      {body}
    </MailFrame>,
  );
  const forWord = html.replace('</head>', `${WORD_STYLE}</head>`);
  return { subject, html: forWord, text: toPlainText(html, PLAIN) };
}

/** No upper case, which changes meaning in some alphabets; lines stay as they were written, for the HTML has none. */
const PLAIN = {
  preserveNewlines: true,
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table.data', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    { selector: 'table.quote-box', format: 'blockquote' },
  ],
};
