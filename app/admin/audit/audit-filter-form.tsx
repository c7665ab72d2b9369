import { Form } from 'react-router';

import type { AuditFilters } from '#app/audit/audit.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

interface AuditFilterFormProps {
  filters: AuditFilters;
  /** Every kind of deed, as `thing.verb`. */
  actions: readonly string[];
}

const MASQUERADES = ['any', 'authenticated', 'staff', 'admin'] as const;

export function AuditFilterForm({ filters, actions }: AuditFilterFormProps) {
  const { text } = useText();
  const path = useSitePath('/admin/audit');
  return (
    <search>
      <Form key={JSON.stringify(filters)} method="get" action={path} className="filter-grid audit-filters">
        <Field name="userId" label={text('admin.audit.byWhom')} defaultValue={filters.userId} {...PLAIN} />
        <SelectField name="action" label={text('admin.audit.action')} defaultValue={filters.action ?? ''}>
          <option value="">{text('admin.audit.every')}</option>
          {[...Map.groupBy(actions, toThing)].map(([thing, ofThing]) => (
            <optgroup key={thing} label={thing} lang="zxx">
              <option value={thing}>{`${thing}.*`}</option>
              {ofThing.map((action) => (
                <option key={action} value={action}>
                  {action}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <Field name="target" label={text('admin.audit.target')} defaultValue={filters.target} {...PLAIN} />
        <Field type="date" name="since" label={text('admin.audit.since')} defaultValue={filters.since} />
        <Field type="date" name="until" label={text('admin.audit.untilDay')} defaultValue={filters.until} />
        <SelectField name="seenAs" label={text('admin.audit.seenAs')} defaultValue={filters.seenAs ?? ''}>
          <option value="">{text('admin.audit.every')}</option>
          {MASQUERADES.map((role) => (
            <option key={role} value={role}>
              {role === 'any' ? text('admin.audit.anyMasquerade') : text('shell.account.role', { role })}
            </option>
          ))}
        </SelectField>
        <Field
          type="search"
          name="reason"
          label={text('admin.audit.reasonWords')}
          defaultValue={filters.reason}
          {...PLAIN}
        />
        <Button type="submit">{text('admin.audit.find')}</Button>
      </Form>
    </search>
  );
}

const PLAIN = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false, maxLength: 256 } as const;

const toThing = (action: string) => action.split('.', 1)[0] ?? '';

/** What the links of the page go on with. */
export function ExportLinks({ query }: { query: string }) {
  const { text } = useText();
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {(['csv', 'jsonl'] as const).map((format) => (
        <SiteLink
          key={format}
          reloadDocument
          to={`/admin/audit/export?format=${format}${query === '' ? '' : `&${query}`}`}
          className="inline-block py-0.5 text-link underline"
        >
          {text(format === 'csv' ? 'admin.audit.exportCsv' : 'admin.audit.exportJsonl')}
        </SiteLink>
      ))}
    </p>
  );
}
