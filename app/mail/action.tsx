import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';

import { Button, Link, SmallPrintText } from './parts.tsx';

interface ActionProps {
  readonly text: Text<TextKey>;
  readonly to: string;
  readonly label: string;
  readonly note?: string;
}

/** Shows its address as text too, for mail programs without buttons. */
export function Action({ text, to, label, note }: ActionProps) {
  return (
    <>
      <div data-skip-in-text="true">
        <Button to={to}>{label}</Button>
      </div>
      <SmallPrintText>
        <span data-skip-in-text="true">{text('mail.link.copy')} </span>
        <Link to={to}>{to}</Link>
      </SmallPrintText>
      {note !== undefined && <SmallPrintText>{note}</SmallPrintText>}
    </>
  );
}
