import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerHallForm } from '../browse/hall-forms.server.ts';
import { hallReply } from '../browse/hall-head.server.ts';
import { HallRules } from '../browse/hall-rules.tsx';
import { HallView } from '../browse/hall-view.tsx';
import { findHallPage } from '../browse/hall.server.ts';
import { ARCADE_CACHE } from '../kept-page.ts';
import type { Route } from './+types/marketing';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) =>
  hallReply(current, await findHallPage(current, 'marketing', url), url),
);

export const action = withCurrent((current, { request }: Route.ActionArgs) => answerHallForm(current, request));

export const headers = formHeaders;

export const handle = ARCADE_CACHE;

export default function Marketing({ loaderData: { page, searches }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <HallView
      page={page}
      title={text('arcade.marketing.title')}
      about={text('arcade.marketing.about')}
      rules={<HallRules hall="marketing" />}
      answered={actionData}
      searches={searches}
    />
  );
}
