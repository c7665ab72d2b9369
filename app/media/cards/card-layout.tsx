import type { Locale } from '#app/current/locale.ts';
import { palette } from '#content/art/palette.ts';

import { CARD_HEIGHT, CARD_WIDTH } from '../share-card.ts';

/** A picture with its size in pixels; `src` is a data: address. */
export interface CardPicture {
  src: string;
  width: number;
  height: number;
}

interface CardLayoutProps {
  locale: Locale;
  kicker: string;
  title: string;
  picture: CardPicture;
  logo: CardPicture;
}

const LINE = `6px solid ${palette.ink}`;
const DOTS = `data:image/svg+xml;base64,${btoa(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}"><pattern id="d" width="28" height="28" patternUnits="userSpaceOnUse"><circle cx="14" cy="14" r="3" fill="#eed9c8"/></pattern><rect width="100%" height="100%" fill="url(#d)"/></svg>`,
)}`;
const LOGO_HEIGHT = 76;
/** CJK characters are about as wide as two letters. */
const WIDE = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/u;

export function CardLayout({ locale, kicker, title, picture, logo }: CardLayoutProps) {
  return (
    <div
      style={{
        display: 'flex',
        boxSizing: 'border-box',
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        padding: 56,
        gap: 52,
        color: palette.ink,
        backgroundColor: palette.cloud,
        backgroundImage: `url(${DOTS})`,
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column', flex: 1, justifyContent: 'space-between' }}>
        <div style={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 26 }}>
          {kicker !== '' && <Kicker text={kicker} />}
          <div
            style={{
              display: 'block',
              fontSize: fontSizeFor(title),
              lineHeight: 1.22,
              lineClamp: 5,
              textWrap: 'balance',
              wordBreak: locale === 'ko-KR' ? 'keep-all' : 'break-word',
              WebkitTextStroke: strokeFor(locale),
            }}
          >
            {title}
          </div>
        </div>
        <Logo logo={logo} />
      </div>
      <Boxed picture={picture} />
    </div>
  );
}

function Kicker({ text }: { text: string }) {
  return (
    <div
      style={{
        display: 'flex',
        padding: '6px 22px',
        fontSize: 28,
        border: LINE,
        borderRadius: 18,
        backgroundColor: palette.sun,
        transform: 'rotate(-1.5deg)',
      }}
    >
      {text}
    </div>
  );
}

function Logo({ logo }: { logo: CardPicture }) {
  const width = (logo.width * LOGO_HEIGHT) / logo.height;
  return (
    <div
      style={{
        display: 'flex',
        alignSelf: 'flex-start',
        padding: '10px 24px',
        borderRadius: 20,
        border: LINE,
        backgroundColor: palette.night,
      }}
    >
      <img src={logo.src} alt="" width={width} height={LOGO_HEIGHT} />
    </div>
  );
}

function Boxed({ picture }: { picture: CardPicture }) {
  const { width, height } = picture;
  return (
    <div style={{ display: 'flex', alignItems: 'center' }}>
      <div
        style={{
          display: 'flex',
          border: LINE,
          borderRadius: 28,
          overflow: 'hidden',
          backgroundColor: palette.ink,
          boxShadow: `0 14px 0 ${palette.ink}`,
          transform: 'rotate(1.5deg)',
        }}
      >
        <img src={picture.src} alt="" width={width} height={height} />
      </div>
    </div>
  );
}

/** The face for Traditional Chinese is thin; an outline makes it a heading. */
function strokeFor(locale: Locale): string {
  return locale === 'zh-TW' ? `2.5px ${palette.ink}` : `0px ${palette.ink}`;
}

/** In pixels: so large that a title of this length takes few lines. */
function fontSizeFor(title: string): number {
  const length = Array.from(title).reduce((sum, character) => sum + (WIDE.test(character) ? 1.7 : 1), 0);
  if (length <= 12) return 92;
  if (length <= 24) return 76;
  if (length <= 44) return 62;
  return length <= 90 ? 50 : 40;
}
