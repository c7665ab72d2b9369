import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, LOCALES, getText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { imageUrl } from '#app/media/image-url.ts';
import { getPost } from '#app/posts/reading/reading.server.ts';
import { fillSlots } from '#lib/text-slots.ts';

import { MAX_SUBJECT_LENGTH } from '../campaigns/campaign.ts';
import type { IssueText, IssueTexts } from '../campaigns/campaign.ts';
import type { PostSlots } from './slots.ts';

/** Wide enough for a mail on a sharp screen. */
const IMAGE = { width: 1024, height: 1024 };

/** A text for each language that the post or the template has; nothing that a visitor may not read. @param name of the post @throws Problem 404 */
export async function textsFromPost(current: Current, name: string, template: IssueTexts = {}): Promise<IssueTexts> {
  const wanted = LOCALES.map(async (locale) => {
    const { post, isUntranslated } = await getPost(asVisitor(current, locale), name, locale);
    const own = template[locale];
    if (own === undefined && isUntranslated) return undefined;
    const address = post.image === undefined ? undefined : imageUrl(post.image, IMAGE);
    const slots: PostSlots = {
      title: post.title,
      blurb: post.blurb,
      image: address === undefined ? '' : `![${escaped(post.imageAlt)}](${address})`,
      link: post.path,
    };
    const text = own ?? template[DEFAULT_LOCALE] ?? (await plainText(locale));
    return [locale, filled({ ...text, body: fillPictures(text.body, address) }, slots)] as const;
  });
  return Object.fromEntries((await Promise.all(wanted)).filter((text) => text !== undefined));
}

async function plainText(locale: Locale): Promise<IssueText> {
  const text = await getText(locale);
  return { subject: '{{title}}', body: `{{image}}\n\n{{blurb}}\n\n[${text('newsletters.issue.readOn')}]({{link}})` };
}

/** Whoever wrote the marks of a picture wants its address, and no picture where there is none. */
function fillPictures(body: string, address: string | undefined): string {
  return body.replaceAll(PICTURE, (_, alt: string) => (address === undefined ? '' : `![${alt}](${address})`));
}

const PICTURE = /!\[([^[\]]{0,300})\]\(\s*\{\{\s*image\s*\}\}\s*\)/g;

/** What a post says is text, not marks. */
function filled(text: IssueText, slots: PostSlots): IssueText {
  const marked = { ...slots, title: escaped(slots.title), blurb: escaped(slots.blurb) };
  const line = (subject: string) => fillSlots(subject, slots).replaceAll(/\s+/g, ' ').slice(0, MAX_SUBJECT_LENGTH);
  return {
    subject: line(text.subject),
    ...(text.otherSubject !== undefined && { otherSubject: line(text.otherSubject) }),
    body: fillSlots(text.body, marked).trim(),
  };
}

function escaped(words: string): string {
  return words.replaceAll(/[\\`*_[\]<>#|~!]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
}
