import type { TranslationView } from '#app/articles/translation.ts';
import { TranslationsPanel } from '#app/articles/translations-panel.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useSavedEtag } from '#app/editor/forms/use-saved-etag.ts';
import { PreviewLinksPanel } from '#app/editor/previews/preview-links-panel.tsx';
import type { PreviewLink } from '#app/editor/previews/preview.ts';
import { ReviewPanel } from '#app/editor/reviews/review-panel.tsx';
import type { ReviewView } from '#app/editor/reviews/review.ts';

interface PostPanelsProps {
  form: PageForm;
  etag: string;
  panels: {
    readonly links: readonly PreviewLink[];
    readonly review: ReviewView;
    readonly translations: readonly TranslationView[];
  };
  /** Milliseconds since 1970. */
  now: number;
}

/** What is done with a post beside writing it. A verdict is about what is in the fields, not what others save meanwhile. */
export function PostPanels({ form, etag: opened, panels: { links, review, translations }, now }: PostPanelsProps) {
  const [etag] = useSavedEtag(form.state, opened);
  return (
    <>
      <ReviewPanel form={form} review={review} etag={etag} now={now} />
      <TranslationsPanel form={form} translations={translations} />
      <PreviewLinksPanel form={form} links={links} now={now} />
    </>
  );
}
