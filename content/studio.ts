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

interface Studio {
  readonly name: string;
  /** One sentence, for search engines and the share card. */
  readonly description: string;
  readonly copyrightHolder: string;
  /** The production site, for canonical addresses and the stage banner. */
  readonly origin: string;
  /** The host of GIFs, such as `https://media.example`; this site without it. */
  readonly mediaOrigin?: string;
  readonly shareImage: string;
  /** The general address; the policies mention it. */
  readonly email: string;
  readonly pressEmail: string;
  /** Where to report vulnerabilities, as `mailto:` or https address; the page /security without it. */
  readonly securityContact?: string;
  /** Links to other sites, as https addresses; missing ones are not shown. */
  readonly links: Partial<Record<StudioLink, string>>;
}

export type StudioLink = 'chat' | 'video' | 'social' | 'code';

/** The banner of each stage; production has none (specification §2). */
export const stages = {
  localhost: {
    name: 'Localhost',
    description: 'This is the copy on your own machine. Break whatever you like: nobody else can see it.',
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
    description: 'This is the next version of the site. It should work; tell us where it doesn’t.',
  },
  www: {
    name: 'Rumpus',
    description: 'This is the real one.',
  },
} as const satisfies Record<string, StageNote>;

interface StageNote {
  readonly name: string;
  readonly description: string;
}
