/** The studio as every page, feed and mail names it. A link that is not given is not shown. */
export const studio: Studio = {
  name: 'Rumpus',
  description: 'A small games studio that makes loud, kind, slightly ridiculous games and never stops fixing them.',
  copyrightHolder: 'Rumpus',
  origin: 'https://www.rumpus.example',
  shareImage: 'share-default',
  email: 'hello@rumpus.example',
  pressEmail: 'press@rumpus.example',
  securityContact: 'mailto:security@rumpus.example',
  links: {
    chat: 'https://chat.rumpus.example/',
    video: 'https://video.rumpus.example/',
    social: 'https://social.rumpus.example/',
    code: 'https://code.rumpus.example/',
  },
};

export interface Studio {
  readonly name: string;
  /** One sentence, for search engines and the share card. */
  readonly description: string;
  readonly copyrightHolder: string;
  /** The production site: where canonical addresses and the stage banner point. */
  readonly origin: string;
  /** Where moving pictures lie, such as `https://media.example`; absent when this site has them itself. */
  readonly mediaOrigin?: string;
  /** The snippet that stands in where a page has no picture of its own. */
  readonly shareImage: string;
  /** Where everyone else writes to; the policies name it too. */
  readonly email: string;
  /** Where journalists write to. */
  readonly pressEmail: string;
  /** Where to report a weakness of the site, as `mailto:` or https address; without it, the page /security says it. */
  readonly securityContact?: string;
  /** Where else to find us, as https addresses. */
  readonly links: Partial<Record<StudioLink, string>>;
}

export type StudioLink = 'chat' | 'video' | 'social' | 'code';

/** What the banner of each stage says; production has no banner (specification §2). */
export const stages = {
  localhost: {
    name: 'Localhost',
    description: 'This is the copy on your own machine. Break whatever you like, nobody else can see it.',
  },
  dev: {
    name: 'Dev',
    description: 'This is where today’s changes land first. Expect wet paint and the occasional missing wall.',
  },
  sandbox: {
    name: 'Sandbox',
    description: 'This is for experiments. Anything you build here may be gone tomorrow.',
  },
  beta: {
    name: 'Beta',
    description: 'This is the next version of the site. It should work; tell us where it does not.',
  },
  www: {
    name: 'Rumpus',
    description: 'This is the real one.',
  },
} as const satisfies Record<string, StageNote>;

export interface StageNote {
  readonly name: string;
  readonly description: string;
}
