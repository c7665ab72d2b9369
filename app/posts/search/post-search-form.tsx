import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';

/** Asks the feed itself, so that it works without scripts. @param q what is looked for now */
export function PostSearchForm({ path, q = '' }: { path: string; q?: string }) {
  const { text } = useText();
  const action = useSitePath(path);
  return (
    <search>
      <Form action={action} className="flex flex-wrap items-end gap-3">
        <div className="field grow basis-64">
          <label className="field-label" htmlFor="post-search">
            {text('search.label')}
          </label>
          {/* Keyed, so that Back shows what was looked for then. */}
          <input
            key={q}
            id="post-search"
            type="search"
            name="q"
            defaultValue={q}
            maxLength={256}
            enterKeyHint="search"
            className="control"
          />
        </div>
        <Button type="submit">{text('search.submit')}</Button>
      </Form>
    </search>
  );
}
