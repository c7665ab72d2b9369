import { useText } from '#app/current/locale.ts';
import { Fact, FactList, Panel } from '#app/current/page/record.tsx';
import type { IssueDay, IssueVersion, ListedIssue } from '#app/telemetry/issues/issue.ts';
import { LocalTime, RelativeTime } from '#lib/locale/time.tsx';
import { BarChart } from '#lib/ui/bar-chart.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';

interface IssueFactsProps {
  readonly issue: ListedIssue;
  readonly parts: { readonly days: readonly IssueDay[]; readonly versions: readonly IssueVersion[] };
  readonly assignee: NamedPerson | undefined;
  /** When the page was made, in milliseconds since 1970. */
  readonly now: number;
}

export function IssueFacts({ issue, parts: { days, versions }, assignee, now }: IssueFactsProps) {
  const { text, formatNumber } = useText();
  return (
    <Panel title={text('admin.errors.facts')}>
      <FactList>
        <Fact name={text('admin.errors.times')}>{formatNumber(issue.occurrences)}</Fact>
        <Fact name={text('admin.errors.people')}>
          <span title={text('admin.errors.peopleHow')}>{formatNumber(issue.people)}</span>
        </Fact>
        <Fact name={text('admin.errors.first')}>
          <LocalTime at={issue.firstSeenAt} />
        </Fact>
        <Fact name={text('admin.errors.last')}>
          <RelativeTime at={issue.lastSeenAt} now={now} />
        </Fact>
        <Fact name={text('admin.errors.versions')}>
          <Versions versions={versions} />
        </Fact>
        <Fact name={text('admin.errors.assignee')}>
          {assignee === undefined ? text('admin.errors.nobody') : <PersonLink person={assignee} />}
        </Fact>
      </FactList>
      <DayChart days={days} now={now} />
      <p className="text-sm text-muted">{text('admin.errors.peopleHow')}</p>
    </Panel>
  );
}

function Versions({ versions }: { readonly versions: readonly IssueVersion[] }) {
  const { text, formatDate } = useText();
  const format = (day: string) => formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <ul>
      {versions.map(({ version, firstDay, lastDay, occurrences }) => (
        <li key={version}>
          {text('admin.errors.inVersion', {
            version: version === '' ? '?' : version,
            count: occurrences,
            first: format(firstDay),
            last: format(lastDay),
          })}
        </li>
      ))}
    </ul>
  );
}

const [SHOWN_DAYS, DAY_MS] = [30, 86_400_000];

function DayChart({ days, now }: { readonly days: readonly IssueDay[]; readonly now: number }) {
  const { text, formatDate, formatNumber } = useText();
  const format = (day: string) => formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' });
  const byDay = new Map(days.map((one) => [one.day, one]));
  const shown = Array.from({ length: SHOWN_DAYS }, (_, at) => {
    const day = new Date(now - (SHOWN_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, occurrences: 0, people: 0 };
  });
  const sum = shown.reduce((all, { occurrences }) => all + occurrences, 0);
  return (
    <>
      <BarChart
        className="h-20"
        label={text('admin.errors.chart', { sum, most: Math.max(0, ...shown.map(({ occurrences }) => occurrences)) })}
        bars={shown.map(({ day, occurrences }) => {
          return { key: day, value: occurrences, title: `${format(day)}: ${formatNumber(occurrences)}` };
        })}
      />
      <Details summary={text('admin.errors.table')}>
        <Table
          caption={text('admin.errors.byDay')}
          rows={days.toReversed()}
          toKey={({ day }) => day}
          columns={[
            { id: 'day', header: text('admin.errors.day'), cell: ({ day }) => format(day) },
            {
              id: 'times',
              header: text('admin.errors.times'),
              cell: ({ occurrences }) => formatNumber(occurrences),
              isNumber: true,
            },
            {
              id: 'people',
              header: text('admin.errors.peopleOfDay'),
              cell: ({ people }) => formatNumber(people),
              isNumber: true,
            },
          ]}
        />
      </Details>
    </>
  );
}
