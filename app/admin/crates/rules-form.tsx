import { useText } from '#app/current/locale.ts';
import { ACTIONS } from '#app/storage/crates/policy.ts';
import { CheckboxField } from '#lib/ui/field.tsx';

import { PartForm } from './part-form.tsx';
import type { PolicyFormProps } from './part-form.tsx';
import { SUBJECTS, grantField, isChecked, otherGrants } from './policy-controls.ts';
import { ACTION_NAMES, SUBJECT_NAMES, nameGrants } from './policy-sentences.ts';

/** A box for everyone who may do an action. What is refused comes back as it was checked. */
export function RulesForm({ policy, state, form }: PolicyFormProps) {
  const words = useText();
  const { text } = words;
  return (
    <PartForm part="rules" state={state} form={form}>
      {({ refusal, input }) => {
        const wasChecked = (name: string, otherwise: boolean) =>
          refusal === undefined ? otherwise : refusal.values[name] !== undefined;
        return (
          <>
            {ACTIONS.map((action) => {
              const others = otherGrants(policy, action);
              const { error } = input(action, undefined);
              return (
                <fieldset key={action} className="border-t-2 border-hairline pt-1">
                  <legend className="float-start w-full font-extrabold">{text(ACTION_NAMES[action])}</legend>
                  <div className="flex flex-wrap gap-x-4">
                    {SUBJECTS.map((subject) => (
                      <CheckboxField
                        key={subject}
                        name={grantField(action, subject)}
                        value="yes"
                        label={text(SUBJECT_NAMES[subject])}
                        defaultChecked={wasChecked(grantField(action, subject), isChecked(policy, action, subject))}
                      />
                    ))}
                  </div>
                  {others.length > 0 && (
                    <p className="text-sm text-muted">
                      {text('admin.crate.andOthers', { who: nameGrants(words, others) })}
                    </p>
                  )}
                  {error !== undefined && <p className="field-error">{error}</p>}
                </fieldset>
              );
            })}
            <CheckboxField
              name="requirePrecondition"
              value="yes"
              label={text('admin.crate.precondition')}
              hint={text('admin.crate.preconditionHint')}
              defaultChecked={wasChecked('requirePrecondition', policy.requirePrecondition === true)}
            />
          </>
        );
      }}
    </PartForm>
  );
}
