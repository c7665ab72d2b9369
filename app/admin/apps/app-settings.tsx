import { MAX_NAME } from '#app/apps/app-key.ts';
import type { AppRecord } from '#app/apps/app.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { Field } from '#lib/ui/field.tsx';

interface AppSettingsProps {
  readonly app: AppRecord;
  /** Those that work. */
  readonly keys: number;
  readonly isOwn: boolean;
  readonly form: PageForm;
}

/** Its name, its owner, and its end with what that ends. */
export function AppSettings({ app: { name, archivedAt, origins }, keys, isOwn, form }: AppSettingsProps) {
  const { text } = useText();
  const refusal = form.findRefusal(RENAME);
  return (
    <Panel id="settings" title={text('admin.apps.settings')}>
      <ActionForm key={name} form={form} fields={RENAME} className="flex flex-wrap items-start gap-3">
        <Field
          label={text('admin.apps.name')}
          error={refusal?.problem.fields?.['name'] !== undefined && text('admin.apps.nameWrong', { most: MAX_NAME })}
          name="name"
          defaultValue={refusal?.values['name'] ?? name}
          required
          maxLength={MAX_NAME}
          autoComplete="off"
          className="min-w-0 grow basis-60"
        />
        <Submit className="sm:mt-8">{text('admin.apps.rename')}</Submit>
      </ActionForm>
      {!isOwn && (
        <ActionForm form={form} fields={{ intent: 'apps.takeOver' }}>
          <Submit>{text('admin.apps.takeOver')}</Submit>
        </ActionForm>
      )}
      {archivedAt === null ? (
        <Removal
          form={form}
          fields={{ intent: 'apps.archive' }}
          label={text('admin.apps.archive')}
          question={text('admin.apps.archiveText', { keys, origins: origins.length })}
          submit={text('admin.apps.archiveYes')}
        />
      ) : (
        <>
          <ActionForm form={form} fields={{ intent: 'apps.restore' }}>
            <Submit>{text('admin.apps.restore')}</Submit>
          </ActionForm>
          <Removal
            form={form}
            fields={{ intent: 'apps.delete' }}
            label={text('admin.apps.delete')}
            question={text('admin.apps.deleteText')}
            submit={text('admin.apps.deleteYes')}
          />
        </>
      )}
    </Panel>
  );
}

const RENAME = { intent: 'apps.rename' };
