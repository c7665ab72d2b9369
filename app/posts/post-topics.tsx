import { useText } from '#app/current/locale.ts';

export function PostTopics({ topics }: { topics: readonly string[] }) {
  const { text } = useText();
  if (topics.length === 0) return null;
  return (
    <ul aria-label={text('post.card.topics')} className="flex flex-wrap gap-2">
      {topics.map((topic) => (
        <li key={topic} className="rounded-full border-2 border-hairline px-3 py-0.5 text-sm">
          {topic}
        </li>
      ))}
    </ul>
  );
}
