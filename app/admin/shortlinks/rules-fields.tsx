import type { FormRefusal } from '#app/current/forms/form-state.ts';
import { LOCALES, useText } from '#app/current/locale.ts';
import { DEVICES, MAX_RULES, MAX_TARGET } from '#app/shortlinks/shortlink.ts';
import type { LinkDevice, ShortlinkRule } from '#app/shortlinks/shortlink.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';

import { ruleField, toFieldTime } from './shortlink-fields.ts';

interface RulesFieldsProps {
  readonly rules: readonly ShortlinkRule[];
  readonly refusal: FormRefusal | undefined;
}

/** Every rule with room for one more; one without a target goes. */
export function RulesFields({ rules, refusal }: RulesFieldsProps) {
  const { text } = useText();
  const typed = Array.from({ length: MAX_RULES }, (_, at) => refusal?.values[ruleField(at, 'target')] ?? '');
  const count = Math.max(rules.length, typed.findLastIndex((target) => target !== '') + 1);
  return (
    <fieldset className="space-y-2">
      <legend className="field-label">{text('admin.shortlinks.rules')}</legend>
      <p className="field-hint">{text('admin.shortlinks.rulesHint')}</p>
      {Array.from({ length: Math.min(count + 1, MAX_RULES) }, (_, at) => (
        <Details
          key={ruleField(at, 'target')}
          open={
            refusal !== undefined &&
            Object.keys(refusal.problem.fields ?? {}).some((name) => name.startsWith(`rules.${at}.`))
          }
          summary={
            at < count ? (
              <span>
                <span>{`${at + 1}.`}</span>{' '}
                <span lang="zxx" className="wrap-anywhere">
                  {rules[at]?.target ?? typed[at]}
                </span>
              </span>
            ) : (
              text('admin.shortlinks.newRule')
            )
          }
        >
          <RuleFields at={at} rule={rules[at]} refusal={refusal} />
        </Details>
      ))}
    </fieldset>
  );
}

interface RuleFieldsProps {
  readonly at: number;
  readonly rule: ShortlinkRule | undefined;
  readonly refusal: FormRefusal | undefined;
}

function RuleFields({ at, rule, refusal }: RuleFieldsProps) {
  const { text } = useText();
  const field = useRuleField(at, refusal);
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field
        label={text('admin.shortlinks.target')}
        {...field('target', rule?.target ?? '')}
        type="url"
        maxLength={MAX_TARGET}
        className="sm:col-span-2"
      />
      <DeviceChoice at={at} rule={rule} />
      <Field
        label={text('admin.shortlinks.locales')}
        hint={text('admin.shortlinks.localesHint', { locales: LOCALES.join(', ') })}
        {...field('locales', rule?.locales.join(', ') ?? '')}
        maxLength={200}
      />
      <Field
        label={text('admin.shortlinks.countries')}
        hint={text('admin.shortlinks.countriesHint')}
        {...field('countries', rule?.countries.join(', ') ?? '')}
        maxLength={400}
      />
      <Field
        label={text('admin.shortlinks.from')}
        {...field('from', toFieldTime(rule?.from ?? null))}
        type="datetime-local"
      />
      <Field
        label={text('admin.shortlinks.until')}
        {...field('until', toFieldTime(rule?.until ?? null))}
        type="datetime-local"
      />
      <Field
        label={text('admin.shortlinks.share')}
        hint={text('admin.shortlinks.shareHint')}
        {...field('share', String(rule?.share ?? ''))}
        inputMode="numeric"
        maxLength={3}
      />
    </div>
  );
}

/** @returns the props of a field by what is written */
function useRuleField(at: number, refusal: FormRefusal | undefined) {
  const { text } = useText();
  return (name: keyof ShortlinkRule, written: string) => {
    const own = ruleField(at, name);
    const isWrong = Object.keys(refusal?.problem.fields ?? {}).some((one) => one === own || one.startsWith(`${own}.`));
    return {
      name: own,
      defaultValue: refusal?.values[own] ?? written,
      error: isWrong && (name === 'target' ? refusal?.problem.fields?.[own] : text(WRONG[name])),
      autoComplete: 'off',
      autoCapitalize: 'off',
      spellCheck: false,
    };
  };
}

function DeviceChoice({ at, rule }: Pick<RuleFieldsProps, 'at' | 'rule'>) {
  const { text } = useText();
  return (
    <fieldset className="sm:col-span-2">
      <legend className="field-label">{text('admin.shortlinks.devices')}</legend>
      <div className="flex flex-wrap gap-x-4">
        {DEVICES.map((device) => (
          <label key={device} className="choice">
            <input
              type="checkbox"
              className="checkbox"
              name={ruleField(at, 'devices')}
              value={device}
              defaultChecked={rule?.devices.includes(device)}
            />
            <span>{text(DEVICE_NAMES[device])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const WRONG = {
  target: 'admin.shortlinks.timeWrong',
  devices: 'admin.shortlinks.timeWrong',
  locales: 'admin.shortlinks.localesWrong',
  countries: 'admin.shortlinks.countriesWrong',
  from: 'admin.shortlinks.timeWrong',
  until: 'admin.shortlinks.timeWrong',
  share: 'admin.shortlinks.shareWrong',
} as const;

export const DEVICE_NAMES = {
  ios: 'admin.shortlinks.device.ios',
  android: 'admin.shortlinks.device.android',
  windows: 'admin.shortlinks.device.windows',
  macos: 'admin.shortlinks.device.macos',
  linux: 'admin.shortlinks.device.linux',
  other: 'admin.shortlinks.device.other',
} as const satisfies Readonly<Record<LinkDevice, string>>;
