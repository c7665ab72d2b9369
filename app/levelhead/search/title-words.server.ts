import { findUsersByWords, readNameTerms } from '#app/aliases/name-search.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import type { SearchTerm } from '#lib/text-search/search-terms.ts';
import { findWordForms } from '#lib/text-search/word-forms.server.ts';
import type { WordForms } from '#lib/text-search/word-forms.server.ts';

import { CRATE } from '../level.ts';
import { CONTEXT } from '../names.server.ts';

/** Words that one term may mean, of each kind: its beginnings are many where it is short. */
const MAX_MEANT = 64;

/**
 * The condition that the title of the level `l` has all words of a text, whole or in another form, as a beginning where the text
 * ends with it, or with a typing error where no title has it as it is. A text without words is in no title.
 */
export async function titleCondition(current: Current, title: string): Promise<Sql> {
  const forms = await findTitleForms(current, readTitleTerms(title));
  return forms.length === 0 ? sql`false` : sql.join(forms.map(inTitle), ' and ');
}

/** The condition that each of the words stands in the title of the level `l`, or in the name of its builder. */
export async function wordsCondition(current: Current, words: string): Promise<Sql> {
  const terms = readTitleTerms(words);
  const [forms, builders] = await Promise.all([
    findTitleForms(current, terms),
    findUsersByWords(current, CONTEXT, terms),
  ]);
  const conditions = forms.map((one, at) => {
    const userIds = builders[at] ?? [];
    return userIds.length === 0 ? inTitle(one) : sql`(${inTitle(one)} or l.user_id = any(${userIds}::text[]))`;
  });
  return conditions.length === 0 ? sql`false` : sql.join(conditions, ' and ');
}

/** As the words of titles are cut, which have no parts that are found. */
function readTitleTerms(text: string): SearchTerm[] {
  return readNameTerms(text).map((term) => Object.assign({}, term, { inner: [] }));
}

function findTitleForms({ db }: Current, terms: readonly SearchTerm[]): Promise<WordForms[]> {
  return findWordForms(
    (statement) => db.query(statement),
    sql`(select word, word as plain, trigrams from levelhead_title_words where crate_id = ${CRATE}) w where true`,
    terms,
    MAX_MEANT,
  );
}

function inTitle({ any }: WordForms): Sql {
  return sql`l.words && ${[...any]}::text[]`;
}
