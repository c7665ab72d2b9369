import { htmlLang, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import type { SupportAnswer } from '../answer.ts';
import '../support.css';

interface OfferedAnswersProps {
  readonly answers: readonly SupportAnswer[];
  readonly topic: string;
}

/** Answers beside a form to the studio, which says with what is sent whom they did not spare it. */
export function OfferedAnswers({ answers, topic }: OfferedAnswersProps) {
  const { text } = useText();
  if (answers.length === 0) return null;
  return (
    <aside aria-labelledby="offered" aria-live="polite" className="offered-answers space-y-3">
      <h2 id="offered" className="text-lg">
        {text('support.offer.title')}
      </h2>
      <p>{text('support.offer.about')}</p>
      <ul className="space-y-2">
        {answers.map(({ itemId, path, title, locale }) => (
          <li key={itemId} lang={htmlLang(locale)}>
            <SiteLink to={`${path}?writing=${topic}`} className="inline-block py-1 font-bold wrap-anywhere underline">
              {title}
            </SiteLink>
            <input type="hidden" name="offered" value={itemId} />
          </li>
        ))}
      </ul>
    </aside>
  );
}
