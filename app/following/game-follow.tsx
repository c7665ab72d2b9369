import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useAutosave } from '#app/current/forms/use-autosave.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { Details } from '#lib/ui/details.tsx';
import { CheckboxField } from '#lib/ui/field.tsx';

import type { FollowButtonProps } from './follow-form.tsx';
import { FOLLOW_BUTTON } from './follow.ts';
import type { OfferedGame } from './follow.ts';

/** One button for the game, and what is followed of it below. */
export function GameFollow({ offer, game, path, answered }: FollowButtonProps & { game: OfferedGame }) {
  const { text } = useText();
  const { title, isFollowed } = offer;
  const form = useForm(answered, { of: 'following.', action: useSitePath(path) });
  const always = game.parts.filter(({ isAlways }) => isAlways).map(({ subject }) => subject);
  const fields = { intent: 'following.chooseParts', game: game.slug };
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-start gap-3">
        <ActionForm form={form} fields={{ ...fields, part: isFollowed === true ? '' : always.join(' ') }}>
          <Submit id={FOLLOW_BUTTON} kind={isFollowed === true ? 'plain' : 'loud'}>
            {text(isFollowed === true ? 'following.button.unfollow' : 'following.button.follow', {
              kind: 'title',
              title,
            })}
          </Submit>
        </ActionForm>
        <Details summary={text('following.parts.summary')}>
          <GamePartsForm title={title} game={game} form={form} />
        </Details>
      </div>
      <FormNotice form={form} />
    </div>
  );
}

interface GamePartsFormProps {
  title: string;
  game: OfferedGame;
  form: PageForm;
}

/** Saved as it is pressed; without scripts by its button. */
export function GamePartsForm({ title, game: { slug, parts }, form }: GamePartsFormProps) {
  const { text } = useText();
  const autosave = useAutosave(form, parts);
  return (
    <ActionForm
      form={form}
      fields={{ intent: 'following.chooseParts', game: slug }}
      autoComplete="off"
      className="space-y-3"
      {...autosave}
    >
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
        <legend className="sr-only">{text('following.parts.legend', { title })}</legend>
        {parts.map(({ subject, label, isFollowed }) => (
          <CheckboxField key={subject} label={label} name="part" value={subject} defaultChecked={isFollowed} />
        ))}
      </fieldset>
      <Submit className="hidden noscript:inline-flex">{text('following.parts.save')}</Submit>
    </ActionForm>
  );
}
