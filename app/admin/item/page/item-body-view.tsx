import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { Item } from '#app/storage/item.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Details } from '#lib/ui/details.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { HEX_PAGE_BYTES, MAX_UPLOAD_BYTES, bodyAddress } from '../item-body.ts';
import type { HexPage, ItemBody } from '../item-body.ts';

interface ItemBodyViewProps {
  readonly body: ItemBody;
  readonly item: Pick<Item, 'crateId' | 'itemId' | 'bytes'>;
  /** Of the state that is shown, so that browsers ask again after a change. */
  readonly rev: string;
  readonly path: string;
}

/** A body that is no text, or is looked at byte by byte. Nothing of it is executed: it comes from a call that says so. */
export function ItemBodyView({ body, item, rev, path }: ItemBodyViewProps) {
  const { text } = useText();
  const address = withQuery(bodyAddress(item), { rev });
  return (
    <div className="space-y-3">
      {body.kind === 'picture' && (
        <img
          src={address}
          alt={text('admin.item.picture')}
          className="max-h-96 max-w-full rounded-xl border-2 border-hairline object-contain"
        />
      )}
      {body.kind === 'sound' && (
        // Whoever stored it has sent no words with it.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio controls preload="none" src={address} aria-label={text('admin.item.sound')} className="w-full" />
      )}
      {body.kind === 'bytes' && <HexView page={body} bytes={item.bytes} path={path} />}
      {body.kind !== 'bytes' && (
        <SiteLink to={withQuery(path, { hex: 0 })} className="inline-block py-0.5 font-bold text-link underline">
          {text('admin.item.asBytes')}
        </SiteLink>
      )}
    </div>
  );
}

function HexView({ page, bytes, path }: { page: HexPage; bytes: number; path: string }) {
  const { text } = useText();
  const { from, lines, reason } = page;
  const to = (offset: number) => withQuery(path, { hex: offset });
  const next = from + HEX_PAGE_BYTES;
  return (
    <div className="space-y-2">
      {reason !== undefined && <p>{text(REASONS[reason])}</p>}
      {lines.length === 0 ? (
        <p className="text-muted">{text('admin.item.empty')}</p>
      ) : (
        <section
          aria-label={text('admin.item.bytesFrom', { from, to: Math.min(next, bytes), bytes })}
          className="overflow-x-auto rounded-xl border-2 border-hairline p-3"
          {...BY_KEYBOARD}
        >
          <pre lang="zxx" className="font-mono text-sm">
            {lines.map(({ offset, hex, ascii }) => `${offset}  ${hex.padEnd(47)}  ${ascii}`).join('\n')}
          </pre>
        </section>
      )}
      <Pagination
        label={text('admin.item.hexPages')}
        previous={from === 0 ? undefined : { to: to(from - HEX_PAGE_BYTES), text: text('admin.item.bytesBefore') }}
        next={next >= bytes ? undefined : { to: to(next), text: text('admin.item.bytesAfter') }}
        link={SiteLink}
      />
    </div>
  );
}

/** Not every browser lets arrows scroll what cannot be focused. */
const BY_KEYBOARD = { tabIndex: 0 } as const;

const REASONS = { long: 'admin.item.tooLong', broken: 'admin.item.broken' } as const;

interface UploadFormProps {
  readonly form: PageForm;
  readonly rev: string;
}

/** Of any type, in the place of the body. */
export function UploadForm({ form, rev }: UploadFormProps) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'item.upload' });
  return (
    <Details open={refusal !== undefined} summary={text('admin.item.replace')}>
      <ActionForm
        form={form}
        fields={{ intent: 'item.upload', rev }}
        encType="multipart/form-data"
        className="space-y-3"
      >
        <Field
          type="file"
          name="file"
          required
          label={text('admin.item.file')}
          hint={text('admin.item.fileHint', { megabytes: MAX_UPLOAD_BYTES / 1024 / 1024 })}
          error={refusal?.problem.fields?.['file']}
        />
        <Submit>{text('admin.item.upload')}</Submit>
      </ActionForm>
    </Details>
  );
}
