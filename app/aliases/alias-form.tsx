import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { COOLDOWN_DAYS, HELD_DAYS, SUGGEST } from './alias.ts';
import type { FormerAlias, OwnAlias, UndoableAlias } from './alias.ts';
import { MAX_LENGTH, MAX_TYPED, MIN_LENGTH } from './rules/rules.ts';

interface AliasFormProps {
  own: OwnAlias;
  /** Which an undo would bring back. */
  former: UndoableAlias | undefined;
  answered: FormState | undefined;
  /** Which takes the form. */
  page?: string;
}

export function AliasForm({ own, former, answered, page = '/account' }: AliasFormProps) {
  const { text, formatDate } = useText();
  const form = useForm(answered, { of: 'aliases.', action: useSitePath(page) });
  const refusal = form.findRefusal({});
  const suggested = form.state?.done && typeof form.state.result === 'string' ? form.state.result : '';
  const start = suggested || (refusal?.values['alias'] ?? own.alias ?? '');
  return (
    <div className="space-y-5">
      <AliasNotice own={own} />
      <FormNotice form={form} />
      <output className="sr-only">{suggested !== '' && text('aliases.form.suggested', { alias: suggested })}</output>
      {own.changeableAt === null ? (
        <ActionForm form={form} className="account-add">
          <Field
            key={start}
            label={text('aliases.form.alias')}
            hint={text('aliases.form.hint', { least: MIN_LENGTH, most: MAX_LENGTH })}
            error={refusal?.problem.text}
            name="alias"
            defaultValue={start}
            required
            maxLength={MAX_TYPED}
            autoComplete="nickname"
            spellCheck={false}
            className="min-w-0 grow basis-64"
          />
          <Submit name="intent" value="aliases.change">
            {text('aliases.form.change')}
          </Submit>
          <Submit
            {...focusTarget(form.state, SUGGEST)}
            kind="quiet"
            name="intent"
            value="aliases.suggest"
            formNoValidate
          >
            {text('aliases.form.suggest')}
          </Submit>
        </ActionForm>
      ) : (
        <p>{text('aliases.form.later', { alias: own.alias ?? '', date: formatDate(own.changeableAt) })}</p>
      )}
      {former !== undefined && <AliasUndo former={former} form={form} />}
      <p className="text-muted">{text('aliases.form.rules', { cooldown: COOLDOWN_DAYS, held: HELD_DAYS })}</p>
      {own.history.length > 0 && <FormerAliases history={own.history} />}
    </div>
  );
}

function AliasUndo({ former: { alias, until }, form }: { former: UndoableAlias; form: PageForm }) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ intent: 'aliases.undo' }} className="account-row">
      <p className="account-row-name">
        <span>{text('aliases.form.undoAbout', { alias })}</span> <LocalTime at={until} />
      </p>
      <Submit>{text('aliases.form.undo')}</Submit>
    </ActionForm>
  );
}

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
