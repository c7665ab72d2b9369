import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { entryPath } from '#app/feedbag/entry.ts';

import { SeekLink } from '../../page/seek-link.tsx';
import type { Playable } from '../../player/player.ts';
import { QUESTIONS_PROJECT } from '../question.ts';
import type { AnsweredQuestion } from '../question.ts';

interface AnsweredQuestionsProps {
  readonly questions: readonly AnsweredQuestion[];
  /** Undefined of one that cannot be heard. */
  readonly episode: Playable | undefined;
}

export function AnsweredQuestions({ questions, episode }: AnsweredQuestionsProps) {
  const { text } = useText();
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="questions" className="space-y-3">
      <h2 id="questions" className="text-2xl">
        {text('podcast.questions.inEpisode')}
      </h2>
      <ul className="space-y-3">
        {questions.map(({ subjectId, title, seconds }) => (
          <li key={subjectId}>
            {episode === undefined ? (
              <p>{title}</p>
            ) : (
              <SeekLink episode={episode} at={seconds} isCurrent={false}>
                {title}
              </SeekLink>
            )}
            <SiteLink
              to={entryPath({ projectId: QUESTIONS_PROJECT, subjectId })}
              className="inline-block py-1 text-sm underline"
              aria-label={text('podcast.questions.openOf', { title })}
            >
              {text('podcast.questions.open')}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
