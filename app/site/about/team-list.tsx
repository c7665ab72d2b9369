import { useText } from '#app/current/locale.ts';

import { listHandles } from './team.ts';
import type { PublicTeamMember } from './team.ts';

const portraits = import.meta.glob<string>('#content/art/team-*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

const LEANS = ['-rotate-1 sm:mt-0', 'rotate-1 sm:mt-10', '-rotate-[0.5deg] sm:mt-4'];

export function TeamList({ members }: { members: readonly PublicTeamMember[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
      {members.map((member, index) => (
        <li key={member.slug} id={member.slug} className={LEANS[index % LEANS.length]}>
          <Member member={member} />
        </li>
      ))}
    </ul>
  );
}

function Member({ member }: { member: PublicTeamMember }) {
  const { text } = useText();
  const { name, slug, title, description, userId } = member;
  return (
    <article className="group block-card h-full overflow-hidden">
      <div className="overflow-hidden border-b-3 border-line">
        <img
          src={portraits[`/content/art/team-${slug}.svg`]}
          alt={text('about.team.portrait', { name })}
          width="400"
          height="400"
          loading="lazy"
          className="aspect-square w-full transition-transform duration-200 ease-[cubic-bezier(0.34,1.56,0.64,1)] motion-safe:group-hover:scale-110 motion-safe:group-hover:-rotate-3"
        />
      </div>
      <div className="space-y-3 p-6">
        <h3 className="text-2xl">{name}</h3>
        <p lang="en" className="label">
          {title}
        </p>
        <p lang="en">{description}</p>
        <p className="text-sm text-muted">{text('about.team.account', { userId })}</p>
        <Handles member={member} />
      </div>
    </article>
  );
}

function Handles({ member }: { member: PublicTeamMember }) {
  const handles = listHandles(member);
  if (handles.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-4">
      {handles.map(({ site, url }) => (
        <li key={site}>
          <a href={url} rel="noopener" className="inline-block py-1 text-link underline">
            {site}
          </a>
        </li>
      ))}
    </ul>
  );
}
