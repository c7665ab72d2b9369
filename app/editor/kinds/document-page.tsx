import { useState } from 'react';
import type { ReactNode } from 'react';

import { UndoForm } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormUndo } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { Notice } from '#lib/ui/notice.tsx';

import { OwnDraftNotice } from '../own-draft-notice.tsx';
import { PresenceList } from '../presence/presence-list.tsx';
import type { PresentPerson } from '../presence/presence.ts';
import type { ItemPlace } from '../schedule.ts';

interface DocumentPageProps<Field extends string> {
  readonly form: PageForm;
  readonly path: string;
  readonly page: OpenPage<Field>;
  readonly labels: Readonly<Record<Field, TextKey>>;
  readonly done: TextKey | undefined;
  readonly header: ReactNode;
  readonly children: ReactNode;
}

interface OpenPage<Field extends string> {
  /** Undefined for one that is not saved yet. */
  readonly document: (ItemPlace & { readonly people: readonly PresentPerson[] }) | undefined;
  readonly own: { readonly savedAt: string; readonly changed: readonly Field[] } | undefined;
  /** What was typed and not saved is in the fields. */
  readonly isTaken: boolean;
  readonly undo: FormUndo | undefined;
  readonly ownId: string;
  readonly now: number;
}

export function DocumentPage<Field extends string>(props: DocumentPageProps<Field>) {
  const { form, path, page, labels, done, header, children } = props;
  const { text } = useText();
  const { document, own, isTaken, undo, ownId, now } = page;
  // What is typed while the page is open is in its fields.
  const [wasOffered] = useState(own !== undefined);
  return (
    <div lang="en" className="mx-auto max-w-7xl space-y-6">
      {header}
      {document && <PresenceList place={document} initial={document.people} ownId={ownId} now={now} />}
      <FormNotice
        form={form}
        done={done && text(done)}
        undo={<UndoForm form={form} before={undo} label={text('editor.undo')} />}
      />
      {own && wasOffered && !isTaken && (
        <OwnDraftNotice
          form={form}
          savedAt={own.savedAt}
          now={now}
          changed={own.changed.map((field) => text(labels[field]))}
          to={`${path}?draft=yes`}
        />
      )}
      {own && isTaken && <Notice>{text('editor.own.taken')}</Notice>}
      {children}
    </div>
  );
}
