import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { KEY_PERMISSIONS, OPEN_PERMISSION_IDS } from '#app/delegation/permissions.ts';
import { CheckboxField } from '#lib/ui/field.tsx';

interface DevicesPanelProps {
  /** Undefined where players cannot sign in to it by a code. */
  readonly permissions: readonly string[] | undefined;
  readonly isArchived: boolean;
  readonly form: PageForm;
}

/** Whether players sign in to it by a code that it shows, and what it may do for them then. */
export function DevicesPanel({ permissions, isArchived, form }: DevicesPanelProps) {
  const { text } = useText();
  const isOn = permissions !== undefined;
  return (
    <Panel id="devices" title={text('admin.apps.devices')}>
      <p>{text(isOn ? 'admin.apps.devicesOn' : 'admin.apps.devicesOff')}</p>
      {!isArchived && (
        <ActionForm
          key={permissions?.join(' ')}
          form={form}
          fields={{ intent: 'apps.allowDevices' }}
          className="space-y-3"
        >
          <fieldset className="space-y-2">
            <legend className="field-label mb-2">{text('admin.apps.devicesMay')}</legend>
            {OPEN_PERMISSION_IDS.map((id) => (
              <CheckboxField
                key={id}
                name="permission"
                value={id}
                label={text(KEY_PERMISSIONS[id].name)}
                defaultChecked={permissions?.includes(id) ?? false}
              />
            ))}
          </fieldset>
          <Submit>{text(isOn ? 'admin.apps.devicesChange' : 'admin.apps.devicesAllow')}</Submit>
        </ActionForm>
      )}
      {isOn && (
        <Removal
          form={form}
          fields={{ intent: 'apps.endDevices' }}
          label={text('admin.apps.devicesEnd')}
          question={text('admin.apps.devicesEndText')}
          submit={text('admin.apps.devicesEndYes')}
        />
      )}
    </Panel>
  );
}
