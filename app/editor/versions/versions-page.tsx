import type { ReactNode } from 'react';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormState } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Pagination } from '#lib/ui/pagination.tsx';

import { VersionDiff } from './version-diff.tsx';
import type { DocumentComparison } from './version-diff.tsx';
import { VersionList } from './version-list.tsx';
import type { DocumentVersion } from './version-list.tsx';

interface VersionsPageProps {
  actionData: FormState | undefined;
  title: string;
  path: string;
  etag: string;
  versions: readonly DocumentVersion[];
  /** Of newer drafts that are no more. */
  drafts: readonly DocumentVersion[];
  /** The revision from which older ones follow. */
  next: number | undefined;
  rev: number | undefined;
  diff: (restore: ReactNode) => ReactNode;
}

export function VersionsPage({ actionData, title, path, etag, rev, diff, ...lists }: VersionsPageProps) {
  const { text } = useText();
  const { versions, drafts, next } = lists;
  const form = useForm(actionData, { of: 'editor.', action: useSitePath(`${path}/versions`) });
  return (
    <div lang="en" className="mx-auto max-w-5xl space-y-6">
      <h1 className="text-3xl wrap-anywhere">{text('editor.versions.title', { title })}</h1>
      <SiteLink to={path} className="inline-block py-1 font-bold text-link underline">
        {text('editor.versions.back')}
      </SiteLink>
      <FormNotice form={form} />
      {rev !== undefined &&
        diff(
          <ActionForm form={form} fields={{ intent: 'editor.restore', rev: String(rev), etag }}>
            <Submit kind="loud">{text('editor.versions.restore')}</Submit>
          </ActionForm>,
        )}
      <VersionList versions={versions} path={path} shown={rev} />
      <Pagination
        label={text('editor.versions.pages')}
        next={
          next === undefined
            ? undefined
            : { to: withQuery(`${path}/versions`, { before: next }), text: text('editor.versions.older') }
        }
        link={SiteLink}
      />
      {drafts.length > 0 && (
        <section aria-labelledby="drafts" className="space-y-4">
          <h2 id="drafts" className="text-xl">
            {text('editor.versions.drafts')}
          </h2>
          <VersionList versions={drafts} path={path} shown={rev} />
        </section>
      )}
    </div>
  );
}

interface DocumentVersionsPageProps<Name extends string> extends Omit<VersionsPageProps, 'rev' | 'diff'> {
  compared: (DocumentComparison<Name> & { readonly rev: number }) | undefined;
  labels: Readonly<Record<Name, TextKey>>;
}

export function DocumentVersionsPage<Name extends string>(props: DocumentVersionsPageProps<Name>) {
  const { text } = useText();
  const { compared, labels, ...page } = props;
  return (
    <VersionsPage
      {...page}
      rev={compared?.rev}
      diff={(restore) =>
        compared && (
          <VersionDiff
            title={text('editor.versions.changes')}
            compared={compared}
            labelFor={(name) => text(labels[name])}
          >
            {restore}
          </VersionDiff>
        )
      }
    />
  );
}
