import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import { TOPICS, TOPIC_IDS } from './topic.ts';

export function TopicTiles({ heading: Heading }: { readonly heading: 'h2' | 'h3' }) {
  const { text } = useText();
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {TOPIC_IDS.map((id) => (
        <li key={id} className="block-card block-link lift relative space-y-2 p-5">
          <Heading className="text-lg">
            <SiteLink to={`/contact/topics/${id}`} className="after:absolute after:inset-0">
              {text(TOPICS[id].name)}
            </SiteLink>
          </Heading>
          <p>{text(TOPICS[id].about)}</p>
        </li>
      ))}
    </ul>
  );
}
