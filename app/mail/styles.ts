import type { CSSProperties } from 'react';

import { dark, light, palette } from '#content/art/palette.ts';

export const WIDTH = 600;

export const BODY = "'Nunito', 'Trebuchet MS', 'Segoe UI', Helvetica, Arial, sans-serif";
export const DISPLAY = "'Dela Gothic One', 'Arial Black', 'Hiragino Sans W8', Impact, Helvetica, Arial, sans-serif";

/** Many mail programs support inline styles only. A hard shadow is a thicker lower edge, which all of them draw. */
export const mailStyles = {
  page: { margin: 0, padding: 0, backgroundColor: light.page, color: light.text, fontFamily: BODY },
  table: { width: '100%', borderCollapse: 'separate', borderSpacing: 0 },
  around: { padding: '24px 12px' },
  sheet: { width: '100%', maxWidth: WIDTH, margin: '0 auto', borderCollapse: 'separate', borderSpacing: 0 },
  head: {
    padding: '14px 24px',
    backgroundColor: palette.night,
    border: `3px solid ${light.line}`,
    borderBottomWidth: 0,
    borderRadius: '20px 20px 0 0',
  },
  logo: { color: palette.sun, fontFamily: DISPLAY, fontSize: 24, lineHeight: '32px', fontWeight: 900 },
  eyes: { textAlign: 'right', lineHeight: 0, fontSize: 0, whiteSpace: 'nowrap' },
  eye: {
    display: 'inline-block',
    width: 12,
    height: 12,
    marginLeft: 5,
    padding: '9px 9px 3px 3px',
    borderRadius: 15,
    border: `3px solid ${palette.ink}`,
    backgroundColor: palette.cloud,
  },
  pupil: { display: 'block', width: 10, height: 10, borderRadius: 5, backgroundColor: palette.ink },
  card: {
    padding: '28px 24px 32px',
    backgroundColor: light.surface,
    border: `3px solid ${light.line}`,
    borderBottomWidth: 9,
    borderRadius: '0 0 20px 20px',
  },
  title: { margin: 0, color: light.text, fontFamily: DISPLAY, fontSize: 26, lineHeight: '32px', fontWeight: 900 },
  say: { margin: '16px 0 0', color: light.text, fontSize: 16, lineHeight: '26px' },
  small: { margin: '16px 0 0', color: light.muted, fontSize: 14, lineHeight: '22px' },
  link: { color: light.link, wordBreak: 'break-all' },
  boxTable: { borderCollapse: 'separate', borderSpacing: 0 },
  codeBox: {
    padding: '10px 16px 10px 24px',
    backgroundColor: light.page,
    border: `3px solid ${light.edge}`,
    borderRadius: 14,
    color: light.text,
  },
  code: {
    fontFamily: "Menlo, Consolas, 'Liberation Mono', monospace",
    fontSize: 32,
    lineHeight: '40px',
    fontWeight: 700,
    letterSpacing: 8,
    userSelect: 'all',
  },
  buttonBox: {
    backgroundColor: palette.sun,
    border: `3px solid ${palette.ink}`,
    borderBottomWidth: 7,
    borderRadius: 14,
    // For Word, to which links have no room.
    msoPaddingAlt: '12px 26px',
  },
  button: {
    display: 'inline-block',
    padding: '12px 26px',
    color: palette.ink,
    fontSize: 18,
    lineHeight: '24px',
    fontWeight: 800,
    textDecoration: 'none',
  },
  rule: { margin: '24px 0 0', border: 0, borderTop: `2px solid ${light.hairline}` },
  foot: { padding: '16px 24px', color: light.muted, fontSize: 13, lineHeight: '20px' },
} satisfies Record<string, CSSProperties & { msoPaddingAlt?: string }>;

/** For mail programs that follow the machine's dark mode; the others show the light one. */
export const DARK_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:${dark.page}!important}
.card{background-color:${dark.surface}!important}
.card,.head,.button,.code{border-color:${dark.edge}!important}
.code{background-color:${dark.page}!important}
.code strong{color:${dark.text}!important}
.text{color:${dark.text}!important}
.muted{color:${dark.muted}!important}
.link{color:${dark.link}!important}
.rule{border-top-color:${dark.hairline}!important}
.cell{border-bottom-color:${dark.hairline}!important}
}
@media (max-width:420px){.card,.head{padding-left:16px!important;padding-right:16px!important}}`;

/** For Outlook on Windows, which knows no largest width, and takes Times for a list of fonts. */
export const WORD_STYLE = `<!--[if mso]><style>.sheet{width:${WIDTH}px!important}*{font-family:Arial,sans-serif!important}</style><![endif]-->`;
