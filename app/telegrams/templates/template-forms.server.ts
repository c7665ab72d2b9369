import { redirect } from 'react-router';
import * as z from 'zod/mini';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';

import { IssueDraft, IssueName, localeField, toIssueTexts } from '../issues/issue-forms.ts';
import { sendTestIssue } from '../issues/preview.server.ts';
import { DEFAULT_SUBSCRIPTION } from '../newsletter.ts';
import {
  changeTemplate,
  chooseDefaultTemplate,
  createTemplate,
  deleteTemplate,
  getTemplate,
} from './templates.server.ts';

export const TEMPLATE_INTENTS: FormIntents = {
  'templates.create': {
    least: 'staff',
    audit: 'template.create',
    run: async (current, fields) => {
      const { name } = fields.parse(z.object({ name: IssueName }));
      const { templateId } = await createTemplate(current, { name, versions: {} });
      return redirect(`/admin/telegrams/templates/${templateId}`);
    },
  },
};

export function templateIntents(templateId: string): FormIntents {
  return {
    'templates.save': {
      least: 'staff',
      audit: 'template.change',
      text: 'campaigns.done.saved',
      run: async (current, fields) => {
        const draft = fields.parse(IssueDraft);
        await changeTemplate(current, templateId, draft.rev, { name: draft.name, versions: toIssueTexts(draft) });
      },
    },
    'templates.test': {
      least: 'staff',
      unaudited: 'A mail to whoever asks for it.',
      text: 'campaigns.done.tested',
      run: async (current, fields) => {
        const { versions } = await getTemplate(current, templateId);
        await sendTestIssue(current, { versions, subscription: DEFAULT_SUBSCRIPTION }, localeField(fields));
      },
    },
    'templates.default': {
      least: 'staff',
      audit: 'template.default',
      run: async (current, fields) => {
        const isDefault = fields.text('isDefault') === 'yes';
        await chooseDefaultTemplate(current, isDefault ? templateId : undefined);
        return { text: isDefault ? 'campaigns.templates.isDefault' : 'campaigns.templates.isNoDefault' };
      },
    },
    'templates.delete': {
      least: 'staff',
      audit: 'template.delete',
      run: async (current) => {
        await deleteTemplate(current, templateId);
        return redirect('/admin/telegrams/templates');
      },
    },
  };
}
