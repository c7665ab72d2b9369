import { redirect } from 'react-router';

import { findStaffIds } from '#app/accounts/staff/staff-ids.server.ts';
import { NO_CHANGE } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { inLocale } from '#app/current/locale.ts';
import type { LocaleParams, TextKey } from '#app/current/locale.ts';
import { unclearForm } from '#app/current/problems.ts';
import { LINK_KINDS, Resolution } from '#app/telemetry/issues/issue.ts';
import {
  assignIssue,
  changeIssues,
  ignoreIssue,
  mergeIssue,
  reopenIssue,
  resolveIssue,
  splitIssue,
  unlinkIssue,
} from '#app/telemetry/issues/issues.server.ts';
import { notSubject } from '#app/telemetry/issues/problems.ts';
import { isProblem, Problem } from '#lib/problem.ts';

import { SELECTED } from '../bulk/selection.ts';
import { UUID, linkTyped } from './issue-links.server.ts';

const PATH = '/admin/telemetry/errors';

/** As many as a page has. */
const MAX_MANY = 50;

/** Of the list: what is done with the chosen ones. */
export const ISSUES_INTENTS: FormIntents = {
  'issues.resolveMany': {
    least: 'staff',
    audit: 'issue.resolve',
    unaudited: NO_CHANGE,
    run: async (current, fields) => {
      const { version } = fields.parse(Resolution);
      return changeChosen(current, fields, 'admin.errors.resolvedMany', (current, issueId) =>
        resolveIssue(current, issueId, version),
      );
    },
  },
  'issues.ignoreMany': {
    least: 'staff',
    audit: 'issue.ignore',
    unaudited: NO_CHANGE,
    run: (current, fields) => changeChosen(current, fields, 'admin.errors.ignoredMany', ignoreIssue),
  },
  'issues.reopenMany': {
    least: 'staff',
    audit: 'issue.reopen',
    unaudited: NO_CHANGE,
    run: (current, fields) => changeChosen(current, fields, 'admin.errors.reopenedMany', reopenIssue),
  },
};

async function changeChosen(
  current: Current,
  fields: FormFields,
  text: TextKey,
  change: (current: Current, issueId: string) => Promise<void>,
) {
  const { length } = await changeIssues(current, fields.all(SELECTED).slice(0, MAX_MANY), change);
  return { text, values: { count: length } };
}

/** Of the page of one issue. */
export function issueIntents({ issueId, ...params }: LocaleParams & { readonly issueId: string }): FormIntents {
  return {
    'issues.resolve': {
      least: 'staff',
      audit: 'issue.resolve',
      text: 'admin.errors.resolvedNow',
      run: (current, fields) => resolveIssue(current, issueId, fields.parse(Resolution).version),
    },
    'issues.ignore': {
      least: 'staff',
      audit: 'issue.ignore',
      unaudited: NO_CHANGE,
      text: 'admin.errors.ignoredNow',
      run: (current) => ignoreIssue(current, issueId),
    },
    'issues.reopen': {
      least: 'staff',
      audit: 'issue.reopen',
      unaudited: NO_CHANGE,
      text: 'admin.errors.reopenedNow',
      run: (current) => reopenIssue(current, issueId),
    },
    'issues.assign': {
      least: 'staff',
      audit: 'issue.assign',
      unaudited: NO_CHANGE,
      text: 'admin.errors.assignedNow',
      run: async (current, fields) => {
        const userId = fields.text('userId');
        if (userId !== '' && !(await findStaffIds(current)).includes(userId)) throw new Problem(unclearForm);
        await assignIssue(current, issueId, userId === '' ? undefined : userId);
      },
    },
    ...mergeIntents(params, issueId),
    ...linkIntents(issueId),
  };
}

function mergeIntents(params: LocaleParams, issueId: string): FormIntents {
  return {
    'issues.merge': {
      least: 'staff',
      audit: 'issue.merge',
      run: async (current, fields) => {
        const intoId = UUID.exec(fields.text('into'))?.[0] ?? '';
        await atField('into', mergeIssue(current, issueId, intoId), ({ status }) => status === 400);
        return redirect(inLocale(params, `${PATH}/${intoId}`), 303);
      },
    },
    'issues.split': {
      least: 'staff',
      audit: 'issue.split',
      run: async (current, fields) => {
        const splitId = await splitIssue(current, issueId, fields.text('stackHash'));
        return redirect(inLocale(params, `${PATH}/${splitId}`), 303);
      },
    },
  };
}

function linkIntents(issueId: string): FormIntents {
  return {
    'issues.link': {
      least: 'staff',
      audit: 'issue.link',
      text: 'admin.errors.linkedNow',
      run: (current, fields) =>
        atField('address', linkTyped(current, issueId, fields.text('address')), (refusal) =>
          isProblem(refusal, notSubject),
        ),
    },
    'issues.unlink': {
      least: 'staff',
      audit: 'issue.unlink',
      text: 'admin.errors.unlinkedNow',
      run: (current, fields) => {
        const kind = LINK_KINDS.find((one) => one === fields.text('kind')) ?? 'contact';
        return unlinkIssue(current, issueId, { kind, subjectId: fields.text('subjectId') });
      },
    },
  };
}
