import { useState } from 'react';
import type { ReactNode } from 'react';

import { UndoForm } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormUndo } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Notice } from '#lib/ui/notice.tsx';

import { useSavedEtag } from '../forms/use-saved-etag.ts';
import { OwnDraftNotice } from '../own-draft-notice.tsx';
import { PresenceList } from '../presence/presence-list.tsx';
import type { PresentPerson } from '../presence/presence.ts';
import { PreviewLinksPanel } from '../previews/preview-links-panel.tsx';
import type { PreviewLink } from '../previews/preview.ts';
import { ReviewPanel } from '../reviews/review-panel.tsx';
import type { ReviewView } from '../reviews/review.ts';
import type { ItemKey } from '../schedule.ts';

interface DocumentPageProps {
  readonly form: PageForm;
  readonly path: string;
  readonly page: OpenPage;
  readonly labels: Readonly<Partial<Record<string, TextKey>>>;
  /** Where this kind has other words than all. */
  readonly done?: Readonly<Record<string, TextKey>>;
  readonly header: ReactNode;
  /** What else is to be told before somebody writes. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
  readonly translations?: ReactNode;
}

interface OpenPage {
  /** Undefined for one that is not saved yet. */
  readonly document: (ItemKey & { readonly etag: string; readonly people: readonly PresentPerson[] }) | undefined;
  readonly panels: { readonly review: ReviewView; readonly links: readonly PreviewLink[] } | undefined;
  readonly own: { readonly savedAt: string; readonly changed: readonly string[] } | undefined;
  /** What was typed and not saved is in the fields. */
  readonly isTaken: boolean;
  /** What has led here. */
  readonly done: string | null;
  readonly undo: FormUndo | undefined;
  readonly ownId: string;
  readonly now: number;
}

export function DocumentPage(props: DocumentPageProps) {
  const { form, path, page, labels, header, notice, children, translations } = props;
  const { text } = useText();
  const { document, panels, own, isTaken, done, undo, ownId, now } = page;
  // What is typed while the page is open is in its fields.
  const [wasOffered] = useState(own !== undefined);
  // A verdict is about what is in the fields, not what others save meanwhile.
  const [etag] = useSavedEtag(form.state, document?.etag ?? '');
  const words: Readonly<Partial<Record<string, TextKey>>> = { ...DONE, ...props.done };
  const doneKey = words[done ?? ''];
  return (
    <div lang="en" className="mx-auto max-w-7xl space-y-6">
      {header}
      {document && <PresenceList itemKey={document} initial={document.people} ownId={ownId} now={now} />}
      <FormNotice
        form={form}
        done={doneKey && text(doneKey)}
        undo={<UndoForm form={form} before={undo} label={text('editor.undo')} />}
      />
      {notice}
      {own && wasOffered && !isTaken && (
        <OwnDraftNotice
          form={form}
          savedAt={own.savedAt}
          now={now}
          changed={own.changed.flatMap((field) => text(labels[field] ?? 'editor.field.text'))}
          to={`${path}?draft=yes`}
        />
      )}
      {own && isTaken && <Notice>{text('editor.own.taken')}</Notice>}
      {children}
      {panels && <ReviewPanel form={form} review={panels.review} etag={etag} now={now} />}
      {translations}
      {panels && <PreviewLinksPanel form={form} links={panels.links} now={now} />}
    </div>
  );
}

/** It was made of what was typed into the form of a new one. */
export function isBegun(done: string | null): boolean {
  return done === 'created' || done === 'unready' || done === 'published';
}

const DONE = {
  created: 'editor.done.created',
  unready: 'editor.done.unready',
  saved: 'editor.done.saved',
  merged: 'editor.done.merged',
  published: 'editor.done.published',
  unpublished: 'editor.done.unpublished',
  restored: 'editor.done.restored',
  deleted: 'editor.done.deleted',
  undeleted: 'editor.done.undeleted',
  translated: 'editor.done.translated',
  later: 'editor.done.later',
  replaced: 'editor.done.replaced',
} as const satisfies Record<string, TextKey>;
