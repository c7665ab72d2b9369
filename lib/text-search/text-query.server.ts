import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { OTHER } from './index-words.ts';
import { isTelling } from './search-terms.ts';
import type { SearchTerm, SearchText } from './search-terms.ts';
import { listTypingErrors } from './typing-errors.ts';

/** For an index that is asked for words alone, such as a `tsvector`, and not for which of its words are alike. */
export interface TextQuery {
  /** Of type `tsquery`; a text has to meet all of them. */
  readonly all: readonly string[];
  /** Of type `tsquery`; a text has to meet so many of them. */
  readonly some: readonly string[];
  readonly needed: number;
}

/**
 * As it was typed, then with typing errors, then by more than half of its words: the first that finds something is the one. What stands in
 * quotation marks has to be there, and what is excluded must not. @returns nothing for a text without words
 */
export function listTextQueries({ terms, phrases, excluded }: SearchText): TextQuery[] {
  if (terms.length === 0) return [];
  const always = [
    ...phrases.filter(({ isQuoted }) => isQuoted).flatMap(({ neighbours }) => neighbours.map(quote)),
    ...excluded.map((words) => `!(${words.map(quote).join(' & ')})`),
  ];
  const meant = terms.map((term) => joinForms([...listForms(term), ...listMeant(term)]));
  const telling = meant.filter((_, at) => terms[at] !== undefined && isTelling(terms[at]));
  const needed = Math.floor(telling.length / 2) + 1;
  return [
    { all: [...terms.map((term) => joinForms(listForms(term))), ...always], some: [], needed: 0 },
    { all: [...meant, ...always], some: [], needed: 0 },
    ...(needed < telling.length ? [{ all: always, some: telling, needed }] : []),
  ];
}

/** As a condition on a `tsvector`. */
export function meetsQuery(column: Sql, { all, some, needed }: TextQuery): Sql {
  const conditions = [...all, ...(some.length === 0 ? [] : [some.join(' | ')])].map(
    (one) => sql`${column} @@ ${one}::tsquery`,
  );
  if (needed > 1) {
    const met = some.map((one) => sql`(${column} @@ ${one}::tsquery)::integer`);
    conditions.push(sql`${sql.join(met, ' + ')} >= ${needed}::integer`);
  }
  return sql.join(conditions, ' and ');
}

/** Each word may be the beginning of one. */
function listForms({ exact, other, plain, inflected, joined }: SearchTerm): string[] {
  const forms = [exact, ...other, ...withOther(inflected), ...joined].map(quote);
  return plain === '' ? forms : [...forms, ...withOther([plain]).map((form) => `${quote(form)}:*`)];
}

function listMeant({ plain }: SearchTerm): string[] {
  return withOther(listTypingErrors(plain)).map(quote);
}

function withOther(forms: readonly string[]): string[] {
  return forms.flatMap((form) => [form, OTHER + form]);
}

function joinForms(forms: readonly string[]): string {
  return `(${[...new Set(forms)].join(' | ')})`;
}

function quote(word: string): string {
  return `'${word.replaceAll(/['\\]/g, '$&$&')}'`;
}
