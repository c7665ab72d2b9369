import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { voteFor } from '#app/feedbag/entries/votes.server.ts';
import questions from '#database/seeds/questions.json' with { type: 'json' };

import { answerQuestion } from './answering.server.ts';
import { askQuestion } from './questions.server.ts';

/** What the cast asks the show, when its episodes are there. @param userIdOf of somebody of the cast */
export async function seedQuestions(current: Current, userIdOf: (name: string) => string): Promise<void> {
  for (const { by, date, title, body, name, voters, answer } of questions) {
    const as = async (who: string, hours = 0) => {
      const userId = userIdOf(who);
      const role = (await current.roleOf(userId)) ?? 'authenticated';
      return asPerson(current, { userId, role }, new Date(Date.parse(date) + hours * 3_600_000));
    };
    const { subjectId } = await askQuestion(await as(by), {
      ...{ title, body, name, maySayName: name !== '', mayPlay: false, voice: undefined, proof: '' },
    });
    for (const [at, who] of voters.entries()) await voteFor(await as(who, at + 1), subjectId);
    if (answer !== undefined) await answerQuestion(await as('staff', 240), subjectId, answer);
  }
}
