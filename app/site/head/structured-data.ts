import { getText, htmlLang } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { studio } from '#content/studio.ts';
import type { JsonLd } from '#lib/json-ld/json-ld.tsx';

export async function studioData(origin: string, locale: Locale): Promise<JsonLd[]> {
  const { name, email, links } = studio;
  const text = await getText(locale);
  const description = text('home.page.description');
  const organization = { '@id': `${origin}/#organization` };
  return [
    {
      '@type': 'Organization',
      ...organization,
      name,
      description,
      email,
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
      sameAs: Object.values(links),
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      name,
      description,
      url: `${origin}/`,
      inLanguage: htmlLang(locale),
      publisher: { '@type': 'Organization', ...organization },
    },
  ];
}
