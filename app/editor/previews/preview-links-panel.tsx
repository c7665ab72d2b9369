import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { LocalTime, RelativeTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { MAX_PREVIEW_LABEL, PREVIEW_DAYS } from './preview.ts';
import type { PreviewLink } from './preview.ts';

interface PreviewLinksPanelProps {
  form: PageForm;
  links: readonly PreviewLink[];
  /** Milliseconds since 1970. */
  now: number;
}

/** Links by which somebody without rights reads what is saved, as long as nobody revokes them. */
export function PreviewLinksPanel({ form, links, now }: PreviewLinksPanelProps) {
  const { text } = useText();
  const made = madeLink(form);
  const refusal = form.findRefusal({ intent: 'editor.createPreview' });
  return (
    <section aria-labelledby="previews" className="block-card min-w-0 space-y-4 p-5">
      <h2 id="previews" className="text-xl font-extrabold">
        {text('editor.previews.title')}
      </h2>
      <p>{text('editor.previews.about')}</p>
      {made !== undefined && (
        <Notice kind="success" title={text('editor.previews.made')} live>
          <p className="wrap-anywhere">{made}</p>
          <CopyButton words={made} label={text('editor.previews.copy')} copied={text('editor.previews.copied')} />
        </Notice>
      )}
      <ActionForm form={form} fields={{ intent: 'editor.createPreview' }} className="flex flex-wrap items-end gap-4">
        <Field
          name="label"
          label={text('editor.previews.label')}
          maxLength={MAX_PREVIEW_LABEL}
          defaultValue={refusal?.values['label']}
          error={refusal?.problem.fields?.['label']}
          autoComplete="off"
          className="grow"
        />
        <SelectField name="days" label={text('editor.previews.days')} defaultValue={refusal?.values['days'] ?? '7'}>
          {PREVIEW_DAYS.map((days) => (
            <option key={days} value={days}>
              {text('editor.previews.inDays', { days })}
            </option>
          ))}
        </SelectField>
        <Submit>{text('editor.previews.create')}</Submit>
      </ActionForm>
      {links.length > 0 && (
        <ul className="space-y-3">
          {links.map((link) => (
            <PreviewLinkRow key={link.previewId} form={form} link={link} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PreviewLinkRow({ form, link, now }: { form: PageForm; link: PreviewLink; now: number }) {
  const { text, richText } = useText();
  const { previewId, label, state, expiresAt, uses, lastUsedAt } = link;
  const name = label === '' ? text('editor.previews.nameless') : label;
  return (
    <li className="space-y-2 rounded-xl border-2 border-hairline p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">{name}</strong>
        <Badge tone={state === 'open' ? 'success' : 'plain'}>{text(STATES[state])}</Badge>
      </p>
      <p className="text-sm text-muted">
        {state === 'open' && <span>{richText('editor.previews.until', { at: <LocalTime at={expiresAt} /> })} </span>}
        <span>
          {lastUsedAt === null
            ? text('editor.previews.unused')
            : richText('editor.previews.used', { uses, ago: <RelativeTime at={lastUsedAt} now={now} /> })}
        </span>
      </p>
      {state === 'open' && (
        <Removal
          form={form}
          fields={{ intent: 'editor.revokePreview', previewId }}
          label={text('editor.previews.revoke')}
          spoken={text('editor.previews.revokeOne', { name })}
          question={text('editor.previews.revokeQuestion')}
          submit={text('editor.previews.revoke')}
        />
      )}
    </li>
  );
}

const STATES = {
  open: 'editor.previews.open',
  over: 'editor.previews.over',
  revoked: 'editor.previews.revoked',
} as const;

function madeLink({ state }: PageForm): string | undefined {
  const result: unknown = state?.done === true ? state.result : undefined;
  const address: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, 'previewUrl') : undefined;
  return typeof address === 'string' ? address : undefined;
}
