import { Highlighted } from '#app/articles/search/highlighted.tsx';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { useSubmitOnce } from '#app/current/forms/submit-once.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { htmlLang, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import drawing from '#content/art/support-empty.svg';
import { buttonClass } from '#lib/ui/button.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import type { AnswerHit, AnswerHits } from '../answer.ts';
import { SUPPORT_TOPICS } from '../topic.ts';

export function AnswerHitList({ found, form }: { readonly found: AnswerHits; readonly form: PageForm }) {
  const { text } = useText();
  const { q, isSearch, hits, isOfMost } = found;
  return (
    <section aria-labelledby="answer-hits" className="space-y-6">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="answer-hits" className="text-2xl wrap-anywhere">
          {isSearch ? text('support.search.found', { count: hits.length, q }) : text('support.search.empty')}
        </h2>
        <SiteLink to="/support" className={buttonClass('quiet')}>
          {text('support.topic.back')}
        </SiteLink>
      </div>
      {isOfMost && hits.length > 0 && <p>{text('search.ofMost')}</p>}
      {isSearch && hits.length === 0 ? (
        <NothingFound q={q} form={form} />
      ) : (
        <ol className="space-y-4">
          {hits.map((hit) => (
            <li key={hit.answer.itemId}>
              <Hit hit={hit} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Hit({ hit: { answer, title, blurb } }: { readonly hit: AnswerHit }) {
  const { text } = useText();
  const lang = htmlLang(answer.locale);
  return (
    <article className="block-card block-link lift relative space-y-2 p-5">
      <h3 lang={lang} className="own-face font-display text-lg wrap-anywhere">
        <SiteLink to={answer.path} className="after:absolute after:inset-0 hover:underline">
          <Highlighted parts={title} />
        </SiteLink>
      </h3>
      <p lang={lang}>
        <Highlighted parts={blurb} />
      </p>
      <p className="text-sm text-muted">{text(SUPPORT_TOPICS[answer.topic].name)}</p>
    </article>
  );
}

function NothingFound({ q, form }: { readonly q: string; readonly form: PageForm }) {
  const { text } = useText();
  // Tells the studio what is missing; without scripts a button does.
  useSubmitOnce({ intent: 'support.miss', q }, { whenHidden: true });
  return (
    <EmptyState drawing={drawing}>
      <p className="text-lg">{text('support.search.none')}</p>
      <noscript>
        <ActionForm form={form} fields={{ intent: 'support.miss', q }}>
          <Submit>{text('support.search.tell')}</Submit>
        </ActionForm>
      </noscript>
    </EmptyState>
  );
}
