import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { htmlLang } from '#app/current/locale.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';
import type { Person } from '#app/current/personal-data.server.ts';
import { studio } from '#content/studio.ts';
import { formatDate, formatNumber } from '#lib/locale/intl.ts';
import type { Text } from '#lib/locale/messages.ts';

import { fieldName } from '../field-names.ts';
import { SECTIONS } from '../sections.ts';
import type { WrittenPart } from './packing.server.ts';

/** Of a text, what a page shows; JSON has all of it. */
const MAX_SHOWN = 2000;
const TIME = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const;

interface IndexProps {
  readonly madeAt: Date;
  readonly person: Person;
  readonly parts: readonly WrittenPart[];
}

/** The first page, which opens from a disk: it asks for nothing elsewhere, and nothing runs in it. */
export function indexPage(text: Text<TextKey>, locale: Locale, { madeAt, person, parts }: IndexProps): string {
  const title = text('exports.page.title', { studio: studio.name });
  const shown = parts.filter(({ rows }) => rows > 0);
  return toDocument(
    locale,
    title,
    <main>
      <h1>{title}</h1>
      <p>{text('exports.page.made', { date: formatDate(locale, madeAt, TIME) })}</p>
      <p>
        {[...(person.userId === null ? [] : [`@${person.userId}`]), ...person.emails].map((one) => (
          <span key={one}>
            <code>{one}</code>{' '}
          </span>
        ))}
      </p>
      <p>{text('exports.page.about')}</p>
      {SECTIONS.map((section) => {
        const own = shown.filter(({ noun }) => section.nouns.includes(noun));
        return (
          own.length > 0 && (
            <section key={section.title}>
              <h2>
                <img src={`pictures/${section.picture}.svg`} alt="" width="90" height="72" />
                {text(section.title)}
              </h2>
              <ul>
                {own.map(({ name, title: partTitle, rows }) => (
                  <li key={name}>
                    <a href={`pages/${name}-1.html`}>{text(partTitle)}</a> {formatNumber(locale, rows)}
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      <h2>{text('exports.page.leftOut')}</h2>
      <ul>
        {LEFT_OUT.map((key) => (
          <li key={key}>{text(key)}</li>
        ))}
      </ul>
    </main>,
  );
}

const LEFT_OUT: readonly TextKey[] = [
  'exports.leftOut.secret',
  'exports.leftOut.others',
  'exports.leftOut.staff',
  'exports.leftOut.derived',
  'exports.leftOut.passing',
];

interface RowsProps {
  readonly name: string;
  readonly title: TextKey;
  readonly rows: readonly object[];
  readonly piece: number;
  readonly hasNext: boolean;
}

export function rowsPage(
  text: Text<TextKey>,
  locale: Locale,
  { name, title, rows, piece, hasNext }: RowsProps,
): string {
  const heading = text(title);
  const names = new Map<string, string>();
  const nameOf = (field: string) => {
    const known = names.get(field) ?? text(fieldName(field));
    names.set(field, known);
    return known;
  };
  const links = (
    <nav>
      <a href="../index.html">{text('exports.page.back')}</a>
      {piece > 1 && <a href={`${name}-${piece - 1}.html`}>{text('exports.page.previous')}</a>}
      {hasNext && <a href={`${name}-${piece + 1}.html`}>{text('exports.page.next')}</a>}
    </nav>
  );
  return toDocument(
    locale,
    heading,
    <main>
      {links}
      <h1>{heading}</h1>
      {rows.map((row, at) => (
        // Rows of a page that is made once stay where they are.
        // oxlint-disable-next-line react/no-array-index-key
        <dl key={at}>
          {Object.entries(row).map(([field, value]) => {
            const shown = showValue(text, locale, field, value as unknown);
            return (
              shown !== undefined && (
                <div key={field}>
                  <dt>{nameOf(field)}</dt>
                  <dd>{shown}</dd>
                </div>
              )
            );
          })}
        </dl>
      ))}
      {links}
    </main>,
  );
}

function showValue(text: Text<TextKey>, locale: Locale, field: string, value: unknown): ReactNode {
  if (field === 'files') return showFiles(value as readonly string[]);
  if (value === null || value === undefined || value === '') return undefined;
  if (value instanceof Date) return formatDate(locale, value, TIME);
  if (typeof value === 'number') return formatNumber(locale, value, { maximumFractionDigits: 6 });
  if (typeof value === 'boolean') return text(value ? 'exports.page.yes' : 'exports.page.no');
  const words = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  if (words === '[]' || words === '{}') return undefined;
  return words.length <= MAX_SHOWN ? words : `${words.slice(0, MAX_SHOWN)} … ${text('exports.page.cut')}`;
}

function showFiles(paths: readonly string[]): ReactNode {
  if (paths.length === 0) return undefined;
  return paths.map((path) => {
    const address = `../${path.split('/').map(encodeURIComponent).join('/')}`;
    return (
      <a key={path} href={address}>
        {PICTURE.test(path) ? <img src={address} alt={path} /> : path}
      </a>
    );
  });
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif)$/i;

function toDocument(locale: Locale, title: string, body: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={htmlLang(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>{body}</body>
    </html>,
  )}\n`;
}

/** Without a character that markup has another word for. */
const STYLE = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem }
h1, h2 { line-height: 1.2 }
h2 { align-items: center; display: flex; gap: 1rem }
dl { border-top: 1px solid GrayText; margin: 1rem 0; padding-top: 1rem }
dl div { display: grid; gap: 0 1rem; grid-template-columns: minmax(8rem, 14rem) 1fr }
dt { font-weight: bold }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
dd img { height: auto; max-width: 100% }
nav { display: flex; flex-wrap: wrap; gap: 1rem }
@media (max-width: 30rem) { dl div { grid-template-columns: 1fr } }`;
