import { useText } from '#app/current/locale.ts';
import type { Heading } from '#lib/markdown/article.ts';
import { Details } from '#lib/ui/details.tsx';

/** Shorter texts are seen at a glance. */
const MIN_ENTRIES = 3;

export function hasContents(headings: readonly Heading[]): boolean {
  return headings.filter(isListed).length >= MIN_ENTRIES;
}

function isListed({ level }: Heading): boolean {
  return level <= 3;
}

interface ContentsProps {
  headings: readonly Heading[];
  lang: string;
}

export function FoldedContents(props: ContentsProps) {
  const { text } = useText();
  return (
    <Details summary={text('reading.contents.title')} className="lg:hidden print:hidden">
      <nav aria-label={text('reading.contents.title')}>
        <Entries {...props} />
      </nav>
    </Details>
  );
}

export function ContentsBeside(props: ContentsProps) {
  const { text } = useText();
  return (
    <nav aria-labelledby="contents" className="post-contents max-lg:hidden print:hidden">
      <h2 id="contents" className="mb-3 text-lg">
        {text('reading.contents.title')}
      </h2>
      <Entries {...props} />
    </nav>
  );
}

function Entries({ headings, lang }: ContentsProps) {
  return (
    <ol lang={lang} className="space-y-1">
      {headings.filter(isListed).map(({ id, text, level }) => (
        <li key={id} className={level === 3 ? 'ms-4' : ''}>
          <a href={`#${id}`} className="inline-block py-1 hover:underline">
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}
