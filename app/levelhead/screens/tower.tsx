import { formHeaders } from '#app/current/forms/answer-form.server.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerHallForm } from '../browse/hall-forms.server.ts';
import { hallReply } from '../browse/hall-head.server.ts';
import { HallRules } from '../browse/hall-rules.tsx';
import { HallView } from '../browse/hall-view.tsx';
import { findHallPage } from '../browse/hall.server.ts';
import { findToday } from '../browse/todays-trial.server.ts';
import { TodaysTrial } from '../browse/todays-trial.tsx';
import { ARCADE_CACHE } from '../kept-page.ts';
import type { Route } from './+types/tower';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const page = await findHallPage(current, 'tower', url);
  const isFront = page.isFirst && page.q === '';
  return hallReply(current, page, url, isFront ? await findToday(current) : undefined);
});

export const action = withCurrent((current, { request }: Route.ActionArgs) => answerHallForm(current, request));

export const headers = formHeaders;

export const handle = ARCADE_CACHE;

export default function Tower({ loaderData: { page, today, searches }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <HallView
      page={page}
      title={text('arcade.tower.title')}
      about={text('arcade.tower.about')}
      events={today && <TodaysTrial today={today} />}
      rules={<HallRules hall="tower" />}
      answered={actionData}
      searches={searches}
    />
  );
}
