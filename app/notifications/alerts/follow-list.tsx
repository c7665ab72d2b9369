import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';

interface FollowListProps {
  follows: readonly { subject: string; title: string; path: string; isMuted: boolean }[];
  next: string | undefined;
  form: PageForm;
}

export function FollowList({ follows, next, form }: FollowListProps) {
  const { text } = useText();
  return (
    <section aria-labelledby="follows" className="space-y-4">
      <h2 id="follows" className="text-2xl">
        {text('notify.alerts.follows')}
      </h2>
      {follows.length === 0 && <p>{text('notify.alerts.noFollows')}</p>}
      <ul className="space-y-3">
        {follows.map(({ subject, title, path, isMuted }) => (
          <li key={subject} className="block-card flex flex-wrap items-center gap-3 p-4">
            <SiteLink to={path} className="grow basis-40 font-bold wrap-anywhere underline">
              {title}
            </SiteLink>
            <div className="flex flex-wrap gap-3">
              <SubjectButton
                form={form}
                subject={subject}
                title={title}
                intent={isMuted ? 'alerts.unmute' : 'alerts.mute'}
                act={text(isMuted ? 'notify.alerts.unmute' : 'notify.alerts.mute')}
              />
              <SubjectButton
                form={form}
                subject={subject}
                title={title}
                intent="following.unfollow"
                act={text('notify.alerts.unfollow')}
              />
            </div>
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <SiteLink to={withQuery('/alerts', { after: next })} className="underline">
          {text('notify.alerts.moreFollows')}
        </SiteLink>
      )}
    </section>
  );
}

interface SubjectButtonProps {
  form: PageForm;
  subject: string;
  title: string;
  intent: string;
  act: string;
}

function SubjectButton({ form, subject, title, intent, act }: SubjectButtonProps) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={{ intent, subject }}>
      <Submit>
        <SpokenLabel shown={act} spoken={text('notify.alerts.ofSubject', { act, title })} />
      </Submit>
    </ActionForm>
  );
}
