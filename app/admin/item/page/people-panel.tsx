import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Field } from '#lib/ui/field.tsx';

import { PersonLink } from '../../person-link.tsx';
import type { NamedPerson } from '../../person-link.tsx';

interface PeoplePanelProps {
  readonly form: PageForm;
  /** The owner first. */
  readonly people: readonly NamedPerson[];
  readonly may: { readonly collaborate: boolean; readonly transfer: boolean };
}

export function PeoplePanel({ form, people, may }: PeoplePanelProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'item.addPerson' });
  return (
    <Panel title={text('admin.item.people')} aside={text('admin.item.peopleAside')}>
      {may.collaborate ? (
        <ActionForm form={form} fields={{ intent: 'item.addPerson' }} className="flex flex-wrap items-start gap-3">
          <Field
            label={text('admin.item.who')}
            hint={text('admin.item.whoHint')}
            {...fieldFor(refusal, 'who')}
            required
            maxLength={254}
            autoComplete="off"
            className="min-w-0 grow basis-64"
          />
          <Submit className="sm:mt-8">{text('admin.item.addPerson')}</Submit>
        </ActionForm>
      ) : (
        <p className="text-muted">{text('admin.item.mayNot')}</p>
      )}
      <ul className="divide-y-2 divide-hairline">
        {people.map((person, at) => (
          <Person key={person.userId} form={form} person={person} isOwner={at === 0} may={may} />
        ))}
      </ul>
    </Panel>
  );
}

interface PersonProps extends Pick<PeoplePanelProps, 'form' | 'may'> {
  readonly person: NamedPerson;
  readonly isOwner: boolean;
}

function Person({ form, person, isOwner, may }: PersonProps) {
  const { text } = useText();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="min-w-0 grow wrap-anywhere">
        <PersonLink person={person} />
      </span>
      <Badge tone={isOwner ? 'loud' : 'plain'}>{text(isOwner ? 'admin.item.owner' : 'admin.item.collaborator')}</Badge>
      {!isOwner && may.transfer && (
        <Removal
          form={form}
          fields={{ intent: 'item.makeOwner', userId: person.userId }}
          label={text('admin.item.makeOwner')}
          spoken={text('admin.item.makeOwnerOf', { name: person.name })}
          question={text('admin.item.makeOwnerQuestion', { name: person.name })}
          submit={text('admin.item.makeOwner')}
        />
      )}
      {!isOwner && may.collaborate && (
        <Removal
          form={form}
          fields={{ intent: 'item.removePerson', userId: person.userId }}
          label={text('admin.item.removePerson')}
          spoken={text('admin.item.removePersonOf', { name: person.name })}
          question={text('admin.item.removeQuestion', { name: person.name })}
          submit={text('admin.item.removePerson')}
        />
      )}
    </li>
  );
}
