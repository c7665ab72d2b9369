import type { ReactNode } from 'react';

import { Mark } from './mark.tsx';

export type NoticeKind = 'info' | 'success' | 'error';

interface NoticeProps {
  kind?: NoticeKind;
  title?: ReactNode;
  /** For what appears later: screen readers read an error at once, anything else in a pause. */
  live?: boolean;
  children: ReactNode;
}

export function Notice({ kind = 'info', title, live = false, children }: NoticeProps) {
  const spoken = kind === 'error' ? 'alert' : 'status';
  const Box = live && kind !== 'error' ? 'output' : 'div';
  return (
    <Box className={`notice notice-${kind}`} role={live ? spoken : undefined}>
      <span className="notice-mark">
        <Mark name={NOTICE_MARKS[kind]} />
      </span>
      <div>
        {title ? (
          <>
            <p className="notice-title">{title}</p>
            <div>{children}</div>
          </>
        ) : (
          children
        )}
      </div>
    </Box>
  );
}

export const NOTICE_MARKS = { info: 'info', success: 'check', error: 'warning' } as const;
