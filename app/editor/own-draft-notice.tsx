import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { RelativeTime } from '#lib/locale/time.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';

interface OwnDraftNoticeProps {
  form: PageForm;
  /** ISO 8601. */
  savedAt: string;
  /** Milliseconds since 1970. */
  now: number;
  changed: readonly string[];
  to: string;
}

export function OwnDraftNotice({ form, savedAt, now, changed, to }: OwnDraftNoticeProps) {
  const { text, richText, formatList } = useText();
  return (
    <Notice title={text('editor.own.title')}>
      <p>
        {richText('editor.own.about', { ago: <RelativeTime at={savedAt} now={now} />, fields: formatList(changed) })}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <SiteLink to={to} reloadDocument className={buttonClass('loud')}>
          {text('editor.own.take')}
        </SiteLink>
        <ActionForm form={form} fields={{ intent: 'editor.discard' }}>
          <Submit kind="quiet">{text('editor.own.discard')}</Submit>
        </ActionForm>
      </div>
    </Notice>
  );
}
