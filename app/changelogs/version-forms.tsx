import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { MAX_SEMVER } from './changelog.ts';
import type { ChangelogPage, ChangelogQuery } from './changelog.ts';

export function VersionForms({ page }: { page: ChangelogPage }) {
  return (
    <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
      <VersionForm page={page} />
      <ComparisonForm page={page} />
    </div>
  );
}

function VersionForm({ page: { path, query } }: { page: ChangelogPage }) {
  const { text } = useText();
  return (
    <form method="get" action={useSitePath(path)} className="flex flex-wrap items-end gap-4">
      <HiddenChoices query={query} />
      <Field
        key={query.version ?? ''}
        label={text('changelog.filter.label')}
        hint={text('changelog.filter.hint')}
        name="version"
        defaultValue={query.version ?? ''}
        maxLength={MAX_SEMVER}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">{text('changelog.filter.button')}</Button>
    </form>
  );
}

function ComparisonForm({ page: { path, query, versions } }: { page: ChangelogPage }) {
  const { text } = useText();
  const action = useSitePath(path);
  const [newest, before] = versions;
  if (newest === undefined || before === undefined) return null;
  const select = (name: 'from' | 'to', label: string, otherwise: string) => {
    const chosen = query[name] ?? otherwise;
    return (
      <SelectField key={chosen} label={label} name={name} defaultValue={chosen}>
        {[...new Set([chosen, ...versions])].map((version) => (
          <option key={version}>{version}</option>
        ))}
      </SelectField>
    );
  };
  return (
    <form method="get" action={action} className="flex flex-wrap items-end gap-4">
      <HiddenChoices query={query} />
      {select('from', text('changelogs.compare.from'), before)}
      {select('to', text('changelogs.compare.to'), newest)}
      <Button type="submit">{text('changelogs.compare.button')}</Button>
    </form>
  );
}

function HiddenChoices({ query: { stream, category, platform } }: { query: ChangelogQuery }) {
  return (
    <>
      {stream && <input type="hidden" name="stream" value={stream} />}
      {category && <input type="hidden" name="category" value={category} />}
      {platform && <input type="hidden" name="platform" value={platform} />}
    </>
  );
}
