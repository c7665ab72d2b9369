import type { ReactNode } from 'react';

import { Mark } from './mark.tsx';

export type NoticeKind = 'info' | 'success' | 'error';

export interface NoticeProps {
  kind?: NoticeKind;
  title?: ReactNode;
  /** Read aloud when it appears: an error at once, anything else when there is a pause. Not for what was always there. */
  live?: boolean;
  children: ReactNode;
}

/** What the page has to say, where it stands. */
export function Notice({ kind = 'info', title, live = false, children }: NoticeProps) {
  const spoken = kind === 'error' ? 'alert' : 'status';
  const Box = live && kind !== 'error' ? 'output' : 'div';
  return (
    <Box className={`notice notice-${kind}`} role={live ? spoken : undefined}>
      <span className="notice-mark">
        <Mark name={NOTICE_MARKS[kind]} />
      </span>
      <div>
        {title && <p className="notice-title">{title}</p>}
        {children}
      </div>
    </Box>
  );
}

export const NOTICE_MARKS = { info: 'info', success: 'check', error: 'warning' } as const;
