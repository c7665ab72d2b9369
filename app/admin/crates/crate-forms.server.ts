import { redirect } from 'react-router';

import { shareRights } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import { unclearForm } from '#app/current/problems.ts';
import { answerDocument } from '#app/editor/forms/document-forms.server.ts';
import type { DocumentMerging } from '#app/editor/forms/document-forms.server.ts';
import { changedByOthers } from '#app/editor/problems.ts';
import { CRATE_ANSWERS } from '#app/storage/crates/answers.server.ts';
import { NewCrate } from '#app/storage/crates/crate.ts';
import { changeCrate, createCrate, readCrate } from '#app/storage/crates/crates.server.ts';
import { deleteCrate } from '#app/storage/crates/deletion.server.ts';
import { crateChanged, crateTaken } from '#app/storage/problems.ts';
import { issueWords } from '#lib/calls/issue-words.server.ts';
import { describeFields } from '#lib/calls/issue-words.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { mergeCrate, mergedFields, readState, toChange, writeState } from './crate-document.server.ts';
import { START_POLICIES, isStart } from './start-policies.ts';

/** @param pathTo the address of the page of a crate, in the locale of this one */
export function creationIntents(pathTo: (crateId: string) => string): FormIntents {
  return {
    'crates.create': {
      ...shareRights(CRATE_ANSWERS.create),
      run: async (current, fields) => {
        const wanted = readNewCrate(fields);
        const { crateId } = await atField('crateId', createCrate(current, wanted), (refusal) =>
          isProblem(refusal, crateTaken),
        );
        return redirect(`${pathTo(crateId)}?done=created`, 303);
      },
    },
  };
}

function readNewCrate(fields: FormFields): NewCrate {
  const start = fields.raw('start');
  const typed = {
    crateId: fields.text('crateId'),
    ...(fields.text('name') !== '' && { name: fields.text('name') }),
    ...(isStart(start) && { policy: START_POLICIES[start] }),
  };
  const { success, data, error } = NewCrate.safeParse(typed, { error: issueWords });
  if (!success) throw new Problem(unclearForm, { fields: describeFields(error.issues, 'crateId') });
  return data;
}

/** What is saved by an old state is answered with what is to be merged. @param page the address of the crate's page */
export async function answerCrateForm(current: Current, crateId: string, form: FormData, page: string) {
  return answerDocument(current, form, {
    buildIntents: () => crateIntents(crateId, page),
    merging: merging(current, crateId),
  });
}

function merging(current: Current, crateId: string): DocumentMerging {
  return {
    merge: async (typed, theirs) =>
      mergeCrate(new FormFields(typed), theirs ?? writeState(await readCrate(current, crateId))),
    toFields: mergedFields,
  };
}

function crateIntents(crateId: string, page: string): FormIntents {
  return {
    'crates.save': {
      ...shareRights(CRATE_ANSWERS.change),
      run: async (current, fields) => {
        const { etag } = readState(fields.raw('etag'));
        try {
          await changeCrate(current, crateId, toChange(fields), [etag]);
        } catch (refusal) {
          if (isProblem(refusal, crateChanged)) throw new Problem(changedByOthers);
          throw refusal;
        }
        return redirect(`${page}?done=saved`, 303);
      },
    },
    'crates.delete': {
      ...shareRights(CRATE_ANSWERS.delete),
      run: async (current) => {
        if ((await deleteCrate(current, crateId)) !== undefined) return { text: 'admin.done.asked' };
        return redirect(`${page.slice(0, page.lastIndexOf('/'))}?done=deleted`, 303);
      },
    },
  };
}
