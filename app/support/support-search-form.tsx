import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';

/** Asks the page of all answers, so that it works without scripts. @param q what is looked for now */
export function SupportSearchForm({ q = '' }: { readonly q?: string | undefined }) {
  const { text } = useText();
  return (
    <search>
      <Form action={useSitePath('/support')} className="flex flex-wrap items-end gap-3">
        <div className="field grow basis-64">
          <label className="field-label" htmlFor="support-search">
            {text('support.search.label')}
          </label>
          {/* Keyed, so that Back shows what was looked for then. */}
          <input
            key={q}
            id="support-search"
            type="search"
            name="q"
            defaultValue={q}
            maxLength={256}
            enterKeyHint="search"
            placeholder={text('support.search.example')}
            className="control"
          />
        </div>
        <Button type="submit" kind="loud">
          {text('support.search.submit')}
        </Button>
      </Form>
    </search>
  );
}
