import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { MAX_SEMVER } from './changelog.ts';

/** A form that filters the page by a version or range. */
export function VersionFilter({ query }: { query: string }) {
  const { text } = useText();
  return (
    <form method="get" className="flex flex-wrap items-end gap-4">
      <Field
        key={query}
        label={text('changelog.filter.label')}
        hint={text('changelog.filter.hint')}
        name="version"
        defaultValue={query}
        maxLength={MAX_SEMVER}
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit">{text('changelog.filter.button')}</Button>
    </form>
  );
}
