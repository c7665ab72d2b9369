import { useText } from '#app/current/locale.ts';
import { Table } from '#lib/ui/table.tsx';

import type { ObjectField, ObjectReference } from '../contract/reference.ts';

export const OBJECTS = 'objects';

/** What stands in answers: each object once, with all that its fields mean. */
export function ObjectList({ objects }: { objects: readonly ObjectReference[] }) {
  const { text } = useText();
  if (objects.length === 0) return null;
  return (
    <section aria-labelledby={OBJECTS} className="space-y-6">
      <h2 id={OBJECTS} className="squiggle scroll-mt-6 text-3xl">
        {text('docs.objects.heading')}
      </h2>
      {objects.map(({ name, about, fields }) => (
        <section
          key={name}
          id={objectAnchor(name)}
          aria-labelledby={`${objectAnchor(name)}-title`}
          className="block-card scroll-mt-6 space-y-4 p-4 sm:p-6"
        >
          <h3 id={`${objectAnchor(name)}-title`} className="font-sans text-lg font-bold">
            <code lang="zxx">{name}</code>
          </h3>
          <p>{about}</p>
          <FieldTable name={name} fields={fields} />
        </section>
      ))}
    </section>
  );
}

/** Links to the objects of an answer. */
export function ObjectLinks({ names }: { names: readonly string[] }) {
  const { text } = useText();
  if (names.length === 0) return null;
  return (
    <p>
      <span>{text('docs.objects.used')}</span>
      {names.map((name) => (
        <a key={name} href={`#${objectAnchor(name)}`} className="ms-2 inline-block py-0.5 text-link underline">
          <code lang="zxx">{name}</code>
        </a>
      ))}
    </p>
  );
}

function FieldTable({ name, fields }: Pick<ObjectReference, 'name' | 'fields'>) {
  const { text } = useText();
  return (
    <Table
      caption={text('docs.objects.fields', { name })}
      rows={fields}
      toKey={(field) => field.name}
      columns={[
        { id: 'name', header: text('docs.parameter.name'), cell: (field) => <FieldName {...field} /> },
        { id: 'type', header: text('docs.parameter.type'), cell: ({ type }) => <Code text={type} /> },
        { id: 'meaning', header: text('docs.parameter.meaning'), cell: (field) => <FieldMeaning {...field} /> },
      ]}
    />
  );
}

function FieldName({ name, isRequired }: ObjectField) {
  const { text } = useText();
  return (
    <div>
      <code lang="zxx" className="font-bold wrap-anywhere">
        {name}
      </code>
      {!isRequired && <span className="block text-sm text-muted">{text('docs.objects.optional')}</span>}
    </div>
  );
}

function FieldMeaning({ meaning, sample }: ObjectField) {
  const { text } = useText();
  return (
    <div>
      <span className="block">{meaning}</span>
      {sample !== undefined && (
        <span className="block text-sm text-muted">
          <span>{text('docs.objects.sample')}</span> <Code text={sample} />
        </span>
      )}
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    <code lang="zxx" className="text-sm wrap-anywhere">
      {text}
    </code>
  );
}

function objectAnchor(name: string): string {
  return `object-${name}`;
}
