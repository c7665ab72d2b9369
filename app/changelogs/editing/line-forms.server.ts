import type { FormAnswer, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';

import { MAX_LINES } from '../changelog.ts';
import { linesOfText, withPasted } from './pasted-lines.ts';
import { emptyLine, formOfValues, lineField, moveLine, valuesOfForm } from './release-values.ts';
import type { ReleaseValues } from './release-values.ts';

const TYPED = 'Nothing is saved.';

/** What a page without scripts does with its lines: nothing is saved, and all that is typed comes back. */
export const lineIntents: FormIntents = {
  'editor.addLine': {
    least: 'staff',
    unaudited: TYPED,
    run: (_current, fields) => {
      const values = valuesOfForm(fields.typed());
      const line = emptyLine(values.lines.at(-1)?.category ?? 'new');
      return linesAnswer(fields, [...values.lines, line], `field-${lineField(line.id, 'text')}`);
    },
  },
  'editor.readPasted': {
    least: 'staff',
    unaudited: TYPED,
    run: (_current, fields) => linesAnswer(fields, valuesOfForm(fields.typed()).lines, 'pasted-lines', true),
  },
  'editor.takePasted': {
    least: 'staff',
    unaudited: TYPED,
    run: (_current, fields) => {
      const { lines } = valuesOfForm(fields.typed());
      const taken = linesOfText(fields.raw('pasted'), MAX_LINES - lines.length).lines;
      const [first] = taken;
      return linesAnswer(
        fields,
        withPasted(lines, taken),
        first === undefined ? 'pasted' : `field-${lineField(first.id, 'text')}`,
      );
    },
  },
  'editor.changeLine': {
    least: 'staff',
    unaudited: TYPED,
    run: (_current, fields) => {
      const { lines } = valuesOfForm(fields.typed());
      const [act = '', id = ''] = fields.raw('line').split(' ');
      const next = act === 'remove' ? 'add-line' : `line-${id}`;
      if (act === 'remove')
        return linesAnswer(
          fields,
          lines.filter((line) => line.id !== id),
          next,
        );
      return linesAnswer(fields, moveLine(lines, id, act === 'up' ? -1 : 1), next);
    },
  },
};

function linesAnswer(
  fields: FormFields,
  lines: ReleaseValues['lines'],
  next: string,
  withPasted = false,
): Promise<FormAnswer> {
  const typed = fields.typed();
  const pasted = withPasted ? { pasted: fields.raw('pasted') } : {};
  const values = { ...formOfValues({ ...valuesOfForm(typed), lines }), ...pasted };
  return Promise.resolve({ result: { values, typedEtag: fields.raw('etag') }, next });
}
