import { useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { hallReply } from '../browse/hall-head.server.ts';
import { HallRules } from '../browse/hall-rules.tsx';
import { HallView } from '../browse/hall-view.tsx';
import { findHallPage } from '../browse/hall.server.ts';

import type { Route } from './+types/tower';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) =>
  hallReply(current, await findHallPage(current, 'tower', url), url),
);

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Tower({ loaderData: { page } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <HallView
      page={page}
      title={text('arcade.tower.title')}
      about={text('arcade.tower.about')}
      rules={<HallRules hall="tower" />}
    />
  );
}
