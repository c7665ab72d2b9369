import { GallerySection } from './gallery-section.tsx';

/** @param html of `ARTICLE_SAMPLE`, rendered as a post is */
export function Articles({ html }: { html: string }) {
  return (
    <GallerySection
      title="Articles"
      note="What Markdown and its blocks become in posts. What is no valid block is shown as typed."
    >
      <div className="block-card mx-auto max-w-3xl p-6 sm:p-12">
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </GallerySection>
  );
}

export const ARTICLE_SAMPLE = `Words *lean*, **shout** and [lead elsewhere](https://example.com/); \`code\` stands among them.[^1]

> A quote stands at an orange edge.

:::note
An eye peeks over the edge: something beside the story.
:::

:::tip[Hold the button]
A title of one's own, and a list:

- jump, then bonk
- bonk, then jump
:::

:::warning
Somebody has put a spring below this box.
:::

:::spoiler
It was the toaster all along.
:::

### Pictures

::image[A planet, *with candles*]{src=planet-cake alt="A planet made of cake"}

:::gallery[Two of a kind]
![A banner](banner-crashlands-2)
![A cake](planet-cake)
:::

::video[How the toaster learned to bonk]{youtube=aaaaaaaaaaa poster=banner-crashlands-2}

### Code

\`\`\`ts
/** Bonks once. */
export async function bonk(box: Box, times = 1): Promise<string> {
  if (times > 3) throw new Error('too much');
  return \`\${box.name} says bonk\`.repeat(times); // 42
}
\`\`\`

\`\`\`gml
var speed = 4; // an object of GameMaker
if (keyboard_check(vk_right)) { x += speed; }
\`\`\`

\`\`\`
No language, one colour.
\`\`\`

### What leads elsewhere

::stores{game=levelhead}

::patchnotes{game=levelhead}

::download[The cake, to print]{href="/media/fit-in/640x640/snippets/planet-cake.jpg"}

::nobody-knows[this block]{at=all}

| Block | Marks |
| --- | --- |
| Note | \`:::note\` |
| Picture | \`::image\` |

[^1]: And footnotes stand below.
`;
