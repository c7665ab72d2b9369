import { useText } from '#app/current/locale.ts';
import { Field } from '#lib/ui/field.tsx';

import { PartForm } from './part-form.tsx';
import type { PolicyFormProps } from './part-form.tsx';
import { QUOTA_HOLDERS, QUOTA_KINDS, quotaField } from './policy-controls.ts';

/** Quotas, and what is kept of the past; an empty field sets no limit. */
export function LimitsForm({ policy, state, form }: PolicyFormProps) {
  const { text } = useText();
  return (
    <PartForm part="limits" state={state} form={form}>
      {({ input }) => (
        <>
          <p className="text-sm text-muted">{text('admin.crate.limitsHint')}</p>
          {QUOTA_HOLDERS.map((holder) => (
            <fieldset key={holder} className="space-y-1">
              <legend className="font-extrabold">{text(HOLDER_NAMES[holder])}</legend>
              <div className="grid items-start gap-3 sm:grid-cols-3">
                {QUOTA_KINDS.map((kind) => (
                  <Field
                    key={kind}
                    {...input(quotaField(holder, kind), policy.quotas?.[holder]?.[kind])}
                    label={text(KIND_NAMES[kind])}
                    inputMode="numeric"
                    autoComplete="off"
                  />
                ))}
              </div>
            </fieldset>
          ))}
          <fieldset className="space-y-1">
            <legend className="font-extrabold">{text('admin.crate.keep')}</legend>
            <div className="grid items-start gap-3 sm:grid-cols-3">
              <Field
                {...input('keep.versions', policy.keep?.versions)}
                label={text('admin.crate.keepVersions')}
                inputMode="numeric"
                autoComplete="off"
              />
              <Field
                {...input('keep.days', policy.keep?.days)}
                label={text('admin.crate.keepDays')}
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
          </fieldset>
        </>
      )}
    </PartForm>
  );
}

const HOLDER_NAMES = { user: 'admin.crate.quotaUser', crate: 'admin.crate.quotaCrate' } as const;
const KIND_NAMES = {
  items: 'admin.crate.quotaItems',
  bytes: 'admin.crate.quotaBytes',
  versions: 'admin.crate.quotaVersions',
} as const;
