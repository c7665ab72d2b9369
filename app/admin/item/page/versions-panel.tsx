import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { List } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { MarkedText } from '#app/editor/merge-view.tsx';
import type { WordMark } from '#app/editor/merge.ts';
import { VersionDiff } from '#app/editor/versions/version-diff.tsx';
import type { DocumentComparison } from '#app/editor/versions/version-diff.tsx';
import type { Item } from '#app/storage/item.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { hasKey } from '#lib/has-key.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Table } from '#lib/ui/table.tsx';

import { PersonLink } from '../../person-link.tsx';
import type { NamedPerson } from '../../person-link.tsx';
import { bodyAddress } from '../item-body.ts';

interface VersionsPanelProps {
  readonly form: PageForm;
  readonly item: Pick<Item, 'crateId' | 'itemId'>;
  readonly path: string;
  readonly rev: string;
  /** Undefined for whom may not read them. */
  readonly list:
    | { readonly versions: readonly VersionRow[]; readonly next: number | undefined; readonly isFirst: boolean }
    | undefined;
  readonly compared: PresentComparison | undefined;
  readonly mayRestore: boolean;
}

interface VersionRow {
  readonly rev: number;
  readonly at: string;
  readonly by: NamedPerson | undefined;
  readonly bytes: number;
  readonly mimetype: string;
  readonly isPresent: boolean;
}

interface PresentComparison extends DocumentComparison<string> {
  readonly rev: number;
  readonly isPicture: boolean;
  /** Undefined where the texts are too long for that. */
  readonly words: readonly WordMark[] | undefined;
}

const VERSIONS: ListKind<VersionRow> = {
  toKey: ({ rev }) => String(rev),
  empty: 'admin.item.noVersions',
  pages: {
    title: 'editor.versions.pages',
    cursor: 'before',
    next: 'editor.versions.older',
    first: 'admin.item.newest',
  },
};

export function VersionsPanel({ list, compared, ...props }: VersionsPanelProps) {
  const { text, formatNumber } = useText();
  const { path } = props;
  if (list === undefined) {
    return (
      <Panel title={text('admin.item.view.versions')}>
        <p>{text('admin.item.mayNot')}</p>
      </Panel>
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      {compared !== undefined && <Comparison compared={compared} {...props} />}
      <Panel title={text('admin.item.view.versions')} aside={text('admin.item.versionsAside')}>
        <List
          of={VERSIONS}
          rows={list.versions}
          address={withQuery(path, { view: 'versions' })}
          next={list.next === undefined ? undefined : String(list.next)}
          isFirst={list.isFirst}
        >
          <Table
            caption={text('admin.item.versions')}
            rows={list.versions}
            toKey={({ rev }) => String(rev)}
            columns={[
              { id: 'rev', header: text('admin.item.rev'), isNumber: true, cell: ({ rev }) => rev },
              { id: 'at', header: text('admin.item.at'), cell: ({ at }) => <LocalTime at={at} /> },
              { id: 'by', header: text('admin.item.by'), cell: ({ by }) => by && <PersonLink person={by} /> },
              {
                id: 'bytes',
                header: text('admin.item.bytes'),
                isNumber: true,
                cell: ({ bytes }) => formatNumber(bytes),
              },
              {
                id: 'look',
                header: text('admin.item.compare'),
                cell: (version) => <VersionLink version={version} path={path} shown={compared?.rev} />,
              },
            ]}
          />
        </List>
      </Panel>
    </div>
  );
}

function VersionLink({ version, path, shown }: { version: VersionRow; path: string; shown: number | undefined }) {
  const { text } = useText();
  const { rev, isPresent } = version;
  if (isPresent) return <strong>{text('editor.versions.present')}</strong>;
  return (
    <SiteLink
      to={withQuery(path, { view: 'versions', rev })}
      aria-current={shown === rev ? 'true' : undefined}
      className="font-bold text-link underline"
    >
      {text('admin.item.compareWith', { rev: String(rev) })}
    </SiteLink>
  );
}

function Comparison({
  compared,
  form,
  item,
  rev,
  mayRestore,
}: Omit<VersionsPanelProps, 'list' | 'path'> & { compared: PresentComparison }) {
  const { text } = useText();
  const { isPicture, words } = compared;
  return (
    <VersionDiff
      title={text('admin.item.changesSince', { rev: String(compared.rev) })}
      compared={compared}
      labelFor={(name) => (hasKey(LABELS, name) ? text(LABELS[name]) : name)}
    >
      {words?.some(({ kind }) => kind !== 'same') && (
        <Details summary={text('admin.item.byWord')}>
          <p className="font-mono text-sm whitespace-pre-wrap wrap-anywhere">
            <MarkedText text={words.map((mark) => mark.text).join('')} marks={words} />
          </p>
        </Details>
      )}
      {isPicture && (
        <div className="grid gap-4 sm:grid-cols-2">
          {[compared.rev, Number(rev)].map((one) => (
            <figure key={one} className="min-w-0 space-y-1">
              <img
                src={bodyAddress(item, one)}
                alt={text('admin.item.pictureOf', { rev: String(one) })}
                className="max-h-80 max-w-full rounded-xl border-2 border-hairline object-contain"
              />
              <figcaption className="text-sm text-muted">
                {text('admin.item.pictureOf', { rev: String(one) })}
              </figcaption>
            </figure>
          ))}
        </div>
      )}
      {mayRestore && (
        <ActionForm form={form} fields={{ intent: 'item.restore', from: String(compared.rev), rev }}>
          <Submit kind="loud">{text('admin.item.restore', { rev: String(compared.rev) })}</Submit>
        </ActionForm>
      )}
    </VersionDiff>
  );
}

export const LABELS = {
  name: 'admin.item.name',
  tags: 'admin.item.tags',
  note: 'admin.item.note',
  map: 'admin.item.map',
  type: 'admin.item.type',
  text: 'admin.item.text',
  people: 'admin.item.people',
  bytes: 'admin.item.bytes',
} as const satisfies Readonly<Record<string, TextKey>>;
