import type { ReactNode } from 'react';

import monster from '#content/art/logo-mark.svg';

interface StoryProps {
  title: string;
  /** Sanitised, in English. */
  story: { intro: string; sections: readonly { id: string; title: string; html: string }[] };
  children: ReactNode;
}

export function Story({ title, story: { intro, sections }, children }: StoryProps) {
  return (
    <div>
      <div className="block-card relative grid items-end gap-6 bg-accent px-6 pt-8 text-on-accent sm:px-12 sm:pt-12 md:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="@container space-y-6 md:pb-20">
          <h1 className="text-4xl sm:text-5xl md:max-lg:text-[2.5rem]">{title}</h1>
          <div
            lang="en"
            className="max-w-[52ch] space-y-4 text-lg sm:text-xl"
            dangerouslySetInnerHTML={{ __html: intro }}
          />
        </div>
        <img src={monster} alt="" width="256" height="256" className="mx-auto w-40 sm:w-56 md:w-full md:pb-2" />
      </div>
      <div className="relative grid gap-6 px-2 sm:px-8 md:-mt-10 md:grid-cols-6">
        {sections.map(({ id, title, html }, index) => (
          <section
            key={id}
            aria-labelledby={id}
            className={`block-card mt-6 p-6 sm:p-8 md:mt-0 ${POSITIONS[index] ?? ''}`}
          >
            <h2 id={id} lang="en" className="mb-4 text-2xl">
              {title}
            </h2>
            <div lang="en" className="prose lg:text-lg [&_li+li]:mt-3" dangerouslySetInnerHTML={{ __html: html }} />
            {index === sections.length - 1 && <div className="mt-5 flex flex-wrap gap-4">{children}</div>}
          </section>
        ))}
      </div>
    </div>
  );
}

const POSITIONS = [
  'md:col-span-6 lg:col-span-3 lg:row-span-2 lg:self-start -rotate-[0.6deg]',
  'md:col-span-3 rotate-[0.8deg]',
  'md:col-span-3 -rotate-[0.4deg]',
];
