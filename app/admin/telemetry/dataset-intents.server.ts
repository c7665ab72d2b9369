import { redirect } from 'react-router';
import * as z from 'zod/mini';

import { getApp } from '#app/apps/apps.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { inLocale } from '#app/current/locale.ts';
import type { LocaleParams } from '#app/current/locale.ts';
import { DatasetId, MAX_ROWS_PER_DAY, parseFields } from '#app/telemetry/datasets/dataset.ts';
import { createDataset, deleteDataset } from '#app/telemetry/datasets/datasets.server.ts';
import { datasetTaken } from '#app/telemetry/datasets/problems.ts';
import { isProblem } from '#lib/problem.ts';

const PATH = '/admin/telemetry/datasets';

const TypedDataset = z.object({
  datasetId: DatasetId,
  appId: z.string(),
  fields: z.pipe(
    z.string().check(z.maxLength(2000)),
    z.transform((typed, context) => {
      const fields = parseFields(typed);
      if (fields !== undefined) return fields;
      context.issues.push({ code: 'custom', message: 'fields', input: typed });
      return z.NEVER;
    }),
  ),
  rowsPerDay: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_ROWS_PER_DAY)),
});

export function newDatasetIntents(params: LocaleParams): FormIntents {
  return {
    'datasets.create': {
      least: 'admin',
      audit: 'dataset.create',
      run: async (current, fields) => {
        const wanted = fields.parse(TypedDataset);
        await atField('appId', getApp(current, wanted.appId));
        await atField('datasetId', createDataset(current, wanted), (refusal) => isProblem(refusal, datasetTaken));
        return redirect(inLocale(params, `${PATH}/${wanted.datasetId}`), 303);
      },
    },
  };
}

/** Of the page of one. */
export function datasetIntents({ datasetId, ...params }: LocaleParams & { readonly datasetId: string }): FormIntents {
  return {
    'datasets.delete': {
      least: 'admin',
      audit: 'dataset.delete',
      run: async (current) => {
        await deleteDataset(current, datasetId);
        return redirect(inLocale(params, PATH), 303);
      },
    },
  };
}
