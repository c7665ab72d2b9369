import { lacksRelease } from '#app/audit/state-machine.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, htmlLang, isLocale, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { LocaleTabs } from '#app/current/page/locale-tabs.tsx';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import { listPerkNames } from '#app/perks/perks.server.ts';
import { MAX_FILES, MAX_FILE_BYTES, MAX_MESSAGE_FORM_BYTES } from '#app/threads/thread.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Field } from '#lib/ui/field.tsx';

import { findAboutKinds, findAbout } from '../about-items.server.ts';
import { AboutLink } from '../about-link.tsx';
import { FileList } from '../file-list.tsx';
import { findMessageFiles } from '../files.server.ts';
import { MessageBody } from '../message-body.tsx';
import { MESSAGE_STATES, textIn } from '../message.ts';
import type { AboutItem, MessageFile, WrittenMessage } from '../message.ts';
import { MessageForm } from '../writing/message-form.tsx';
import { messageIntents } from '../writing/message-forms.server.ts';
import { countMessageReaders, getWritten, maySend } from '../writing/written-messages.server.ts';
import type { Route } from './+types/admin-message';

export const loader = withCurrent(async (current, { params, url, context }: Route.LoaderArgs) => {
  const { ownItems } = context.get(eventCatalogContext);
  const message = await getWritten(current, params.messageId);
  const wanted = url.searchParams.get('locale');
  const title = textIn(message.texts, DEFAULT_LOCALE)?.text.title ?? message.messageId;
  return {
    message,
    title,
    crumb: title,
    locale: isLocale(wanted) ? wanted : DEFAULT_LOCALE,
    maySend: maySend(current),
    kinds: await findAboutKinds(current, ownItems),
    perks: await listPerkNames(current),
    about: await findAbout(current, ownItems, message),
    files: (await findMessageFiles(current, [message.messageId])).get(message.messageId) ?? [],
    readers: message.readers ?? (await countMessageReaders(current, message)),
    head: { title: title, description: title, noindex: true },
  };
});

export const action = withCurrent(async (current, { params, request, context }: Route.ActionArgs) =>
  answerForm(
    current,
    await request.formData(),
    messageIntents(params.messageId, context.get(eventCatalogContext).ownItems),
  ),
);

export const headers = formHeaders;

export const handle: FormHandle = { maxFileFormBytes: MAX_MESSAGE_FORM_BYTES };

export default function AdminMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { message, title, locale, readers, files, maySend, kinds, perks, about } = loaderData;
  const form = useForm(actionData);
  return (
    <div className="space-y-8">
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="squiggle text-3xl wrap-anywhere">{title}</h1>
        <Badge>{text(MESSAGE_STATES[message.state])}</Badge>
      </div>
      <FormNotice form={form} />
      <MessageActions form={form} message={message} readers={readers} maySend={maySend} />
      <LocaleTabs
        label={text('mailbox.field.locale')}
        path={`/admin/mailbox/${message.messageId}`}
        texts={message.texts}
        chosen={locale}
      />
      {message.state === 'draft' && (
        <MessageForm key={locale} form={form} message={message} locale={locale} kinds={kinds} perks={perks} />
      )}
      {message.state === 'draft' && <MessageFiles form={form} message={message} files={files} />}
      <MessagePreview message={message} locale={locale} files={files} about={about} />
    </div>
  );
}

interface MessageActionsProps {
  readonly form: PageForm;
  readonly message: WrittenMessage;
  readonly readers: number;
  readonly maySend: boolean;
}

function MessageActions({ form, message, readers, maySend }: MessageActionsProps) {
  const { text } = useText();
  const { state } = message;
  const rev = String(message.rev);
  const needsRelease = lacksRelease(message, readers);
  return (
    <div className="space-y-3">
      <p className="font-bold">{text('mailbox.write.readers', { count: readers })}</p>
      {state === 'draft' && needsRelease && <p>{text('mailbox.write.needsRelease')}</p>}
      {state === 'draft' && !maySend && <p>{text('mailbox.write.adminSends')}</p>}
      <div className="flex flex-wrap gap-3">
        {maySend && state === 'draft' && needsRelease && (
          <ActionForm form={form} fields={{ intent: 'mailbox.release', rev }}>
            <Submit>{text('mailbox.write.release')}</Submit>
          </ActionForm>
        )}
        {maySend && state === 'draft' && (
          <ActionForm form={form} fields={{ intent: 'mailbox.send', rev }}>
            <Submit kind="loud">{text('mailbox.write.send', { count: readers })}</Submit>
          </ActionForm>
        )}
        {maySend && state === 'sent' && (
          <ActionForm form={form} fields={{ intent: 'mailbox.withdraw' }}>
            <Submit>{text('mailbox.write.withdraw')}</Submit>
          </ActionForm>
        )}
      </div>
    </div>
  );
}

interface MessageFilesProps {
  readonly form: PageForm;
  readonly message: WrittenMessage;
  readonly files: readonly MessageFile[];
}

/** The same in every language. */
function MessageFiles({ form, message, files }: MessageFilesProps) {
  const { text } = useText();
  const rev = String(message.rev);
  const attach = { intent: 'mailbox.attach', rev };
  return (
    <section aria-labelledby="files" className="space-y-4">
      <h2 id="files" className="text-xl">
        {text('mailbox.files.title')}
      </h2>
      <FileList
        files={files}
        path={`/admin/mailbox/${message.messageId}`}
        act={({ fileId, name }) => (
          <ActionForm form={form} fields={{ intent: 'mailbox.detach', rev, fileId }}>
            <Submit>
              <SpokenLabel shown={text('mailbox.files.remove')} spoken={text('mailbox.files.removeOf', { name })} />
            </Submit>
          </ActionForm>
        )}
      />
      {files.length < MAX_FILES && (
        <ActionForm form={form} fields={attach} encType="multipart/form-data" className="max-w-xl space-y-4">
          <Field
            type="file"
            name="files"
            multiple
            label={text('mailbox.files.choose')}
            hint={text('mailbox.files.hint', { count: MAX_FILES, megabytes: MAX_FILE_BYTES / 1024 / 1024 })}
            error={form.findRefusal(attach)?.problem.fields?.['files']}
          />
          <Submit>{text('mailbox.files.attach')}</Submit>
        </ActionForm>
      )}
    </section>
  );
}

interface MessagePreviewProps extends Omit<MessageFilesProps, 'form'> {
  readonly locale: Locale;
  readonly about: AboutItem | undefined;
}

function MessagePreview({ message, locale, files, about }: MessagePreviewProps) {
  const { text } = useText();
  const shown = textIn(message.texts, locale);
  if (shown === undefined) return null;
  return (
    <section aria-labelledby="preview" className="space-y-4">
      <h2 id="preview" className="text-xl">
        {text('mailbox.write.preview')}
      </h2>
      <div className="block-card space-y-4 p-6">
        <h3 lang={htmlLang(shown.locale)} className="text-2xl wrap-anywhere">
          {shown.text.title}
        </h3>
        <MessageBody body={shown.text.body} locale={shown.locale} />
        <FileList files={files} path={`/admin/mailbox/${message.messageId}`} />
        <AboutLink about={about} />
      </div>
    </section>
  );
}
