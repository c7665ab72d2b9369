import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { Details } from '#lib/ui/details.tsx';
import { Mark } from '#lib/ui/mark.tsx';

import { MAX_KILOBYTES, MAX_MAIL_KILOBYTES } from './issue.ts';
import type { IssueFinding, IssuePreview } from './issue.ts';

interface PreviewProps {
  readonly of: string;
  readonly form: PageForm;
  /** Undefined while nothing is written. */
  readonly preview: IssuePreview | undefined;
  readonly locale: Locale;
  readonly test: string;
}

export function Preview({ of, form, preview, locale, test }: PreviewProps) {
  const { text } = useText();
  if (preview === undefined) return <p className="text-muted">{text('campaigns.preview.none')}</p>;
  const { subject, findings } = preview;
  return (
    <section aria-labelledby="preview" className="space-y-4">
      <h2 id="preview" className="text-xl">
        {text('campaigns.preview.title')}
      </h2>
      <p className="font-bold wrap-anywhere">{subject}</p>
      <Findings findings={findings} />
      <div className="grid gap-4 xl:grid-cols-2">
        <Frame title={text('campaigns.preview.light')} src={`/telegrams/preview/${of}?locale=${locale}&scheme=light`} />
        <Frame title={text('campaigns.preview.dark')} src={`/telegrams/preview/${of}?locale=${locale}&scheme=dark`} />
      </div>
      <Details summary={text('campaigns.preview.plain')}>
        <pre className="whitespace-pre-wrap wrap-anywhere">{preview.text}</pre>
      </Details>
      <ActionForm form={form} fields={{ intent: test, locale }}>
        <Submit>{text('campaigns.preview.test')}</Submit>
      </ActionForm>
    </section>
  );
}

function Frame({ title, src }: { title: string; src: string }) {
  return (
    <figure className="space-y-2">
      <figcaption className="text-sm text-muted">{title}</figcaption>
      <iframe title={title} sandbox="" src={src} className="block-card h-128 w-full bg-white" />
    </figure>
  );
}

function Findings({ findings }: { findings: readonly IssueFinding[] }) {
  const { text } = useText();
  if (findings.length === 0) return <p className="text-muted">{text('campaigns.check.fine')}</p>;
  return (
    <ul aria-label={text('campaigns.check.title')} className="space-y-2">
      {findings.map((finding) => (
        <li key={JSON.stringify(finding)} className="field-error">
          <Mark name="warning" />
          <Finding finding={finding} />
        </li>
      ))}
    </ul>
  );
}

function Finding({ finding }: { finding: IssueFinding }) {
  const { text } = useText();
  if (finding.kind === 'size') {
    return <span>{text('campaigns.check.size', { size: finding.kilobytes, most: MAX_KILOBYTES })}</span>;
  }
  if (finding.kind === 'weight') {
    return <span>{text('campaigns.check.weight', { size: finding.kilobytes, most: MAX_MAIL_KILOBYTES })}</span>;
  }
  if (finding.kind === 'slot') return <span>{text('campaigns.check.slot', { name: `{{${finding.name}}}` })}</span>;
  if (finding.kind === 'blank') {
    return <span className="wrap-anywhere">{text('campaigns.check.blank', { typed: finding.typed })}</span>;
  }
  const key = finding.kind === 'hidden' ? 'campaigns.check.hidden' : 'campaigns.check.missing';
  return <span className="wrap-anywhere">{text(key, { address: finding.href })}</span>;
}
