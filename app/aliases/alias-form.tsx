import { useFetcher } from 'react-router';

import type { FormOutcome } from '#app/current/forms/form-outcome.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { COOLDOWN_DAYS, HELD_DAYS } from './alias.ts';
import type { FormerAlias, OwnAlias } from './alias.ts';
import { aliasRefusal } from './refusal-text.ts';
import { MAX_LENGTH, MAX_TYPED, MIN_LENGTH } from './rules/rules.ts';

interface AliasFormProps {
  own: OwnAlias;
  /** What has become of a form that was sent without scripts. */
  outcome: FormOutcome | undefined;
}

/** One's own name: how it stands with it, another one, and those before it. */
export function AliasForm({ own, outcome: answered }: AliasFormProps) {
  const { text, formatDate } = useText();
  const fetcher = useFetcher<FormOutcome>();
  const action = `${useSitePath('/account')}#alias`;
  const latest = fetcher.state === 'idle' ? (fetcher.data ?? answered) : undefined;
  const outcome = latest?.intent.startsWith('aliases.') ? latest : undefined;
  const isBusy = fetcher.state !== 'idle';
  const suggested = outcome?.intent === 'aliases.suggest' && typeof outcome.result === 'string' ? outcome.result : '';
  const start = suggested || (outcome?.typed?.['alias'] ?? own.alias ?? '');
  return (
    <div className="space-y-5">
      <AliasNotice own={own} />
      <output className="block font-bold empty:hidden wrap-anywhere">
        {outcome?.intent === 'aliases.change' &&
          outcome.problem === undefined &&
          text('aliases.form.changed', { alias: own.alias ?? '' })}
        {suggested !== '' && <span className="sr-only">{text('aliases.form.suggested', { alias: suggested })}</span>}
      </output>
      {own.changeableAt === null ? (
        <fetcher.Form method="post" action={action} className="account-add">
          <Field
            key={start}
            label={text('aliases.form.alias')}
            hint={text('aliases.form.hint', { least: MIN_LENGTH, most: MAX_LENGTH })}
            error={outcome?.problem !== undefined && aliasRefusal(text, outcome.problem)}
            name="alias"
            defaultValue={start}
            required
            maxLength={MAX_TYPED}
            autoComplete="nickname"
            spellCheck={false}
            className="min-w-0 grow basis-64"
          />
          <Button type="submit" name="intent" value="aliases.change" busy={isBusy}>
            {text('aliases.form.change')}
          </Button>
          <Button type="submit" kind="quiet" name="intent" value="aliases.suggest" formNoValidate busy={isBusy}>
            {text('aliases.form.suggest')}
          </Button>
        </fetcher.Form>
      ) : (
        <p>{text('aliases.form.later', { alias: own.alias ?? '', date: formatDate(own.changeableAt) })}</p>
      )}
      <p className="text-muted">{text('aliases.form.rules', { cooldown: COOLDOWN_DAYS, held: HELD_DAYS })}</p>
      {own.history.length > 0 && <FormerAliases history={own.history} />}
    </div>
  );
}

/** What others see in place of a name that is not approved, and what a moderator said. */
function AliasNotice({ own: { state, safeAlias, reason } }: { own: OwnAlias }) {
  const { text } = useText();
  if (state === 'pending') {
    return (
      <Notice title={text('aliases.state.pending')}>
        <p>{text('aliases.state.pendingAbout', { alias: safeAlias ?? '' })}</p>
      </Notice>
    );
  }
  if (state !== 'denied' && reason === null) return null;
  const isDenied = state === 'denied';
  return (
    <Notice
      kind={isDenied ? 'error' : 'info'}
      title={text(isDenied ? 'aliases.state.denied' : 'aliases.state.replaced')}
    >
      {isDenied && <p>{text('aliases.state.deniedAbout', { alias: safeAlias ?? '' })}</p>}
      {reason !== null && <p className="wrap-anywhere">{text('aliases.state.reason', { reason })}</p>}
    </Notice>
  );
}

function FormerAliases({ history }: { history: readonly FormerAlias[] }) {
  const { text, formatDate } = useText();
  return (
    <Details summary={text('aliases.history.title')}>
      <ul className="space-y-2">
        {history.map(({ alias, since, until }) => (
          <li key={until} className="wrap-anywhere">
            <bdi className="font-bold">{alias}</bdi>{' '}
            <span className="text-muted">
              {text('aliases.history.time', { since: formatDate(since), until: formatDate(until) })}
            </span>
          </li>
        ))}
      </ul>
    </Details>
  );
}
