import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Fact, FactList, Panel, RecordHeader } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { consoleContext } from '#app/noun/noun.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';

import { adminHead } from '../admin-head.server.ts';
import { AuditSentenceText, FieldChanges } from '../audit/audit-list.tsx';
import { loadAuditEntry } from '../audit/audit-page.server.ts';
import { PersonLink } from '../person-link.tsx';
import type { Route } from './+types/audit-entry';

export const loader = withCurrent(async (current, { params, context }: Route.LoaderArgs) => {
  const page = await loadAuditEntry(current, context.get(consoleContext), params.auditId);
  const id = String(page.entry.auditId);
  return { ...page, crumb: id, head: await adminHead(current, 'admin.audit.entryTitle', 'admin.audit.about', { id }) };
});

export default function AuditEntryPage({ loaderData: { entry, sentence, link, person } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="space-y-4">
      <RecordHeader
        title={text('admin.audit.entryTitle', { id: String(entry.auditId) })}
        about={<LocalTime at={entry.at} />}
      />
      {sentence && <AuditSentenceText parts={sentence.parts} />}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <EntryFacts entry={entry} link={link} person={person} />
        <Panel title={text('admin.audit.beforeAfter')}>
          {entry.before === null && entry.after === null && <p>{text('admin.audit.noValues')}</p>}
          <FieldChanges changes={sentence?.changes ?? []} />
          <Values name={text('admin.audit.before')} json={entry.before} />
          <Values name={text('admin.audit.after')} json={entry.after} />
        </Panel>
      </div>
    </div>
  );
}

function EntryFacts({ entry, link, person }: Pick<Route.ComponentProps['loaderData'], 'entry' | 'link' | 'person'>) {
  const { text } = useText();
  return (
    <Panel title={text('admin.audit.facts')}>
      <FactList>
        <Fact name={text('admin.audit.byWhom')}>
          {person === null ? text('admin.audit.nobody') : <PersonLink person={person} />}
        </Fact>
        <Fact name={text('admin.audit.ownRole')}>{text('shell.account.role', { role: entry.role })}</Fact>
        {entry.masquerade !== null && (
          <Fact name={text('admin.audit.seenAs')}>{text('shell.account.role', { role: entry.masquerade })}</Fact>
        )}
        <Fact name={text('admin.audit.action')}>
          <FilterLink filter={{ action: entry.action }}>{entry.action}</FilterLink>
        </Fact>
        <Fact name={text('admin.audit.target')}>
          <FilterLink filter={{ target: entry.target }}>{entry.target}</FilterLink>
        </Fact>
        {entry.reason !== null && (
          <Fact name={text('admin.audit.why')}>
            <q lang="en">{entry.reason}</q>
          </Fact>
        )}
        <Fact name={text('admin.audit.request')}>
          <code lang="zxx">{entry.requestId}</code>
        </Fact>
        <Fact name={text('admin.audit.link')}>
          {link === null ? (
            text('admin.audit.notYet')
          ) : (
            <div className="space-y-1">
              <p>{text('admin.audit.linked', { place: link.position, day: link.day ?? '–' })}</p>
              {link.isErased && <p>{text('admin.audit.erased')}</p>}
              <code lang="zxx">{link.hash}</code>
            </div>
          )}
        </Fact>
      </FactList>
    </Panel>
  );
}

function FilterLink({ filter, children }: { filter: Record<string, string>; children: string }) {
  return (
    <SiteLink to={withQuery('/admin/audit', filter)} className="font-bold text-link underline">
      <span lang="zxx">{children}</span>
    </SiteLink>
  );
}

function Values({ name, json }: { name: string; json: string | null }) {
  if (json === null) return null;
  return (
    <section className="space-y-1">
      <h3 className="text-base">{name}</h3>
      <pre lang="zxx" className="text-sm wrap-anywhere whitespace-pre-wrap">
        {json}
      </pre>
    </section>
  );
}
