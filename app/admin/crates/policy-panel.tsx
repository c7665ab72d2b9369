import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import type { Crate } from '#app/storage/crates/crate.ts';
import { Details } from '#lib/ui/details.tsx';
import { TextareaField } from '#lib/ui/field.tsx';

import { LimitsForm } from './limits-form.tsx';
import { PartForm } from './part-form.tsx';
import type { PolicyFormProps } from './part-form.tsx';
import { policySentences } from './policy-sentences.ts';
import { RulesForm } from './rules-form.tsx';
import { StatsForm } from './stats-form.tsx';

interface PolicyPanelProps {
  crate: Crate;
  /** That the forms begin from, as `writeState` made it. */
  state: string;
  form: PageForm;
}

/** What the policy says in words, and the ways to change it. */
export function PolicyPanel({ crate, state, form }: PolicyPanelProps) {
  const words = useText();
  const { text } = words;
  const openPart = form.findRefusal({ intent: 'crates.save' })?.values['part'];
  const props = { policy: crate.policy, state, form };
  return (
    <Panel id="policy" title={text('admin.crate.policy')}>
      <ul className="list-disc space-y-1 ps-5">
        {policySentences(words, crate).map(({ part, sentence }) => (
          <li key={part} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{text('admin.crate.rolesMean')}</p>
      <Details id="rules" summary={text('admin.crate.rules')} open={openPart === 'rules'}>
        <RulesForm {...props} />
      </Details>
      <Details id="limits" summary={text('admin.crate.limits')} open={openPart === 'limits'}>
        <LimitsForm {...props} />
      </Details>
      <Details id="stats" summary={text('admin.crate.stats')} open={openPart === 'stats'}>
        <StatsForm {...props} />
      </Details>
      <Details id="json" summary={text('admin.crate.json')} open={openPart === 'json' || openPart === 'whole'}>
        <PolicyJsonForm {...props} crateId={crate.crateId} />
      </Details>
    </Panel>
  );
}

/** Of what somebody types into its JSON and has not saved. */
export function policyDraft(crateId: string): string {
  return `${STORAGE_KEYS.editor}crate/${crateId}`;
}

/** All that a policy can say. */
function PolicyJsonForm({ policy, state, form, crateId }: PolicyFormProps & { crateId: string }) {
  const { text } = useText();
  const json = JSON.stringify(policy, null, 2);
  return (
    <PartForm part="json" state={state} form={form}>
      {({ input }) => (
        <>
          <FormDraft name={policyDraft(crateId)} form={form} intent="crates.save" part="json" revision="etag" />
          <TextareaField
            {...input('policy', json)}
            label={text('admin.crate.jsonLabel')}
            hint={text('admin.crate.jsonHint')}
            rows={Math.min(30, json.split('\n').length + 1)}
            spellCheck={false}
            autoCapitalize="off"
            className="[&_textarea]:font-mono [&_textarea]:text-sm"
          />
        </>
      )}
    </PartForm>
  );
}
