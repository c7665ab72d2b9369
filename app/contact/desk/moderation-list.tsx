import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { entryPath } from '#app/feedbag/entry.ts';
import type { WaitingWords } from '#app/feedbag/moderation/waiting.ts';
import { RelativeTime } from '#lib/locale/time.tsx';

interface ModerationListProps {
  readonly form: PageForm;
  readonly waiting: readonly WaitingWords[];
  /** Names of players, which have a page of their own. */
  readonly names: number;
  readonly now: number;
}

const NAMES = {
  show: 'feedbag.staff.show',
  trust: 'feedbag.staff.trust',
  hide: 'feedbag.staff.hide',
  block: 'feedbag.staff.block',
} as const;

/** What players have written in public and somebody has to look at, the oldest first. */
export function ModerationList({ form, waiting, names, now }: ModerationListProps) {
  const { text } = useText();
  return (
    <div className="space-y-5">
      <p>
        <SiteLink to="/admin/alias-moderation" className="inline-block py-1 font-bold underline">
          {text('contact.desk.names', { count: names })}
        </SiteLink>
      </p>
      {waiting.length === 0 && <p className="text-lg">{text('contact.desk.nothingWaits')}</p>}
      <ul className="space-y-4">
        {waiting.map((words) => (
          <li key={words.messageId} className="block-card space-y-3 p-5">
            <p className="flex flex-wrap gap-x-3">
              <SiteLink
                to={entryPath(words)}
                data-walk=""
                className="inline-block py-1 font-bold wrap-anywhere underline"
              >
                {words.title}
              </SiteLink>
              <span>{text(words.kind === 'entry' ? 'contact.desk.isEntry' : 'contact.desk.isComment')}</span>
              <span className="wrap-anywhere">{words.name ?? text('feedbag.entry.visitor')}</span>
              <span className="text-muted">
                <RelativeTime at={words.at} now={now} />
              </span>
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">{words.body}</p>
            <div className="flex flex-wrap gap-2">
              {(['show', 'trust', 'hide', 'block'] as const).map((decision) => (
                <ActionForm key={decision} form={form} fields={fieldsOf(words, decision)}>
                  <Submit>{text(NAMES[decision])}</Submit>
                </ActionForm>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function fieldsOf({ kind, subjectId, messageId }: WaitingWords, decision: string) {
  const intent = kind === 'entry' ? 'feedbag.moderate' : 'feedbag.moderateComment';
  return { intent, subjectId, messageId, decision };
}
