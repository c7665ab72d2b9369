import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { AskError } from '#lib/calls/browser/ask-error.ts';
import { Toast, Toasts } from '#lib/ui/toast.tsx';

import { linkText } from './link-text.ts';
import { MESSAGE_TTL_MS, messages } from './messages.ts';
import type { SiteMessage, MessageType } from './messages.ts';

const NONE: readonly SiteMessage[] = [];

/** Where the page speaks up: what has happened, and what the link here says (the query parameter `error`). */
export function MessageList() {
  const { text } = useText();
  const list = useSyncExternalStore(messages.subscribe, messages.list, () => NONE);
  return (
    <Toasts label={text('notice.message.list')}>
      <LinkMessage />
      {list.map((message) => (
        <Dialog key={message.id} type={message.type} ttl={message.ttl} onClose={() => messages.remove(message.id)}>
          {message.message ?? <ErrorWords error={message.error} />}
        </Dialog>
      ))}
    </Toasts>
  );
}

/** Anyone can write a link, so its text is marked as not ours; it is there without scripts too. */
function LinkMessage() {
  const { text } = useText();
  const { key, search } = useLocation();
  const [closed, setClosed] = useState<string>();
  const words = linkText(new URLSearchParams(search).get('error') ?? '');
  if (words === '' || closed === key) return null;
  return (
    <Dialog key={key} type="error" ttl={MESSAGE_TTL_MS} onClose={() => setClosed(key)}>
      <p className="font-bold">{text('notice.message.fromLink')}</p>
      <p>
        <q>
          <bdi className="wrap-anywhere">{words}</bdi>
        </q>
      </p>
    </Dialog>
  );
}

interface MessageDialogProps {
  type: MessageType;
  ttl: number;
  onClose: () => void;
  children: ReactNode;
}

/** Not modal: what is being typed goes on. */
function Dialog({ type, ttl, onClose, children }: MessageDialogProps) {
  const { text } = useText();
  const labels = {
    error: text('notice.message.error'),
    info: text('notice.message.info'),
    success: text('notice.message.success'),
  };
  return (
    <dialog open aria-label={labels[type]} className="contents noscript:[&_button]:hidden">
      <Toast kind={type} ttl={ttl} onClose={onClose} close={text('notice.message.close')}>
        {children}
      </Toast>
    </dialog>
  );
}

/** A refusal's own sentence; what else went wrong says nothing to whoever reads it. */
function ErrorWords({ error }: { error: Error | undefined }) {
  const { text } = useText();
  return error instanceof AskError ? <span lang="en">{error.message}</span> : text('notice.message.wrong');
}
