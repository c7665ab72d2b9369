import { redirect } from 'react-router';

import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, inLocale, useText } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SignInLink } from '#app/current/page/sign-in-link.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { FollowButton } from '#app/following/follow-button.tsx';
import { MAX_MESSAGE_FORM_BYTES } from '#app/threads/thread.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Problem } from '#lib/problem.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { MAX_VERSION, entriesPath, entryPath, isOfFeedbag } from '../entry.ts';
import { entryIntents } from '../feedbag-forms.server.ts';
import { EntryBadges } from '../page/entry-item.tsx';
import { offerStaffPart, openEntryPage } from '../page/entry-page.server.ts';
import type { EntryPageData } from '../page/entry-page.ts';
import { StaffPanel } from '../page/staff-panel.tsx';
import { COMMENT_FORM, CommentForm, Talk } from '../page/talk.tsx';
import { OwnVoteNote, VoteForm } from '../page/vote-form.tsx';
import { noEntry } from '../problems.ts';
import type { Route } from './+types/feedbag-entry';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  if (!isOfFeedbag(params.projectId)) throw new Problem(noEntry);
  const before = url.searchParams.get('before') ?? undefined;
  const opened = await openEntryPage(current, params, before);
  if ('path' in opened) throw redirect(inLocale(params, opened.path));
  const text = await getText(current.locale);
  const { entry, project } = opened;
  const isShown = entry.standing === 'shown' && !entry.isInternal;
  return {
    page: opened,
    now: current.now().getTime(),
    isSignedIn: current.actor.userId !== undefined,
    ...offerStaffPart(opened),
    head: {
      title: entry.title,
      description: text('feedbag.entry.description', { name: project.name }),
      noindex: !isShown || before !== undefined,
    },
  };
});

export const action = withCurrent(async (current, { request, params }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), entryIntents(params.subjectId), { errorPage: [noEntry] }),
);

export const headers = formHeaders;

export const handle: FormHandle = { maxFileFormBytes: MAX_MESSAGE_FORM_BYTES };

export default function FeedbagEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { page, now, isSignedIn } = loaderData;
  const { entry, staff, follow, mayWrite } = page;
  const form = useForm(actionData, { of: 'feedbag.', fallbackFocus: 'entry-title' });
  const path = entryPath(entry);
  const isDesk = staff !== undefined;
  return (
    <div className={isDesk ? 'mx-auto grid max-w-6xl gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]' : 'mx-auto max-w-3xl'}>
      <div className="min-w-0 space-y-6">
        <EntryHead page={page} form={form} isSignedIn={isSignedIn} />
        <FormNotice form={form} undo={<UndoForm form={form} label={text('feedbag.staff.undo')} />} />
        <Talk key={entry.subjectId} page={page} form={form} now={now} />
        <div className="flex flex-wrap items-start gap-4">
          {follow !== undefined && <FollowButton offer={follow} path={path} kind="feedback" answered={actionData} />}
          {entry.standing === 'shown' && !entry.isInternal && (
            <a href={`${path}/atom`} className="inline-block py-2 font-bold underline">
              {text('feedbag.talk.atom')}
            </a>
          )}
        </div>
        {mayWrite && <CommentForm page={page} form={form} />}
        {!isSignedIn && (
          <SignInLink place={COMMENT_FORM} className={buttonClass('plain')}>
            {text('feedbag.talk.signIn')}
          </SignInLink>
        )}
      </div>
      {staff !== undefined && (
        <StaffPanel form={form} staff={staff} now={now} subjectId={entry.subjectId} status={entry.status} />
      )}
    </div>
  );
}

interface EntryHeadProps {
  readonly page: EntryPageData;
  readonly form: PageForm;
  readonly isSignedIn: boolean;
}

function EntryHead({ page, form, isSignedIn }: EntryHeadProps) {
  const { text } = useText();
  const { entry, project } = page;
  const { title, platform, version, tags, createdAt } = entry;
  return (
    <header className="space-y-4">
      <SiteLink to={entriesPath(project.projectId)} className="inline-block py-1 font-bold underline">
        {text('feedbag.entry.back', { name: project.name })}
      </SiteLink>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-5">
        <VoteForm form={form} entry={entry} isSignedIn={isSignedIn} />
        <h1 id="entry-title" tabIndex={-1} className="text-2xl wrap-anywhere sm:text-4xl">
          {title}
        </h1>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <EntryBadges entry={entry} />
        {[platform, version]
          .filter((part) => part !== '')
          .map((part) => (
            <span key={part}>{part}</span>
          ))}
        <span className="text-muted">
          <LocalTime at={createdAt} isDay />
        </span>
        {tags.map((tag) => (
          <span key={tag} className="text-muted">
            {`#${tag}`}
          </span>
        ))}
      </p>
      <OwnVoteNote vote={entry.ownVote} />
      <EntryTimes page={page} form={form} isSignedIn={isSignedIn} />
    </header>
  );
}

function EntryTimes({ page, form, isSignedIn }: EntryHeadProps) {
  const { text } = useText();
  const { entry, versions } = page;
  const { completedBy, look } = entry;
  return (
    <>
      {completedBy !== undefined && (
        <p>
          <SiteLink to={completedBy} className="font-bold underline">
            {text('feedbag.entry.completedBy')}
          </SiteLink>
        </p>
      )}
      {versions.length > 0 && (
        <p>
          {text('feedbag.entry.happens', {
            versions: versions
              .map(({ version, count }) => text('feedbag.entry.happensIn', { version, count }))
              .join(', '),
          })}
        </p>
      )}
      {isSignedIn && look.isOpen && entry.ownVote?.state !== 'void' && (
        <ActionForm form={form} fields={{ intent: 'feedbag.vote' }} className="flex flex-wrap items-end gap-3">
          <Field
            name="version"
            label={text('feedbag.vote.still')}
            required
            maxLength={MAX_VERSION}
            className="basis-72"
          />
          <Submit>{text('feedbag.vote.stillSend')}</Submit>
        </ActionForm>
      )}
    </>
  );
}
