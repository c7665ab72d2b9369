import { useText } from '#app/current/locale.ts';

interface PolicyHtml {
  intro: string;
  sections: readonly { id: string; title: string; html: string }[];
}

export function PolicyBody({ body: { intro, sections } }: { body: PolicyHtml }) {
  return (
    <div className="mt-8 grid gap-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12 print:block">
      <Contents sections={sections} />
      <div lang="en" className="max-w-[68ch] space-y-10">
        <div className="prose text-lg" dangerouslySetInnerHTML={{ __html: intro }} />
        {sections.map(({ id, title, html }, index) => (
          <section key={id} aria-labelledby={id} className="print:break-inside-avoid-page">
            <h2 id={id} className="mb-4 flex gap-3 text-2xl">
              <span className="text-muted">{`${index + 1}.`}</span>
              <span>{title}</span>
            </h2>
            <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          </section>
        ))}
      </div>
    </div>
  );
}

function Contents({ sections }: Pick<PolicyHtml, 'sections'>) {
  const { text } = useText();
  return (
    <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-6 print:hidden">
      <h2 id="contents" className="mb-2 font-label text-base">
        {text('legal.page.contents')}
      </h2>
      <ol lang="en" className="border-s-4 border-accent sm:grid sm:grid-cols-2 lg:block">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="block px-4 py-1.5 text-link hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
