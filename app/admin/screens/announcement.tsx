import { textLocales, titleOf } from '#app/announcements/announcement.ts';
import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Fact, FactList, Panel, RecordHeader } from '#app/current/page/record.tsx';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { unclearForm } from '#app/current/problems.ts';
import { consoleContext } from '#app/noun/noun.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Badge } from '#lib/ui/badge.tsx';

import { adminHead } from '../admin-head.server.ts';
import { AnnouncementCard } from '../announcements/announcement-card.tsx';
import { AnnouncementForm } from '../announcements/announcement-form.tsx';
import { announcementIntents } from '../announcements/announcement-intents.server.ts';
import { findAnnouncementPage } from '../announcements/announcement-page.server.ts';
import { ANNOUNCEMENTS_PATH, Count } from '../announcements/announcement-table.tsx';
import { VersionList } from '../announcements/version-list.tsx';
import { AuditList } from '../audit/audit-list.tsx';
import type { Route } from './+types/announcement';

export const loader = withCurrent(async (current, { params: { announcementId }, url, context }: Route.LoaderArgs) => {
  const page = await findAnnouncementPage(current, announcementId, context.get(consoleContext).auditKinds);
  const title = titleOf(page.announcement.content);
  return {
    ...page,
    isCopy: url.searchParams.get('done') === 'copied',
    now: current.now().getTime(),
    crumb: title,
    head: await adminHead(current, 'admin.announcements.oneTitle', 'admin.announcements.about', { title }),
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), announcementIntents(params), { unknown: unclearForm }),
);

export const headers = formHeaders;

export default function AnnouncementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { announcement, versions, games, sentences, isCopy, now } = loaderData;
  const { announcementId, content, rev, state } = announcement;
  const path = `${ANNOUNCEMENTS_PATH}/${announcementId}` as const;
  const form = useForm(actionData, { of: 'announcements.', action: useSitePath(path), fallbackFocus: 'state' });
  return (
    <div className="space-y-5">
      <AnnouncementHeader announcement={announcement} form={form} />
      <FormNotice
        form={form}
        done={isCopy ? text('admin.announcements.isCopy') : undefined}
        undo={<UndoForm form={form} label={text('admin.announcements.undo')} />}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Panel title={text('admin.announcements.content')}>
          <AnnouncementForm
            announcementId={announcementId}
            content={content}
            rev={rev}
            version={versions[0]?.rev ?? 0}
            games={games}
            form={form}
          />
        </Panel>
        <div className="grid min-w-0 gap-5">
          <ShownPanel content={content} />
          <Panel title={text('admin.announcements.versionsOf')}>
            <VersionList versions={versions} rev={rev} form={form} />
          </Panel>
          {sentences !== undefined && (
            <Panel title={text('admin.audit.title')}>
              <AuditList sentences={sentences} now={now} target={`announcement/${announcementId}`} />
            </Panel>
          )}
          {state !== 'live' && (
            <Removal
              form={form}
              fields={{ intent: 'announcements.delete' }}
              label={text('admin.announcements.delete')}
              question={text('admin.announcements.deleteText')}
              submit={text('admin.announcements.deleteYes')}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function ShownPanel({ content }: Pick<PageData['announcement'], 'content'>) {
  const { text } = useText();
  const {
    games: [game],
    platforms: [platform],
  } = content;
  return (
    <Panel title={text('admin.announcements.shown')}>
      {textLocales(content).map((locale) => (
        <AnnouncementCard
          key={locale}
          shown={{ title: '', body: '', ...content.texts[locale], link: content.link, locale }}
        />
      ))}
      <p>
        <SiteLink
          to={withQuery(`${ANNOUNCEMENTS_PATH}/preview`, { game, platform })}
          className="inline-block py-0.5 text-link underline"
        >
          {text('admin.announcements.preview')}
        </SiteLink>
      </p>
    </Panel>
  );
}

type PageData = Route.ComponentProps['loaderData'];

const TONES = { live: 'success', scheduled: 'plain', ended: 'plain', draft: 'plain', stopped: 'danger' } as const;

function AnnouncementHeader({ announcement, form }: Pick<PageData, 'announcement'> & { readonly form: PageForm }) {
  const { text } = useText();
  const { announcementId, content, state, phase, sent, acknowledged } = announcement;
  return (
    <RecordHeader
      title={<span lang="en">{titleOf(content)}</span>}
      about={<code lang="zxx">{announcementId}</code>}
      badges={
        <Badge tone={TONES[phase]}>
          <span id="state" tabIndex={-1}>
            {text('admin.announcements.state', { state: phase })}
          </span>
        </Badge>
      }
      actions={
        <>
          <ActionForm form={form} fields={{ intent: 'announcements.duplicate' }}>
            <Submit kind="quiet">{text('admin.announcements.duplicate')}</Submit>
          </ActionForm>
          {state === 'live' ? (
            <ActionForm form={form} fields={{ intent: 'announcements.stop' }}>
              <Submit kind="danger">{text('admin.announcements.stop')}</Submit>
            </ActionForm>
          ) : (
            <ActionForm form={form} fields={{ intent: 'announcements.publish' }}>
              <Submit kind="loud">{text('admin.announcements.publish')}</Submit>
            </ActionForm>
          )}
        </>
      }
    >
      <div className="w-full">
        <FactList>
          <Fact name={text('admin.announcements.sent')}>
            <Count value={sent} />
          </Fact>
          <Fact name={text('admin.announcements.acknowledged')}>
            <Count value={acknowledged} />
          </Fact>
        </FactList>
      </div>
    </RecordHeader>
  );
}
