import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import { SpokenLabel } from '#app/current/forms/removal.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { OfferedGame } from '#app/following/follow.ts';
import { GamePartsForm } from '#app/following/game-follow.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';

interface FollowListProps {
  games: readonly FollowedGame[];
  follows: readonly { subject: string; title: string; path: string; isMuted: boolean }[];
  next: string | undefined;
  form: PageForm;
}

interface FollowedGame {
  title: string;
  game: OfferedGame;
  mutedParts: OfferedGame['parts'];
}

export function FollowList({ games, follows, next, form }: FollowListProps) {
  const { text } = useText();
  return (
    <section aria-labelledby="follows" className="space-y-4">
      <h2 id="follows" className="text-2xl">
        {text('notify.alerts.follows')}
      </h2>
      {follows.length + games.length === 0 && <p>{text('notify.alerts.noFollows')}</p>}
      <ul className="space-y-3">
        {games.map((one) => (
          <li key={one.game.slug} className="block-card space-y-3 p-4">
            <GameItem {...one} form={form} />
          </li>
        ))}
        {follows.map(({ subject, title, path, isMuted }) => (
          <li key={subject} className="block-card flex flex-wrap items-center gap-3 p-4">
            <SiteLink to={path} className="grow basis-40 font-bold wrap-anywhere underline">
              {title}
            </SiteLink>
            <div className="flex flex-wrap gap-3">
              <SubjectButton
                form={form}
                fields={{ intent: isMuted ? 'alerts.unmute' : 'alerts.mute', subject }}
                title={title}
                act={text(isMuted ? 'notify.alerts.unmute' : 'notify.alerts.mute')}
              />
              <SubjectButton
                form={form}
                fields={{ intent: 'following.unfollow', subject }}
                title={title}
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

/** What was muted before a game had parts is told again here; a part that is not to be told is not followed. */
function GameItem({ title, game, mutedParts, form }: FollowedGame & { form: PageForm }) {
  const { text } = useText();
  const parts = useForm(undefined);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SiteLink to={`/games/${game.slug}`} className="grow basis-40 font-bold wrap-anywhere underline">
          {title}
        </SiteLink>
        {mutedParts.map(({ subject, label }) => (
          <SubjectButton
            key={subject}
            form={form}
            fields={{ intent: 'alerts.unmute', subject }}
            title={`${title}, ${label}`}
            act={text('notify.alerts.unmutePart', { part: label })}
          />
        ))}
        <SubjectButton
          form={form}
          fields={{ intent: 'following.chooseParts', game: game.slug, part: '' }}
          title={title}
          act={text('notify.alerts.unfollow')}
        />
      </div>
      <GamePartsForm title={title} game={game} form={parts} />
      <FormNotice form={parts} />
    </>
  );
}

interface SubjectButtonProps {
  form: PageForm;
  fields: FieldValues;
  title: string;
  act: string;
}

function SubjectButton({ form, fields, title, act }: SubjectButtonProps) {
  const { text } = useText();
  return (
    <ActionForm form={form} fields={fields}>
      <Submit>
        <SpokenLabel shown={act} spoken={text('notify.alerts.ofSubject', { act, title })} />
      </Submit>
    </ActionForm>
  );
}
