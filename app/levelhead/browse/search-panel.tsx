import { useId } from 'react';
import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField, Field, SelectField } from '#lib/ui/field.tsx';
import { Mark } from '#lib/ui/mark.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { HallPage, HallTag } from './hall-page.ts';
import type { SearchProblemReason } from './level-search.ts';
import { HALL_SORTS, SEARCH_WORDS, SEARCH_WORD_NAMES, SORT_NAMES } from './search-words.ts';
import type { SearchWord } from './search-words.ts';

interface SearchPanelProps {
  page: HallPage;
  path: string;
  /** What else folds in the same row. */
  children: ReactNode;
}

/** All of it stands in the address, so that it works without scripts, and Back brings back what was. */
export function SearchPanel({ page, path, children }: SearchPanelProps) {
  const { text } = useText();
  const id = useId();
  const { hidesBeaten, isSignedIn, q, sort } = page;
  // Keyed, so that Back shows what was looked for then.
  const key = `${q} ${sort} ${hidesBeaten}`;
  return (
    <search className="block-card block space-y-3 px-4 pt-3 pb-2 sm:px-6">
      <SearchForm key={key} id={id} page={page} path={path} />
      <Problems page={page} path={path} />
      <ChipList path={path} tags={page.tags.filter(({ isChosen }) => isChosen)} />
      <div className="fold-row">
        <Details summary={text('arcade.guide.tags')}>
          <ChipList path={path} tags={page.tags} />
        </Details>
        <Guide page={page} path={path} />
        {children}
        {isSignedIn && (
          <CheckboxField
            key={key}
            form={id}
            name="hide"
            value="beaten"
            defaultChecked={hidesBeaten}
            label={text('arcade.search.hideBeaten')}
          />
        )}
      </div>
    </search>
  );
}

interface SearchFormProps {
  id: string;
  page: HallPage;
  path: string;
}

function SearchForm({ id, page: { hall, q, sort }, path }: SearchFormProps) {
  const { text } = useText();
  const action = useSitePath(path);
  return (
    <Form
      id={id}
      action={action}
      className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-[1fr_auto] md:grid-cols-[1fr_14rem_auto]"
    >
      <Field
        type="search"
        name="q"
        label={text('arcade.search.label')}
        placeholder={text('arcade.search.hint')}
        defaultValue={q}
        maxLength={256}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="sm:max-md:col-span-2"
      />
      <SelectField name="sort" label={text('arcade.search.sort')} defaultValue={sort}>
        {HALL_SORTS[hall].map((one) => (
          <option key={one} value={one}>
            {text(SORT_NAMES[one])}
          </option>
        ))}
      </SelectField>
      <Button type="submit" kind="loud">
        {text('arcade.search.submit')}
      </Button>
    </Form>
  );
}

const PROBLEMS = {
  unknownWord: 'arcade.problem.unknownWord',
  unknownTag: 'arcade.problem.unknownTag',
  unknownEvent: 'arcade.problem.unknownEvent',
  notHere: 'arcade.problem.notHere',
  noNumber: 'arcade.problem.noNumber',
  noAge: 'arcade.problem.noAge',
  noDuration: 'arcade.problem.noDuration',
  noPlayer: 'arcade.problem.noPlayer',
  noTitle: 'arcade.problem.noTitle',
  notWithout: 'arcade.problem.notWithout',
  notSignedIn: 'arcade.problem.notSignedIn',
  tooManyTags: 'arcade.problem.tooManyTags',
  tooManyWithout: 'arcade.problem.tooManyWithout',
} as const satisfies Record<SearchProblemReason, TextKey>;

function Problems({ page: { q, problems }, path }: { page: HallPage; path: string }) {
  const { text, richText } = useText();
  if (problems.length === 0) return null;
  const renderWord = (word: string) => (
    <code lang="en" className="search-word">
      {word}
    </code>
  );
  return (
    <Notice kind="error">
      <ul className="space-y-2">
        {problems.map(({ word, reason, nearest }) => (
          <li key={`${reason} ${word}`}>
            {richText(PROBLEMS[reason], { word: renderWord(word) })}
            {nearest !== undefined && (
              <span>
                {' '}
                {richText('arcade.problem.nearest', {
                  word: <SearchLink path={path} q={q.replace(word, nearest)} words={nearest} />,
                })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p>{text('arcade.problem.rest')}</p>
    </Notice>
  );
}

/** @param words of the search, which no language translates */
function SearchLink({ path, q, words }: { path: string; q: string; words: string }) {
  return (
    <SiteLink to={`${path}?q=${encodeURIComponent(q)}`} lang="en" className="search-word">
      {words}
    </SiteLink>
  );
}

/** Each leads to the search with it; one that is chosen, to the search without. */
function ChipList({ tags, path }: { tags: readonly HallTag[]; path: string }) {
  const { text } = useText();
  if (tags.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {tags.map(({ tag, name, isChosen, query }) => (
        <li key={tag}>
          <SiteLink to={path + query} className="chip" data-chosen={isChosen ? '' : undefined}>
            <span>{name}</span>
            {isChosen && (
              <>
                <span className="sr-only">{`: ${text('arcade.search.dropTag')}`}</span>
                <Mark name="close" />
              </>
            )}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

function Guide({ page: { hall }, path }: { page: HallPage; path: string }) {
  const { text } = useText();
  const words = SEARCH_WORD_NAMES.map((name): SearchWord => SEARCH_WORDS[name]).filter(({ halls }) =>
    halls.includes(hall),
  );
  return (
    <Details summary={text('arcade.guide.summary')}>
      <div className="space-y-5 pt-3">
        <p>{text('arcade.guide.about')}</p>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
          {words.map(({ about, examples }) => (
            <div key={about} className="contents">
              <dt className="flex flex-wrap items-start gap-2">
                {examples.map((example) => (
                  <SearchLink key={example} path={path} q={example} words={example} />
                ))}
              </dt>
              <dd>{text(about)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Details>
  );
}
