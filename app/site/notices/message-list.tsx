import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { CallError, networkError, rateLimitExceeded } from '#lib/calls/browser/call-error.ts';
import { Toast, Toasts } from '#lib/ui/overlays/toast.tsx';

import { MESSAGE_TTL_MS, messages } from './messages.ts';
import type { SiteMessage, MessageType } from './messages.ts';

const NONE: readonly SiteMessage[] = [];

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

/** Anyone can write a link, so its text is marked as foreign; it works without scripts. */
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

/** Not modal, so that typing is not interrupted. */
function Dialog({ type, ttl, onClose, children }: MessageDialogProps) {
  const { text } = useText();
  const labels = {
    error: text('notice.message.error'),
    info: text('notice.message.info'),
    success: text('notice.message.success'),
  };
  return (
    // Escape would close no modal dialog for as long as a later `dialog` is open.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="dialog" aria-label={labels[type]} className="contents noscript:[&_button]:hidden">
      <Toast kind={type} ttl={ttl} onClose={onClose} close={text('notice.message.close')}>
        {children}
      </Toast>
    </div>
  );
}

/** The sentence of a refusal; other errors mean nothing to a visitor. */
function ErrorWords({ error }: { error: Error | undefined }) {
  const { text } = useText();
  if (!(error instanceof CallError)) return text('notice.message.wrong');
  const key = OWN_WORDS[error.code];
  return key === undefined ? <span lang="en">{error.message}</span> : text(key);
}

/** Of what the browser itself refuses, and of any page. */
const OWN_WORDS: Readonly<Record<string, TextKey>> = {
  [networkError.code]: 'notice.message.network',
  [rateLimitExceeded.code]: 'notice.message.blocked',
};

const MAX_CHARACTERS = 200;
/** A longer text is cut before it is cleaned, so that no link can slow the page down. */
const MAX_INPUT = 2000;

/** One line of plain characters, without controls, invisible ones, changes of direction and stacks of accents. */
export function linkText(raw: string): string {
  const clean = raw
    .slice(0, MAX_INPUT)
    .toWellFormed()
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, '')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim();
  const letters = Array.from(clean);
  return letters.length <= MAX_CHARACTERS ? clean : `${letters.slice(0, MAX_CHARACTERS).join('')}…`;
}
