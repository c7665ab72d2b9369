import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { MAX_FILES } from '#app/threads/thread.ts';
import { Field } from '#lib/ui/field.tsx';

import { FILE_TYPES, MAX_ATTACHED_BYTES, mayTransition } from './campaign.ts';
import type { Campaign, CampaignFile } from './campaign.ts';

interface CampaignFilesProps {
  readonly form: PageForm;
  readonly campaign: Campaign;
  readonly files: readonly CampaignFile[];
}

/** The same in every language. */
export function CampaignFiles({ form, campaign, files }: CampaignFilesProps) {
  const { text, formatNumber } = useText();
  const rev = String(campaign.rev);
  const mayChange = mayTransition(campaign, 'change');
  const attach = { intent: 'campaigns.attach', rev };
  if (!mayChange && files.length === 0) return null;
  return (
    <section aria-labelledby="files" className="block-card space-y-4 p-5">
      <h2 id="files" className="text-xl">
        {text('campaigns.files.title')}
      </h2>
      <ul className="max-w-xl space-y-3">
        {files.map(({ fileId, name, bytes }) => (
          <li key={fileId} className="flex flex-wrap items-center justify-between gap-3">
            <span className="wrap-anywhere">
              {text('campaigns.files.file', { name, kilobytes: formatNumber(Math.max(1, Math.round(bytes / 1024))) })}
            </span>
            {mayChange && (
              <ActionForm form={form} fields={{ intent: 'campaigns.detach', rev, fileId }}>
                <Submit>
                  <SpokenLabel
                    shown={text('campaigns.files.remove')}
                    spoken={text('campaigns.files.removeOf', { name })}
                  />
                </Submit>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      {mayChange && files.length < MAX_FILES && (
        <ActionForm form={form} fields={attach} encType="multipart/form-data" className="max-w-xl space-y-4">
          <Field
            type="file"
            name="files"
            multiple
            label={text('campaigns.files.choose')}
            hint={text('campaigns.files.hint', {
              count: MAX_FILES,
              megabytes: MAX_ATTACHED_BYTES / 1024 / 1024,
              types: Object.keys(FILE_TYPES).join(', '),
            })}
            error={form.findRefusal(attach)?.problem.fields?.['files']}
          />
          <Submit>{text('campaigns.files.attach')}</Submit>
        </ActionForm>
      )}
    </section>
  );
}
