import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField, Field, SelectField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { HallPage } from './hall-page.ts';
import type { SearchProblemReason } from './level-search.ts';
import { HALL_SORTS, SEARCH_WORDS, SEARCH_WORD_NAMES, SORT_NAMES } from './search-words.ts';
import type { SearchWord } from './search-words.ts';

/** All of it stands in the address, so that it works without scripts, and Back brings back what was. */
export function SearchPanel({ page, path }: { page: HallPage; path: string }) {
  const { text } = useText();
  const action = useSitePath(path);
  const { hall, q, sort, hidesBeaten, isSignedIn } = page;
  return (
    <search className="block-card block space-y-4 p-5 sm:p-6">
      {/* Keyed, so that Back shows what was looked for then. */}
      <Form
        key={`${q} ${sort} ${hidesBeaten}`}
        action={action}
        className="grid items-start gap-4 lg:grid-cols-[1fr_16rem_auto]"
      >
        <Field
          type="search"
          name="q"
          label={text('arcade.search.label')}
          hint={text('arcade.search.hint')}
          defaultValue={q}
          maxLength={256}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <SelectField name="sort" label={text('arcade.search.sort')} defaultValue={sort}>
          {HALL_SORTS[hall].map((one) => (
            <option key={one} value={one}>
              {text(SORT_NAMES[one])}
            </option>
          ))}
        </SelectField>
        <Button type="submit" kind="loud" className="self-start lg:mt-8">
          {text('arcade.search.submit')}
        </Button>
        {isSignedIn && (
          <CheckboxField
            name="hide"
            value="beaten"
            defaultChecked={hidesBeaten}
            label={text('arcade.search.hideBeaten')}
          />
        )}
      </Form>
      <Problems page={page} path={path} />
      <Guide page={page} path={path} />
    </search>
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
                  word: <SearchLink path={path} q={q.replace(word, nearest)} words={nearest} isTyped />,
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

/** @param isTyped words of the search, which no language translates */
function SearchLink({
  path,
  q,
  words,
  isTyped = false,
}: {
  path: string;
  q: string;
  words: string;
  isTyped?: boolean;
}) {
  return (
    <SiteLink to={`${path}?q=${encodeURIComponent(q)}`} lang={isTyped ? 'en' : undefined} className="search-word">
      {words}
    </SiteLink>
  );
}

function Guide({ page: { hall, tags, q }, path }: { page: HallPage; path: string }) {
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
                  <SearchLink key={example} path={path} q={example} words={example} isTyped />
                ))}
              </dt>
              <dd>{text(about)}</dd>
            </div>
          ))}
        </dl>
        <div className="space-y-2">
          <h2 className="text-xl">{text('arcade.guide.tags')}</h2>
          <ul className="flex flex-wrap gap-2">
            {tags.map(({ tag, name }) => (
              <li key={tag}>
                <SearchLink path={path} q={`${q} tag:${tag.replace(/^ltag_/, '')}`.trim()} words={name} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Details>
  );
}
