import { useLocation, useMatches } from 'react-router';

import type { SessionUser } from '#app/current/browser/session-user.ts';
import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import type { Stage } from '#app/current/stage.ts';
import type { EditLink } from '#app/editor/edit-link.ts';
import { withQuery } from '#lib/calls/browser/address.ts';

import { VISITS_PATH } from '../telemetry/visits-path.ts';
import { findDoorOf, isOpenOn } from './doors.ts';
import type { OpenDoor } from './doors.ts';
import { PaletteButton } from './palette-button.tsx';
import { useSeenPage } from './seen-page.ts';
import { useLookAround } from './use-look-around.ts';
import type { Surroundings } from './use-look-around.ts';

interface StaffNavigationProps {
  readonly doors: readonly OpenDoor[];
  readonly user: SessionUser;
  readonly stage: Stage;
}

/** A row where the window holds it, else one button that unfolds it. The texts of staff are English everywhere. */
export function StaffNavigation({ doors, user, stage }: StaffNavigationProps) {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  const [page = '/'] = useSeenPage().split('?', 1);
  const { around, look } = useLookAround(page);
  const behind = findDoorOf(path, doors);
  const total = sumWaiting(around);
  const links = (
    <>
      {doors.map(({ door, to, name }) => (
        <li key={door}>
          <SiteLink
            to={to}
            aria-current={path === to ? 'page' : door === behind ? 'true' : undefined}
            className="flex min-h-9 items-center rounded-lg px-2.5 font-bold whitespace-nowrap hover:underline aria-[current]:bg-cloud aria-[current]:text-night"
          >
            <span>{text(name)}</span>
            <Waiting count={around?.waiting.find((one) => one.door === door)} />
          </SiteLink>
        </li>
      ))}
    </>
  );
  return (
    <nav
      lang="en"
      aria-label={text('shell.staff.navigation')}
      className="on-night border-b-2 border-edge bg-night text-sm text-cloud print:hidden"
    >
      <div className="mx-auto flex max-w-[100rem] flex-wrap items-start gap-x-3 gap-y-1 px-4 py-1 sm:px-8">
        <ul className="flex flex-wrap gap-x-1 max-lg:hidden">{links}</ul>
        {/* A new key folds it on another page. */}
        <details key={path} className="min-w-0 lg:hidden">
          <summary className="flex min-h-9 w-fit cursor-pointer items-center rounded-lg px-2.5 font-bold">
            <span>{text('shell.staff.navigation')}</span>
            <Waiting count={total} />
          </summary>
          <ul className="py-1">{links}</ul>
        </details>
        <div className="ms-auto flex flex-wrap items-center justify-end gap-2">
          <Visits page={page} views={around?.page === page ? around.views : null} stage={stage} />
          <Edit />
          <SeeAsPlayer />
          <PaletteButton user={user} stage={stage} around={around} look={look} />
        </div>
      </div>
    </nav>
  );
}

type Count = Pick<Surroundings['waiting'][number], 'count' | 'isMore'>;

function Waiting({ count }: { readonly count: Count | undefined }) {
  const { text } = useText();
  if (count === undefined) return null;
  const shown = `${count.count}${count.isMore ? '+' : ''}`;
  return (
    <>
      <span aria-hidden="true" className="count-badge">
        {shown}
      </span>
      <span className="sr-only">{`, ${text('shell.staff.waiting', { count: shown })}`}</span>
    </>
  );
}

function sumWaiting(around: Surroundings | undefined): Count | undefined {
  const waiting = around?.waiting ?? [];
  if (waiting.length === 0) return undefined;
  return {
    count: waiting.reduce((sum, { count }) => sum + count, 0),
    isMore: waiting.some(({ isMore }) => isMore),
  };
}

/** Of what the page shows, where its reader may change that. */
function Edit() {
  const { text } = useText();
  const edit = useMatches()
    .map(({ loaderData }) => findEdit(loaderData))
    .findLast((found) => found !== undefined);
  if (edit === undefined) return null;
  const words = text('shell.staff.edit', { what: edit.what });
  // Only the browser itself moves the focus on to a place of the page.
  if (edit.to.startsWith('#')) {
    return (
      <a href={edit.to} className={BUTTON}>
        {words}
      </a>
    );
  }
  return (
    <SiteLink to={edit.to} className={BUTTON}>
      {words}
    </SiteLink>
  );
}

interface VisitsProps {
  readonly page: string;
  /** `null` until they are known. */
  readonly views: number | null;
  readonly stage: Stage;
}

/** Of the page that players see here: how often it is visited. */
function Visits({ page, views, stage }: VisitsProps) {
  const { text } = useText();
  if (!isOpenOn(stage, VISITS_PATH) || /^\/(?:admin|editor)(?![^/])/.test(page)) return null;
  return (
    <SiteLink to={withQuery(VISITS_PATH, { path: page })} className={BUTTON}>
      {views === null ? text('shell.staff.visits') : text('shell.staff.views', { count: views })}
    </SiteLink>
  );
}

/** A full load: the server keeps the masquerade with the page. */
function SeeAsPlayer() {
  const { text } = useText();
  const to = useSitePath(withQuery(useSeenPage(), { masquerade: 'authenticated' }));
  return (
    <a href={to} className={BUTTON}>
      {text('shell.staff.seeAsPlayer')}
    </a>
  );
}

const BUTTON = 'flex min-h-9 items-center rounded-lg border-2 border-cloud px-2.5 font-bold whitespace-nowrap';

function findEdit(data: unknown): EditLink | undefined {
  return typeof data === 'object' && data !== null && 'edit' in data ? (data.edit as EditLink | undefined) : undefined;
}
