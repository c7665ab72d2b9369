import { useLocation, useMatches } from 'react-router';

import { LOCALES, alternates, localePath, pathWithoutLocale, localeFromPath } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { findHead } from '#app/current/page/head.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import { policyAt } from '#app/policies/policy.ts';
import { palette } from '#content/art/palette.ts';
import { studio } from '#content/studio.ts';
import { JsonLdScript } from '#lib/json-ld/json-ld.tsx';

import { shareImage } from './share-image.ts';

interface DocumentSite {
  readonly stage: Stage;
  readonly publicUrl: string;
}

interface DocumentHeadProps {
  /** Undefined when the shell's loader has failed. */
  site: DocumentSite | undefined;
  locale: Locale;
  /** The error page has no share tags and no alternates. */
  isError: boolean;
}

export function DocumentHead({ site, locale, isError }: DocumentHeadProps) {
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="48x48" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta name="theme-color" content={palette.night} />
      <meta property="og:site_name" content={studio.name} />
      {site && !isError && <Address {...site} locale={locale} />}
    </>
  );
}

function Address({ stage, publicUrl, locale }: DocumentSite & { locale: Locale }) {
  const { pathname } = useLocation();
  const head = findHead(useMatches().at(-1)?.loaderData);
  const named = head?.locale ?? localeFromPath(pathname);
  const path = head?.path ?? pathWithoutLocale(pathname);
  const address = `${publicUrl}${named === undefined ? path : localePath(named, path)}`;
  return (
    <>
      {head?.noindex !== true && (
        <>
          {/* Only the production site has canonical addresses (specification §2). */}
          {isProduction(stage) && <link rel="canonical" href={address} />}
          {alternates(path, publicUrl).map(({ hreflang, href }) => (
            <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
          ))}
        </>
      )}
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={shareLocale(named ?? locale)} />
      {LOCALES.filter((one) => one !== (named ?? locale)).map((one) => (
        <meta key={one} property="og:locale:alternate" content={shareLocale(one)} />
      ))}
      <ShareImage {...shareImage(head && { ...head, image: head.image ?? policyCard(pathname, locale) }, publicUrl)} />
      {head?.jsonLd && <JsonLdScript things={head.jsonLd} />}
    </>
  );
}

/** The policies may not import the media folder, which has the cards. */
function policyCard(pathname: string, locale: Locale): string | undefined {
  const policy = policyAt(pathWithoutLocale(pathname));
  return policy && shareCardUrl('policy', policy, locale);
}

function ShareImage({ url, width, height, alt }: ReturnType<typeof shareImage>) {
  return (
    <>
      <meta property="og:image" content={url} />
      {width && <meta property="og:image:width" content={String(width)} />}
      {height && <meta property="og:image:height" content={String(height)} />}
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:image" content={url} />
      <meta name="twitter:image:alt" content={alt} />
    </>
  );
}

/** The locale in the format of Open Graph, with its own code for Latin America. */
function shareLocale(locale: Locale): string {
  return locale === 'es-XL' ? 'es_LA' : locale.replace('-', '_');
}
