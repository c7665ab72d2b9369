import type { AppKeyFigures } from '#app/apps/app.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { ProofFirst } from '#app/current/page/proof-link.tsx';
import { Panel } from '#app/current/page/record.tsx';
import { SelectField } from '#lib/ui/field.tsx';

import { OVERLAPS } from './key-fields.ts';
import { LimitField } from './key-form.tsx';

interface KeySettingsProps {
  readonly listed: AppKeyFigures;
  readonly isProved: boolean;
  readonly form: PageForm;
}

/** Its limit, and a new key in its place. */
export function KeySettings({ listed: { callsPerMinute, replacedBy }, isProved, form }: KeySettingsProps) {
  const { text } = useText();
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Panel title={text('admin.apps.limit')}>
        <ActionForm key={callsPerMinute} form={form} fields={LIMIT} className="flex flex-wrap items-start gap-3">
          <LimitField refusal={form.findRefusal(LIMIT)} limit={callsPerMinute} />
          <Submit className="sm:mt-8">{text('admin.apps.changeLimit')}</Submit>
        </ActionForm>
      </Panel>
      {replacedBy === null && (
        <Panel title={text('admin.apps.rotate')}>
          <p>{text('admin.apps.rotateAbout')}</p>
          {isProved ? (
            <ActionForm form={form} fields={ROTATE} className="flex flex-wrap items-end gap-3">
              <SelectField
                label={text('admin.apps.overlap')}
                name="overlapHours"
                defaultValue={form.findRefusal(ROTATE)?.values['overlapHours'] ?? '24'}
                className="min-w-0 grow basis-48"
              >
                {OVERLAPS.map((hours) => (
                  <option key={hours} value={hours}>
                    {hours === 0
                      ? text('admin.apps.noOverlap')
                      : hours < 24
                        ? text('admin.apps.hours', { count: hours })
                        : text('keys.form.days', { days: hours / 24 })}
                  </option>
                ))}
              </SelectField>
              <Submit>{text('admin.apps.rotateYes')}</Submit>
            </ActionForm>
          ) : (
            <ProofFirst />
          )}
        </Panel>
      )}
    </div>
  );
}

const LIMIT = { intent: 'apps.limitKey' };
const ROTATE = { intent: 'apps.rotateKey' };
