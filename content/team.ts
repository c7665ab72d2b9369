/** Mascots, not people. The portrait of each is the drawing `team-{slug}`. */
export const team: readonly TeamMember[] = [
  {
    name: 'Grommet',
    slug: 'grommet',
    title: 'Engineering',
    description:
      'Tightens whatever rattles. Reads error logs with one eye because one eye is what there is, and has never ' +
      'returned a wrench.',
    userIds: { main: 'gr0mm3t', beta: 'b-gr0mm3t' },
  },
  {
    name: 'Pamplemoose',
    slug: 'pamplemoose',
    title: 'Art',
    description:
      'Wears half a grapefruit and draws the other half. Believes every rock deserves a face, and has so far been ' +
      'talked out of about a third of them.',
    userIds: { main: 'p4mpl3', beta: 'b-p4mpl3' },
  },
  {
    name: 'Sir Clanks',
    slug: 'sir-clanks',
    title: 'Animation',
    description:
      'A knight made of saucepans. Nothing he animates moves quietly. Spent a whole spring on how a lid should ' +
      'wobble, and he was right.',
    userIds: { main: 's1rcl4nk', beta: 'b-s1rcl4nk' },
  },
  {
    name: 'Bleep',
    slug: 'bleep',
    title: 'Quality',
    description:
      'Small, worried, correct. Bleep walks into every wall of every level so you don’t have to, and files a ' +
      'report about the carpet on the way.',
    userIds: { main: 'bl33p', beta: 'b-bl33p' },
  },
  {
    name: 'Marmalade',
    slug: 'marmalade',
    title: 'Community',
    description:
      'Spreads easily. Answers players all day, agrees with most of them, and wobbles when somebody is unkind. ' +
      'Best kept at room temperature.',
    userIds: { main: 'm4rm4l', beta: 'b-m4rm4l' },
  },
  {
    name: 'Old Kettle',
    slug: 'old-kettle',
    title: 'Sound',
    description:
      'Every explosion in our games is Old Kettle hearing about a deadline. Also does rain, doors, and one very good ' +
      'frog.',
    userIds: { main: '0ldk3ttl', beta: 'b-0ldk3ttl' },
  },
  {
    name: 'Noodle',
    slug: 'noodle',
    title: 'Levels',
    description:
      'Tests whether a level is long enough by lying down in it. Dresses for the occasion. Has a bow tie and no ' +
      'sense of where the far end is.',
    userIds: { main: 'n00dl3', beta: 'b-n00dl3' },
  },
  {
    name: 'Professor Bun',
    slug: 'professor-bun',
    title: 'Design',
    description:
      'Mostly ears. Writes the rules, listens to people break them, and writes them again. The lab coat is for ' +
      'authority; the pockets are for lettuce.',
    userIds: { main: 'pr0fbun', beta: 'b-pr0fbun' },
  },
  {
    name: 'Crumb',
    slug: 'crumb',
    title: 'Production',
    description:
      'Has legs, a clipboard, and a plan that survives until about Tuesday. Knows what everyone is doing and is ' +
      'slightly smaller after every launch.',
    userIds: { main: 'crumb7', beta: 'b-crumb7' },
  },
];

export interface TeamMember {
  readonly name: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** The user ids on the main site and on the test stages. */
  readonly userIds: { readonly main: string; readonly beta: string };
  /** Account names on other sites. Mascots have none. */
  readonly instagram?: string;
  readonly bluesky?: string;
  readonly github?: string;
}
