import type { TranslationView } from '#app/articles/translation.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import { findPresentPeople } from '#app/editor/presence/presence.server.ts';
import type { PresentPerson } from '#app/editor/presence/presence.ts';
import type { PreviewLink } from '#app/editor/previews/preview.ts';
import { findPreviewLinks } from '#app/editor/previews/previews.server.ts';
import type { ReviewView } from '#app/editor/reviews/review.ts';
import { needsApproval, showReview } from '#app/editor/reviews/reviews.server.ts';
import type { Item } from '#app/storage/item.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { listTranslations } from './post-translations.server.ts';

export interface PostPanelsData {
  readonly links: readonly PreviewLink[];
  readonly review: ReviewView;
  readonly translations: readonly TranslationView[];
  readonly people: readonly PresentPerson[];
  readonly ownId: string;
}

/** Permission is up to the caller, who has read the post. */
export async function findPanels(current: Current, item: Item): Promise<PostPanelsData> {
  const [links, review, translations, people] = await Promise.all([
    findPreviewLinks(current, item),
    showReview(current, item, POSTS_CRATE),
    listTranslations(current, item),
    findPresentPeople(current, item),
  ]);
  return { links, review, translations, people, ownId: requireUser(current) };
}

/** Whether posts need an approval, for those who may change that; undefined for others. */
export async function findApprovalRule(current: Current): Promise<boolean | undefined> {
  return isAdmin(current.actor.role) ? needsApproval(current, POSTS_CRATE) : undefined;
}
