import { useState } from 'react';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { CheckboxField, Field } from '#lib/ui/field.tsx';

import type { KeyOptions } from '../contract/reference.ts';

const FIRST: readonly string[] = ['rce-lh-read'];

/** A link to the form of the account page, filled in; without a script with the least that a tool needs. */
export function KeyMaker({ options: { permissions, maxName } }: { options: KeyOptions }) {
  const { text } = useText();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(FIRST);
  const search = new URLSearchParams({ delegationPermissions: chosen.join(','), delegationKeyName: name.trim() });
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
          maxLength={maxName}
          autoComplete="off"
          className="max-w-md"
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset>
          <legend className="field-label">{text('docs.keys.permissions')}</legend>
          <div className="grid gap-3 md:grid-cols-2">
            {permissions.map(({ id, name }) => (
              <CheckboxField
                key={id}
                label={name}
                hint={<code lang="zxx">{id}</code>}
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  setChosen([...chosen.filter((one) => one !== id), ...(target.checked ? [id] : [])])
                }
              />
            ))}
          </div>
        </fieldset>
      </div>
      <SiteLink to={`/account?${search}#keys`} className={buttonClass('plain')}>
        {text('docs.keys.create')}
      </SiteLink>
    </section>
  );
}
