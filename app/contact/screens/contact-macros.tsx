import { LOCALES, LOCALE_NAMES, getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { macroText } from '../macros/macro.ts';
import { findMacros } from '../macros/macros.server.ts';
import { STATE_NAMES } from '../submission.ts';
import type { Route } from './+types/contact-macros';

export const loader = withCurrent(async (current) => {
  const macros = await findMacros(current);
  const text = await getText(current.locale);
  return {
    macros: macros.map((macro) => ({
      macroId: macro.macroId,
      name: macro.name,
      state: macro.state,
      tag: macro.tag,
      start: macroText(macro, current.locale).text.slice(0, 160),
      languages: LOCALES.filter((locale) => macro.texts[locale] !== undefined).map((locale) => LOCALE_NAMES[locale]),
    })),
    head: {
      title: text('contact.macros.title'),
      description: text('contact.macros.lead'),
      noindex: true,
    },
  };
});

export default function ContactMacros({ loaderData: { macros } }: Route.ComponentProps) {
  const { text, formatList } = useText();
  return (
    <div className="mx-auto max-w-4xl space-y-6">
      <header className="space-y-4">
        <SiteLink to="/contact/submissions" className="inline-block py-1 font-bold underline">
          {text('contact.desk.back')}
        </SiteLink>
        <h1 className="squiggle text-3xl sm:text-4xl">{text('contact.macros.title')}</h1>
        <p className="text-lg">{text('contact.macros.lead')}</p>
        <SiteLink to="/contact/macros/new" className={buttonClass('loud')}>
          {text('contact.macros.new')}
        </SiteLink>
      </header>
      {macros.length === 0 && <p>{text('contact.macros.none')}</p>}
      <ul className="space-y-3">
        {macros.map(({ macroId, name, state, tag, start, languages }) => (
          <li key={macroId} className="block-card space-y-2 p-5">
            <SiteLink to={`/contact/macros/${macroId}`} className="inline-block py-1 font-bold wrap-anywhere underline">
              {name}
            </SiteLink>
            <p className="line-clamp-2 wrap-anywhere">{start}</p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              {state !== undefined && <Badge>{text(STATE_NAMES[state])}</Badge>}
              {tag !== undefined && <span>{`#${tag}`}</span>}
              <span className="text-muted">{formatList(languages)}</span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
