import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

/** The reader is 'you'. */
export function PersonLink({ person: { userId, name, isYou } }: { person: NamedPerson }) {
  const { text } = useText();
  if (isYou) return text('admin.audit.you');
  return (
    <SiteLink to={`/admin/accounts/${userId}`} className="font-bold text-link underline">
      <span lang="zxx">{name}</span>
    </SiteLink>
  );
}

/** Whoever has no name is called by their id. */
export interface NamedPerson {
  readonly userId: string;
  readonly name: string;
  readonly isYou: boolean;
}
