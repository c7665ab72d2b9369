import { MAX_PASSKEY_NAME } from '#app/accounts/passkeys/passkey.ts';
import type { Passkey } from '#app/accounts/passkeys/passkey.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal, SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

interface PasskeyRowProps {
  passkey: Passkey;
  form: PageForm;
}

export function PasskeyRow({ passkey, form }: PasskeyRowProps) {
  const { text, formatDate } = useText();
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg wrap-anywhere">{name}</h3>
        <Badge tone={isSynced ? 'success' : 'plain'}>
          {text(isSynced ? 'login.passkeys.synced' : 'login.passkeys.bound')}
        </Badge>
      </div>
      <p className="text-sm text-muted">
        {`${text('login.passkeys.since', { date: formatDate(createdAt) })} · ${
          lastUsedAt === null
            ? text('login.passkeys.neverUsed')
            : text('login.passkeys.lastUsed', { date: formatDate(lastUsedAt) })
        }`}
      </p>
      <div className="grid items-start gap-3 md:grid-cols-2">
        <Rename passkey={passkey} form={form} />
        <Remove passkey={passkey} form={form} />
      </div>
    </>
  );
}

function Rename({ passkey: { passkeyId, name }, form }: PasskeyRowProps) {
  const { text } = useText();
  const fields = { intent: 'passkeys.rename', passkeyId };
  const refusal = form.findRefusal(fields);
  return (
    <Details
      key={name}
      open={refusal !== undefined}
      summary={
        <SpokenLabel shown={text('login.passkeys.rename')} spoken={text('login.passkeys.renameOne', { name })} />
      }
    >
      <ActionForm form={form} fields={fields} className="space-y-4">
        <Field
          label={text('login.passkeys.name')}
          error={refusal?.problem.fields?.['name']}
          name="name"
          defaultValue={refusal?.values['name'] ?? name}
          maxLength={MAX_PASSKEY_NAME}
          required
          autoComplete="off"
        />
        <Submit>{text('login.passkeys.save')}</Submit>
      </ActionForm>
    </Details>
  );
}

function Remove({ passkey: { passkeyId, name }, form }: PasskeyRowProps) {
  const { text } = useText();
  return (
    <Removal
      form={form}
      fields={{ intent: 'passkeys.remove', passkeyId }}
      label={text('login.passkeys.remove')}
      spoken={text('login.passkeys.removeOne', { name })}
      question={text('login.passkeys.removeText')}
      submit={text('login.passkeys.removeYes')}
    />
  );
}
