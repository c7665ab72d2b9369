import { useState } from 'react';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { KEY_PERMISSIONS, PERMISSION_IDS } from '#app/delegation/permissions.ts';
import { keyRequestPath } from '#app/delegation/form/key-request.ts';
import { MAX_NAME_LENGTH, tidyKeyName } from '#app/delegation/key.ts';
import type { PermissionId } from '#app/delegation/permissions.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { CheckboxField, Field } from '#lib/ui/field.tsx';

const FIRST: readonly PermissionId[] = ['rce-lh-read'];

/** A link to the form of the account page, filled in; without a script with the least that a tool needs. */
export function KeyMaker() {
  const { text } = useText();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(FIRST);
  const request = { isFilled: true, name: tidyKeyName(name), permissions: chosen, unknown: [] };
  return (
    <section aria-labelledby="create-a-key" className="block-card space-y-5 p-5 sm:p-8">
      <h2 id="create-a-key" className="scroll-mt-6 text-2xl">
        {text('docs.keys.heading')}
      </h2>
      <p className="max-w-[68ch]">{text('docs.keys.text')}</p>
      <div className="space-y-5 [@media(scripting:none)]:hidden">
        <Field
          label={text('docs.keys.name')}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          className="max-w-md"
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset>
          <legend className="field-label">{text('docs.keys.permissions')}</legend>
          <div className="grid gap-3 md:grid-cols-2">
            {PERMISSION_IDS.map((id) => (
              <CheckboxField
                key={id}
                label={text(KEY_PERMISSIONS[id].name)}
                hint={<code lang="zxx">{id}</code>}
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  setChosen(PERMISSION_IDS.filter((one) => (one === id ? target.checked : chosen.includes(one))))
                }
              />
            ))}
          </div>
        </fieldset>
      </div>
      <SiteLink to={keyRequestPath(request)} className={buttonClass('plain')}>
        {text('docs.keys.create')}
      </SiteLink>
    </section>
  );
}
