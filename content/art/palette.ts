/**
 * The studio's ten colours, as every picture uses them: dark to light, then the loud ones.
 * ink outlines · night skies · grape the monster · coral alarm · tangerine suits · sun lettering ·
 * mint grass · lagoon water · gum tentacles · cloud paper.
 */
export const palette = {
  ink: '#1c1537',
  night: '#33246e',
  grape: '#7a45e6',
  coral: '#ff5d62',
  tangerine: '#ff9440',
  sun: '#ffd047',
  mint: '#35d69a',
  lagoon: '#18b3cc',
  gum: '#ff8ec4',
  cloud: '#fff7ea',
} as const;

export interface Theme {
  /** The page behind everything. */
  readonly page: string;
  /** Cards and panels on the page. */
  readonly surface: string;
  /** Outlines and hard shadows. */
  readonly line: string;
  /** The outline of controls; at least 3:1 on page and surface. */
  readonly edge: string;
  /** Between the rows of one thing. */
  readonly hairline: string;
  readonly text: string;
  readonly muted: string;
  readonly link: string;
  /** The one loud button, and what stands on it. */
  readonly accent: string;
  readonly onAccent: string;
  readonly danger: string;
  readonly success: string;
  /** The outline of what has the keyboard; at least 3:1 on page and surface. */
  readonly focus: string;
}

export const light: Theme = {
  page: palette.cloud,
  surface: '#ffffff',
  line: palette.ink,
  edge: palette.ink,
  hairline: '#e5d3d8',
  text: palette.ink,
  muted: '#5f5680',
  link: '#5b2bd0',
  accent: palette.sun,
  onAccent: palette.ink,
  danger: '#b3233f',
  success: '#0b6b57',
  focus: '#5b2bd0',
};

export const dark: Theme = {
  page: '#150f2c',
  surface: '#241a52',
  line: '#07041a',
  edge: '#9d8de0',
  hairline: '#4a3791',
  text: palette.cloud,
  muted: '#c3b8e6',
  link: palette.sun,
  accent: palette.sun,
  onAccent: palette.ink,
  danger: '#ff9aa0',
  success: '#7cf0bf',
  focus: palette.gum,
};
