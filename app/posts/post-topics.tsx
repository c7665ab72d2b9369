import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

export function PostTopics({ topics }: { topics: readonly string[] }) {
  const { text } = useText();
  if (topics.length === 0) return null;
  return (
    <ul aria-label={text('post.card.topics')} className="post-topics">
      {topics.map((topic) => (
        <li key={topic}>
          <SiteLink to={`/blog/${encodeURIComponent(topic)}`}>{topic}</SiteLink>
        </li>
      ))}
    </ul>
  );
}
