import type { ComponentProps } from 'react';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Role } from '#app/current/role.ts';
import { parseMembers } from '#app/editor/merge.ts';
import { CheckboxField, Field, SelectField } from '#lib/ui/field.tsx';
import { Mark } from '#lib/ui/mark.tsx';

import { MAX_SEMVER, MAX_TITLE, RELEASE_STREAMS } from '../changelog.ts';
import type { ReleaseStream } from '../changelog.ts';
import { VISIBILITIES, platformField } from './release-values.ts';
import type { LineField, ReleaseField, ReleaseValues, ReleaseVisibility } from './release-values.ts';

export interface PlatformChoice {
  readonly platform: string;
  readonly name: string;
}

interface ReleaseFieldsetProps {
  values: ReleaseValues;
  errorFor: (name: string) => string | undefined;
  platforms: readonly PlatformChoice[];
  /** Up to that of who writes. */
  roles: readonly Role[];
}

export function ReleaseFieldset({ values, errorFor, platforms, roles }: ReleaseFieldsetProps) {
  const { text } = useText();
  const field = (name: ReleaseField) => {
    return { name, id: `field-${name}`, label: text(LABELS[name]), error: errorFor(name), defaultValue: values[name] };
  };
  return (
    <fieldset className="block-card grid min-w-0 items-start gap-5 p-5 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="sr-only">{text('releases.field.about')}</legend>
      <Field
        {...field('version')}
        hint={text('releases.field.versionHint')}
        required
        maxLength={MAX_SEMVER}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <Field {...field('title')} hint={text('releases.field.titleHint')} maxLength={MAX_TITLE} />
      <Field {...field('date')} type="date" required />
      <SelectField {...field('stream')}>
        <StreamOptions />
        <OddOption value={values.stream} known={RELEASE_STREAMS} />
      </SelectField>
      <ReaderFields field={field} values={values} roles={roles} />
      <Field {...field('post')} hint={text('releases.field.postHint')} autoComplete="off" spellCheck={false} />
      <PlatformChoices
        prefix=""
        chosen={values.platforms}
        platforms={platforms}
        legend={text('releases.field.platforms')}
        error={errorFor('platforms')}
      />
      <CheckboxField
        name="major"
        value="yes"
        defaultChecked={values.major === 'yes'}
        label={text('releases.field.major')}
      />
    </fieldset>
  );
}

interface ReaderFieldsProps extends Pick<ReleaseFieldsetProps, 'values' | 'roles'> {
  field: (name: ReleaseField) => ComponentProps<typeof SelectField>;
}

function ReaderFields({ field, values, roles }: ReaderFieldsProps) {
  const { text } = useText();
  return (
    <>
      <SelectField {...field('visibility')}>
        {VISIBILITIES.map((visibility) => (
          <option key={visibility} value={visibility}>
            {text(VISIBILITY_NAMES[visibility])}
          </option>
        ))}
      </SelectField>
      <SelectField {...field('role')} hint={text('releases.field.roleHint')}>
        {roles.map((role) => (
          <option key={role} value={role}>
            {text(ROLE_NAMES[role])}
          </option>
        ))}
        <OddOption value={values.role} known={roles} />
      </SelectField>
    </>
  );
}

/** What other hands have written stays until somebody chooses otherwise. */
export function OddOption({ value, known }: { value: string; known: readonly string[] }) {
  return known.includes(value) ? null : <option value={value}>{value}</option>;
}

export function StreamOptions() {
  const { text } = useText();
  return RELEASE_STREAMS.map((stream) => (
    <option key={stream} value={stream}>
      {text(STREAM_NAMES[stream])}
    </option>
  ));
}

interface PlatformChoicesProps {
  prefix: string;
  chosen: string;
  platforms: readonly PlatformChoice[];
  legend: string;
  error: string | undefined;
}

/** None means all. What other hands have written stays until somebody chooses otherwise. */
export function PlatformChoices({ prefix, chosen, platforms, legend, error }: PlatformChoicesProps) {
  const marked = parseMembers(chosen);
  const foreign = marked.filter((name) => platforms.every(({ platform }) => platform !== name));
  const shown = [...platforms, ...foreign.map((name) => ({ platform: name, name }))];
  return (
    <fieldset id={`field-${prefix}platforms`} tabIndex={-1} className="min-w-0">
      <legend className="field-label">{legend}</legend>
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {shown.map(({ platform, name }) => (
          <label key={platform} className="choice">
            <input
              type="checkbox"
              className="checkbox"
              name={platformField(prefix, platform)}
              value="yes"
              defaultChecked={marked.includes(platform)}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className="field-error">
          <Mark name="warning" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}

export const LABELS = {
  version: 'releases.field.version',
  stream: 'releases.field.stream',
  title: 'releases.field.title',
  date: 'releases.field.date',
  platforms: 'releases.field.platforms',
  major: 'releases.field.major',
  visibility: 'editor.field.visibility',
  role: 'releases.field.role',
  post: 'releases.field.post',
  intro: 'releases.field.intro',
} as const satisfies Record<ReleaseField, TextKey>;

export const LINE_LABELS = {
  category: 'releases.line.category',
  text: 'releases.line.words',
  stream: 'releases.line.stream',
  platforms: 'releases.line.platforms',
  major: 'releases.line.major',
  link: 'releases.line.link',
} as const satisfies Record<LineField, TextKey>;

const VISIBILITY_NAMES = {
  public: 'releases.visibility.public',
  unlisted: 'editor.visibility.unlisted',
  hidden: 'editor.visibility.hidden',
} as const satisfies Record<ReleaseVisibility, TextKey>;

export const STREAM_NAMES = {
  stable: 'changelogs.stream.stable',
  beta: 'changelogs.stream.beta',
  alpha: 'changelogs.stream.alpha',
} as const satisfies Record<ReleaseStream, TextKey>;

export const ROLE_NAMES = {
  public: 'releases.role.public',
  authenticated: 'releases.role.players',
  staff: 'releases.role.staff',
  admin: 'releases.role.admin',
  super: 'releases.role.super',
} as const satisfies Record<Role, TextKey>;
