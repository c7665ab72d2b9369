import { htmlLang } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

/** Plain text, in paragraphs where a line is empty. */
export function MessageBody({ body, locale }: { body: string; locale: Locale }) {
  return (
    <div lang={htmlLang(locale)} className="space-y-4 text-lg">
      {body.split(/\r?\n\s*\r?\n/).map((paragraph, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two paragraphs may be the same
        <p key={at} className="wrap-anywhere whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
