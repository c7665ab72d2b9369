import type { SentAnnouncement } from '#app/announcements/game-client.ts';
import { LOCALE_NAMES, htmlLang } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

type ShownText = Pick<SentAnnouncement, 'title' | 'body' | 'link'> & { readonly locale: Locale };

/** As a game shows it: its title, its text line by line, and where it leads. */
export function AnnouncementCard({ shown: { title, body, link, locale } }: { readonly shown: ShownText }) {
  return (
    <article lang={htmlLang(locale)} className="max-w-prose space-y-2 rounded-card border-3 border-edge bg-page p-4">
      <h3 className="text-lg wrap-anywhere">{title}</h3>
      <p className="wrap-anywhere whitespace-pre-line">{body}</p>
      {link !== null && (
        <p className="text-sm wrap-anywhere">
          <span lang="zxx" className="font-bold underline">
            {link}
          </span>
        </p>
      )}
      <p className="text-sm text-muted">{LOCALE_NAMES[locale]}</p>
    </article>
  );
}
