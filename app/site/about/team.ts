import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';
import { team } from '#content/team.ts';
import type { TeamMember } from '#content/team.ts';

/** A member as the about page shows them (specification §3), with the user id on this site. */
export interface PublicTeamMember extends Omit<TeamMember, 'userIds'> {
  readonly userId: string;
}

/** The team with the user ids of the main site, or of the beta site on any other stage. */
export function teamOn(stage: Stage): PublicTeamMember[] {
  return team.map(({ userIds, name, slug, title, description, instagram, bluesky, github }) => {
    const userId = isProduction(stage) ? userIds.main : userIds.beta;
    return { name, slug, title, description, userId, instagram, bluesky, github };
  });
}

interface Handle {
  readonly site: 'Instagram' | 'Bluesky' | 'GitHub';
  readonly url: string;
}

export function listHandles({
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
