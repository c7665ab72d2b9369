import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { partsOfSubject } from '#app/following/subject.ts';
import type { Perk } from '#app/perks/perk.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { AUDIENCES, AUDIENCE_NAMES, MAX_BODY, MAX_PATH, MAX_TITLE } from '../message.ts';
import type { AboutKind, WrittenMessage } from '../message.ts';

interface MessageFormProps {
  readonly form: PageForm;
  /** Undefined for a new one. */
  readonly message?: WrittenMessage;
  readonly locale: Locale;
  readonly kinds: readonly AboutKind[];
  /** Those that may come with it. */
  readonly perks: readonly Pick<Perk, 'perkId' | 'name'>[];
}

export function MessageForm({ form, message, locale, kinds, perks }: MessageFormProps) {
  const { text } = useText();
  const intent = message === undefined ? 'mailbox.create' : 'mailbox.save';
  const refusal = form.findRefusal({ intent });
  const own = message?.texts[locale];
  return (
    <ActionForm
      form={form}
      fields={{ intent, locale, rev: String(message?.rev ?? 0) }}
      className="block-card space-y-5 p-5"
    >
      <FormDraft
        name={`${STORAGE_KEYS.editor}message/${message?.messageId ?? 'new'}/${locale}`}
        form={form}
        intent={intent}
      />
      <AudienceFields message={message} refusal={refusal} />
      <Field label={text('mailbox.field.title')} {...fieldFor(refusal, 'title', own?.title)} maxLength={MAX_TITLE} />
      <TextareaField
        label={text('mailbox.field.body')}
        hint={text('mailbox.field.bodyHint')}
        {...fieldFor(refusal, 'body', own?.body)}
        rows={10}
        maxLength={MAX_BODY}
      />
      <Field
        label={text('mailbox.field.path')}
        hint={text('mailbox.field.pathHint')}
        {...fieldFor(refusal, 'path', message?.path)}
        maxLength={MAX_PATH}
      />
      <AboutFields message={message} refusal={refusal} kinds={kinds} />
      <PerkField message={message} refusal={refusal} perks={perks} />
      {refusal?.problem.code === 'mailbox.changed' && own && (
        <Details summary={text('mailbox.field.theirs')} open>
          <p className="font-bold">{own.title}</p>
          <p className="whitespace-pre-line">{own.body}</p>
        </Details>
      )}
      <Submit kind="loud">{text(message === undefined ? 'mailbox.write.create' : 'mailbox.write.save')}</Submit>
    </ActionForm>
  );
}

interface AudienceFieldsProps {
  readonly message: WrittenMessage | undefined;
  readonly refusal: FormRefusal | undefined;
}

function AudienceFields({ message, refusal }: AudienceFieldsProps) {
  const { text } = useText();
  const typed = refusal?.values ?? {};
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <SelectField
        label={text('mailbox.field.audience')}
        name="audience"
        defaultValue={typed['audience'] ?? message?.audience ?? 'user'}
      >
        {AUDIENCES.map((one) => (
          <option key={one} value={one}>
            {text(AUDIENCE_NAMES[one])}
          </option>
        ))}
      </SelectField>
      <Field
        label={text('mailbox.field.of')}
        hint={text('mailbox.field.ofHint')}
        {...fieldFor(refusal, 'of', message?.of)}
        maxLength={200}
      />
    </div>
  );
}

interface AboutFieldsProps extends AudienceFieldsProps {
  readonly kinds: readonly AboutKind[];
}

function AboutFields({ message, refusal, kinds }: AboutFieldsProps) {
  const { text } = useText();
  const typed = refusal?.values ?? {};
  const about = partsOfSubject(message?.about ?? '');
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <SelectField
        label={text('mailbox.field.aboutKind')}
        name="aboutKind"
        defaultValue={typed['aboutKind'] ?? about.kind}
      >
        <option value="">{text('mailbox.field.aboutNone')}</option>
        {kinds.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
      <Field
        label={text('mailbox.field.aboutId')}
        hint={text('mailbox.field.aboutHint')}
        {...fieldFor(refusal, 'aboutId', about.id)}
        maxLength={MAX_PATH}
      />
    </div>
  );
}

interface PerkFieldProps extends AudienceFieldsProps {
  readonly perks: MessageFormProps['perks'];
}

function PerkField({ message, refusal, perks }: PerkFieldProps) {
  const { text } = useText();
  const chosen = message?.perkId;
  const isKnown = chosen === undefined || perks.some(({ perkId }) => perkId === chosen);
  return (
    <SelectField
      label={text('mailbox.field.perk')}
      hint={text('mailbox.field.perkHint')}
      {...fieldFor(refusal, 'perkId', chosen)}
    >
      <option value="">{text('mailbox.field.noPerk')}</option>
      {!isKnown && <option value={chosen}>{chosen}</option>}
      {perks.map(({ perkId, name }) => (
        <option key={perkId} value={perkId}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
