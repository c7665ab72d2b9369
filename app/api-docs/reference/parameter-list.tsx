import { useText } from '#app/current/locale.ts';
import { Table } from '#lib/ui/table.tsx';

import type { FieldReference } from '../contract/reference.ts';

export function ParameterList({ caption, parameters }: { caption: string; parameters: readonly FieldReference[] }) {
  const { text } = useText();
  if (parameters.length === 0) return null;
  return (
    <Table
      caption={caption}
      rows={parameters}
      toKey={({ name }) => name}
      columns={[
        { id: 'name', header: text('docs.parameter.name'), cell: (parameter) => <ParameterName {...parameter} /> },
        { id: 'type', header: text('docs.parameter.type'), cell: (parameter) => <ParameterType {...parameter} /> },
        { id: 'meaning', header: text('docs.parameter.meaning'), cell: ({ meaning }) => meaning },
      ]}
    />
  );
}

const SHORT = 24;

function ParameterName({ name, isRequired }: FieldReference) {
  const { text } = useText();
  return (
    <div>
      <code lang="zxx" className={`font-bold wrap-anywhere ${name.length > SHORT ? '' : 'md:whitespace-nowrap'}`}>
        {name}
      </code>
      {isRequired && <span className="block text-sm font-bold text-danger">{text('docs.parameter.required')}</span>}
    </div>
  );
}

const LONG = 60;

function ParameterType({ type, limits }: FieldReference) {
  return (
    <div>
      <code lang="zxx" className={`wrap-anywhere ${type.length > LONG ? 'block whitespace-pre-wrap text-sm' : ''}`}>
        {type}
      </code>
      {limits !== '' && <span className="block text-sm wrap-anywhere text-muted">{limits}</span>}
    </div>
  );
}
