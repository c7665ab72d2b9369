import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';
import { team } from '#content/team.ts';
import type { TeamMember } from '#content/team.ts';

/** A member as the page about us shows them (specification §3): with the one id that is theirs on this site. */
export interface PublicTeamMember extends Omit<TeamMember, 'userIds'> {
  readonly userId: string;
}

/** The team with their accounts of the main site, or on any other stage with those of the beta site. */
export function teamOn(stage: Stage): PublicTeamMember[] {
  return team.map(({ userIds, name, slug, title, description, instagram, bluesky, github }) => {
    const userId = isProduction(stage) ? userIds.main : userIds.beta;
    return { name, slug, title, description, userId, instagram, bluesky, github };
  });
}

export interface Handle {
  readonly site: 'Instagram' | 'Bluesky' | 'GitHub';
  readonly url: string;
}

/** Where else a member is to be found. */
export function handlesOf({
  instagram,
  bluesky,
  github,
}: Pick<TeamMember, 'instagram' | 'bluesky' | 'github'>): Handle[] {
  const handles: Handle[] = [];
  if (instagram !== undefined) handles.push({ site: 'Instagram', url: `https://www.instagram.com/${instagram}/` });
  if (bluesky !== undefined) handles.push({ site: 'Bluesky', url: `https://bsky.app/profile/${bluesky}` });
  if (github !== undefined) handles.push({ site: 'GitHub', url: `https://github.com/${github}` });
  return handles;
}
