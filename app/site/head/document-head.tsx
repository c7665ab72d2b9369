import { useLocation, useMatches } from 'react-router';

import {
  LOCALES,
  alternates,
  isComplete,
  localePath,
  pathWithoutLocale,
  localeFromPath,
  useText,
} from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { findHead, fullTitle } from '#app/current/page/head.ts';
import type { Head } from '#app/current/page/head.ts';
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

/** What every page says, and what the screen of this one has as `head` in its data. */
export function DocumentHead({ site, locale, isError }: DocumentHeadProps) {
  const { text } = useText();
  const found = findHead(useMatches().at(-1)?.loaderData);
  const head = found && { ...found, title: fullTitle(text, found.title) };
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="48x48" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta name="theme-color" content={palette.night} />
      <meta property="og:site_name" content={studio.name} />
      {head && !isError && <PageHead head={head} />}
      {site && !isError && <Address {...site} locale={locale} head={head} />}
    </>
  );
}

function PageHead({ head }: { head: Head }) {
  const { title, description, type = 'website', author, publishedTime, modifiedTime, noindex, links = [] } = head;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {noindex && <meta name="robots" content="noindex" />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="author" content={author ?? studio.name} />
      {type === 'article' && author !== undefined && <meta property="article:author" content={author} />}
      {publishedTime !== undefined && <meta property="article:published_time" content={publishedTime} />}
      {modifiedTime !== undefined && <meta property="article:modified_time" content={modifiedTime} />}
      {links.map(({ rel, href, type, title }) => (
        <link key={`${rel} ${href}`} rel={rel} href={href} type={type} title={title} />
      ))}
    </>
  );
}

interface AddressProps extends DocumentSite {
  readonly locale: Locale;
  readonly head: Head | undefined;
}

function Address({ stage, publicUrl, locale, head }: AddressProps) {
  const { pathname } = useLocation();
  const named = head?.locale ?? localeFromPath(pathname);
  const path = head?.path ?? pathWithoutLocale(pathname);
  const address = `${publicUrl}${named === undefined ? path : localePath(named, path)}`;
  const canonical = named === undefined || isComplete(named) ? address : `${publicUrl}${path}`;
  return (
    <>
      {head?.noindex !== true && (
        <>
          {/* Only the production site has canonical addresses (specification §2). */}
          {isProduction(stage) && <link rel="canonical" href={canonical} />}
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
