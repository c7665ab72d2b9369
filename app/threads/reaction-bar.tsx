import { ActionForm } from '#app/current/forms/action-form.tsx';
import { focusTarget } from '#app/current/forms/form-state.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';

import { REACTIONS } from './thread.ts';
import type { PageMessage } from './thread.ts';

interface ReactionBarProps {
  readonly form: PageForm;
  readonly message: PageMessage;
  /** Of the form that gives one and takes it back; without it they are only shown. */
  readonly intent: string | undefined;
}

const NAMES = {
  like: 'threads.reactions.like',
  love: 'threads.reactions.love',
  laugh: 'threads.reactions.laugh',
  party: 'threads.reactions.party',
  puzzled: 'threads.reactions.puzzled',
} as const;
const SIGNS = { like: '👍', love: '❤️', laugh: '😂', party: '🎉', puzzled: '🤔' } as const;

export function ReactionBar({ form, message, intent }: ReactionBarProps) {
  const { text } = useText();
  const { subjectId, messageId, reactions } = message;
  const shown = intent === undefined ? reactions.map(({ reaction }) => reaction) : REACTIONS;
  if (shown.length === 0) return null;
  return (
    <ul className="reactions" aria-label={text('threads.reactions.label')}>
      {shown.map((reaction) => {
        const { count = 0, isOwn = false } = reactions.find((one) => one.reaction === reaction) ?? {};
        const words = (
          <>
            <span aria-hidden="true">{SIGNS[reaction]}</span>
            <span className="sr-only">{text(NAMES[reaction])}</span>
            {count > 0 && <span>{count}</span>}
          </>
        );
        if (intent === undefined) return <li key={reaction}>{words}</li>;
        const id = `reaction-${messageId}-${reaction}`;
        return (
          <li key={reaction}>
            <ActionForm form={form} fields={{ intent, subjectId, messageId, reaction, on: isOwn ? '' : 'on' }}>
              <button type="submit" aria-pressed={isOwn} {...focusTarget(form.state, id)}>
                {words}
              </button>
            </ActionForm>
          </li>
        );
      })}
    </ul>
  );
}
