import japaneseText from '#content/fonts/ja-text.css?url';
import japanese from '#content/fonts/ja.css?url';
import koreanText from '#content/fonts/ko-text.css?url';
import korean from '#content/fonts/ko.css?url';
import simplifiedText from '#content/fonts/zh-cn-text.css?url';
import simplified from '#content/fonts/zh-cn.css?url';
import traditionalText from '#content/fonts/zh-tw-text.css?url';

import { GallerySection, Specimen } from './gallery-section.tsx';

/** Only those that exist: tests run without style sheets. */
const SHEETS = [japanese, japaneseText, korean, koreanText, simplified, simplifiedText, traditionalText].filter(
  (href) => href !== '',
);

const SIZES = [
  ['text-7xl', 80],
  ['text-5xl', 60],
  ['text-4xl', 44],
  ['text-3xl', 32],
  ['text-2xl', 24],
  ['text-xl', 20],
] as const;

const SCRIPTS = [
  ['en', 'Who ate the moon?', 'Nunito has round ends, and 68 characters are a line.'],
  ['tr', 'Çığlık atan İğne', 'Şu köşede üç büyük örümcek gülüyor.'],
  ['ru', 'Кто съел луну?', 'Съешь же ещё этих мягких французских булок.'],
  ['ja', '月を食べたのは誰?', '怪獣たちは夜空を見上げて、静かにおなかをさすった。'],
  ['ko', '누가 달을 먹었을까?', '괴물들은 밤하늘을 올려다보며 배를 쓰다듬었다.'],
  ['zh-CN', '谁吃掉了月亮?', '小怪物们抬头看着夜空,悄悄地摸了摸肚子。'],
  ['zh-TW', '誰吃掉了月亮?', '小怪物們抬頭看著夜空,悄悄地摸了摸肚子。'],
] as const;

export function Typefaces() {
  return (
    <GallerySection
      title="Type"
      note="Display for headings, buttons and numbers, two lines of it at most; text for all that is read."
    >
      {SHEETS.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <Specimen name="Sizes; those for display shrink with the window">
        <div className="space-y-2 overflow-hidden">
          {SIZES.map(([size, pixels]) => (
            <p key={size} className={`font-display font-black ${size}`}>
              {`${pixels} Rumpus`}
            </p>
          ))}
          <p>16 Text, and everything that one reads for longer than a moment.</p>
          <p className="text-sm">14 Small print, and what stands beside something bigger.</p>
        </div>
      </Specimen>
      <Specimen name="The scripts of our locales, each in the faces of its own pages">
        <ul className="grid gap-6 md:grid-cols-2">
          {SCRIPTS.map(([lang, display, body]) => (
            <li key={lang} lang={lang} className="own-face block-card space-y-2 p-5">
              <p className="font-display text-3xl font-black">{display}</p>
              <p>{body}</p>
            </li>
          ))}
        </ul>
      </Specimen>
    </GallerySection>
  );
}
