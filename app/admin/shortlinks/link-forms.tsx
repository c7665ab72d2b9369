import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { MAX_PASSWORD, MAX_TARGET, MAX_TITLE, MAX_UTM, UTM_FIELDS } from '#app/shortlinks/shortlink.ts';
import type { ShortlinkRecord } from '#app/shortlinks/shortlink.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { RulesFields } from './rules-fields.tsx';
import { toFieldTime } from './shortlink-fields.ts';

interface LinkFormProps {
  readonly link: ShortlinkRecord;
  readonly form: PageForm;
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/** Where it leads, whom elsewhere, and the campaign that it tells. */
export function TargetForm({ link, form }: LinkFormProps) {
  const { text } = useText();
  const fields = { intent: 'shortlinks.lead', rev: String(link.rev) };
  const refusal = form.findRefusal({ intent: fields.intent });
  return (
    <Panel id="target" title={text('admin.shortlinks.leads')}>
      <ActionForm key={link.rev} form={form} fields={fields} className="space-y-3">
        <Field
          label={text('admin.shortlinks.target')}
          {...fieldFor(refusal, 'target', link.target)}
          type="url"
          required
          maxLength={MAX_TARGET}
          {...PLAIN}
        />
        <RulesFields rules={link.rules} refusal={refusal} />
        <Details summary={text('admin.shortlinks.utm')} open={Object.keys(link.utm).length > 0}>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            {UTM_FIELDS.map((field) => (
              <Field
                key={field}
                label={<code>{`utm_${field}`}</code>}
                {...fieldFor(refusal, `utm.${field}`, link.utm[field])}
                maxLength={MAX_UTM}
                {...PLAIN}
              />
            ))}
          </div>
        </Details>
        <Submit kind="loud">{text('admin.shortlinks.save')}</Submit>
      </ActionForm>
    </Panel>
  );
}

/** What it is called, and when it ends. */
export function SettingsForm({ link, form }: LinkFormProps) {
  const { text } = useText();
  const fields = { intent: 'shortlinks.change', rev: String(link.rev) };
  const refusal = form.findRefusal({ intent: fields.intent });
  const wrong = refusal?.problem.fields ?? {};
  return (
    <Panel id="settings" title={text('admin.shortlinks.settings')}>
      <ActionForm key={link.rev} form={form} fields={fields} className="grid items-start gap-3 sm:grid-cols-2">
        <Field
          label={text('admin.shortlinks.title')}
          hint={text('admin.shortlinks.titleHint')}
          {...fieldFor(refusal, 'title', link.title)}
          maxLength={MAX_TITLE}
          autoComplete="off"
        />
        <Field
          label={text('admin.shortlinks.tags')}
          hint={text('admin.shortlinks.tagsHint')}
          {...fieldFor(refusal, 'tags', link.tags.join(' '))}
          error={Object.keys(wrong).some((name) => name.startsWith('tags')) && text('admin.shortlinks.tagsWrong')}
          maxLength={400}
          {...PLAIN}
        />
        <Field
          label={text('admin.shortlinks.expiresAt')}
          {...fieldFor(refusal, 'expiresAt', toFieldTime(link.expiresAt))}
          error={wrong['expiresAt'] !== undefined && text('admin.shortlinks.timeWrong')}
          type="datetime-local"
        />
        <Field
          label={text('admin.shortlinks.maxVisits')}
          hint={text('admin.shortlinks.maxVisitsHint', { used: link.usedVisits })}
          {...fieldFor(refusal, 'maxVisits', link.maxVisits ?? '')}
          error={wrong['maxVisits'] !== undefined && text('admin.shortlinks.maxVisitsWrong')}
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
        />
        <div>
          <Submit>{text('admin.shortlinks.save')}</Submit>
        </div>
      </ActionForm>
    </Panel>
  );
}

export function PasswordPanel({ link: { hasPassword, rev }, form }: LinkFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal(LOCK);
  return (
    <Panel id="password" title={text('admin.shortlinks.password')}>
      <p>{text(hasPassword ? 'admin.shortlinks.hasPassword' : 'admin.shortlinks.noPassword')}</p>
      <ActionForm key={rev} form={form} fields={LOCK} className="flex flex-wrap items-start gap-3">
        <Field
          type="password"
          label={text('admin.shortlinks.newPassword')}
          name="password"
          error={refusal && text('admin.shortlinks.passwordWrong')}
          required
          minLength={4}
          maxLength={MAX_PASSWORD}
          autoComplete="new-password"
          className="min-w-0 grow basis-48"
        />
        <Submit className="sm:mt-8">{text('admin.shortlinks.lock')}</Submit>
      </ActionForm>
      {hasPassword && (
        <ActionForm form={form} fields={{ intent: 'shortlinks.unlock' }}>
          <Submit>{text('admin.shortlinks.unlock')}</Submit>
        </ActionForm>
      )}
    </Panel>
  );
}

const LOCK = { intent: 'shortlinks.lock' };

export function EndForm({ link: { deletedAt }, form }: LinkFormProps) {
  const { text } = useText();
  return deletedAt === null ? (
    <Removal
      form={form}
      fields={{ intent: 'shortlinks.delete' }}
      label={text('admin.shortlinks.delete')}
      question={text('admin.shortlinks.deleteText')}
      submit={text('admin.shortlinks.deleteYes')}
    />
  ) : (
    <ActionForm form={form} fields={{ intent: 'shortlinks.restore' }}>
      <Submit>{text('admin.shortlinks.restore')}</Submit>
    </ActionForm>
  );
}
