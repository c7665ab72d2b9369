import { useText } from '#app/current/locale.ts';
import { CopyButton } from '#lib/ui/copy-button.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { NEW_KEY } from '../key.ts';
import type { CreatedKey } from '../key.ts';

/** The key is shown only here; without scripts it can be selected and copied. */
export function NewKeyNotice({ created }: { created: Pick<CreatedKey, 'name' | 'key'> }) {
  const { text } = useText();
  return (
    <Notice kind="success" title={text('keys.new.title', { name: created.name })} live>
      <p>{text('keys.new.once')}</p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Field
          label={text('keys.new.label')}
          value={created.key}
          readOnly
          {...FOCUS}
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="min-w-0 grow basis-72 [&_input]:font-mono"
        />
        <CopyButton words={created.key} label={text('keys.new.copy')} copied={text('keys.new.copied')} />
      </div>
    </Notice>
  );
}

const FOCUS = { id: NEW_KEY, autoFocus: true };
