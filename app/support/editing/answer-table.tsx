import { VisibilityMark } from '#app/articles/visibility-mark.tsx';
import { LOCALE_NAMES, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { NEW_NAME } from '#app/editor/own-draft.ts';
import { Table } from '#lib/ui/table.tsx';
import type { Column } from '#lib/ui/table.tsx';

import type { AnswerTally, SearchMiss, SupportAnswer } from '../answer.ts';

interface AnswerTableProps {
  readonly caption: string;
  readonly answers: readonly (SupportAnswer & AnswerTally)[];
}

export function AnswerTable({ caption, answers }: AnswerTableProps) {
  const { text } = useText();
  const number = (id: keyof AnswerTally, header: string): Column<SupportAnswer & AnswerTally> => ({
    id,
    header,
    isNumber: true,
    cell: (answer) => answer[id],
  });
  return (
    <Table
      caption={caption}
      toKey={({ itemId }) => itemId}
      rows={answers}
      columns={[
        { id: 'answer', header: text('support.desk.answer'), cell: (answer) => <Title answer={answer} /> },
        number('helped', text('support.desk.helped')),
        number('missed', text('support.desk.missed')),
        number('spared', text('support.desk.spared')),
        number('written', text('support.desk.written')),
      ]}
    />
  );
}

function Title({ answer }: { readonly answer: SupportAnswer }) {
  const { itemId, slug, title, locale, platforms, versions, originalId, variantOf, visibility } = answer;
  const beside = [
    ...(originalId === undefined ? [] : [LOCALE_NAMES[locale]]),
    ...(variantOf === undefined ? [] : [...platforms, versions]),
  ].filter((part) => part !== '');
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <SiteLink
        to={`/editor/answers/${slug === NEW_NAME ? itemId : encodeURIComponent(slug)}`}
        className="font-bold wrap-anywhere underline"
      >
        {title}
      </SiteLink>
      {beside.length > 0 && <span className="text-sm text-muted">{beside.join(' · ')}</span>}
      <VisibilityMark visibility={visibility} />
    </span>
  );
}

export function MissTable({ misses }: { readonly misses: readonly SearchMiss[] }) {
  const { text, formatDate } = useText();
  return (
    <Table
      caption={text('support.desk.misses')}
      toKey={({ words, locale }) => `${locale} ${words}`}
      rows={misses}
      empty={text('support.desk.noMisses')}
      columns={[
        { id: 'words', header: text('support.desk.words'), cell: ({ words }) => words },
        { id: 'locale', header: text('support.desk.locale'), cell: ({ locale }) => locale },
        { id: 'count', header: text('support.desk.count'), isNumber: true, cell: ({ count }) => count },
        { id: 'last', header: text('support.desk.last'), cell: ({ last }) => formatDate(last) },
      ]}
    />
  );
}
