import { redirect } from 'react-router';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { entryPath } from '#app/feedbag/entry.ts';
import { entryIntents } from '#app/feedbag/feedbag-forms.server.ts';
import { isSpam } from '#app/feedbag/problems.ts';
import { Problem } from '#lib/problem.ts';

import { answerQuestion, eraseQuestion, takeAnswerBack } from './answering.server.ts';
import { QUESTIONS_PATH, QUESTIONS_PROJECT } from './question.ts';
import { askQuestion } from './questions.server.ts';

type InLocale = (path: string) => string;

export function askIntents(inLocale: InLocale): FormIntents {
  return {
    'podcast.ask': {
      least: 'public',
      run: async (current, fields) => {
        // A field that nobody sees: who fills it in is no person.
        if (fields.raw('website') !== '') throw new Problem(isSpam);
        const { subjectId } = await askQuestion(current, {
          title: fields.raw('title'),
          body: fields.raw('body'),
          name: fields.raw('name'),
          maySayName: fields.has('maySayName'),
          mayPlay: fields.has('mayPlay'),
          voice: fields.files('voice')[0],
          proof: fields.raw('proof') || fields.raw('challenge'),
        });
        if (current.actor.userId === undefined) return { text: 'podcast.ask.waits', result: { asked: subjectId } };
        return redirect(inLocale(entryPath({ projectId: QUESTIONS_PROJECT, subjectId })), 303);
      },
    },
  };
}

export function questionIntents(subjectId: string, inLocale: InLocale): FormIntents {
  return {
    ...entryIntents(subjectId),
    'podcast.answer': {
      least: 'staff',
      audit: 'question.answer',
      run: async (current, fields) => {
        await answerQuestion(current, subjectId, { episode: fields.text('episode'), at: fields.text('at') });
        return { text: 'podcast.answer.done', undo: { intent: 'podcast.takeAnswerBack', fields: {} } };
      },
    },
    'podcast.takeAnswerBack': {
      least: 'staff',
      audit: 'question.takeAnswerBack',
      text: 'podcast.answer.takenBack',
      run: (current) => takeAnswerBack(current, subjectId),
    },
    'podcast.erase': {
      least: 'authenticated',
      audit: 'feedback.erase',
      unaudited: 'Of one of their own.',
      run: async (current) => {
        await eraseQuestion(current, subjectId);
        return redirect(inLocale(QUESTIONS_PATH), 303);
      },
    },
  };
}
