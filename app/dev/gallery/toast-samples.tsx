import { useState } from 'react';

import { Badge } from '#lib/ui/badge.tsx';
import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';
import type { NoticeKind } from '#lib/ui/notice.tsx';
import { Toast, Toasts } from '#lib/ui/overlays/toast.tsx';

import { GallerySection, Specimen } from './gallery-section.tsx';

const SENTENCES: Record<NoticeKind, string> = {
  info: 'It sleeps now. Walk on your toes until six.',
  success: 'Fed. It will remember you for a week.',
  error: 'It did not eat that. Try something round.',
};
const KINDS: readonly NoticeKind[] = ['info', 'success', 'error'];
const TTL = 10_000;

export function ToastSamples() {
  return (
    <GallerySection
      title="What speaks up"
      note="It says what happened and what to do next; the mark tells the kind without colour."
    >
      <Specimen name="Notices: info, success, error">
        <div className="grid gap-4 md:grid-cols-3">
          {KINDS.map((kind) => (
            <Notice key={kind} kind={kind} title={kind}>
              <p>{SENTENCES[kind]}</p>
            </Notice>
          ))}
        </div>
      </Specimen>
      <Specimen name="Toasts: leave after 10 seconds, and stay while one points at them or is in them">
        <ToastButtons />
      </Specimen>
      <Specimen name="Badges">
        <p className="flex flex-wrap gap-3">
          <Badge>plain</Badge>
          <Badge tone="loud">new</Badge>
          <Badge tone="success">fed</Badge>
          <Badge tone="danger">hungry</Badge>
          <span className="label">label</span>
        </p>
      </Specimen>
      <Specimen name="Sign and sticker">
        <div className="space-y-6 py-2">
          <p className="sign font-display text-3xl font-black">A sign is never quite straight</p>
          <p className="sticker text-5xl">404</p>
        </div>
      </Specimen>
    </GallerySection>
  );
}

function ToastButtons() {
  const [toasts, setToasts] = useState<{ id: number; kind: NoticeKind }[]>([]);
  const show = (kind: NoticeKind) => setToasts([...toasts, { id: (toasts.at(-1)?.id ?? 0) + 1, kind }]);
  return (
    <div className="flex flex-wrap gap-4">
      {KINDS.map((kind) => (
        <Button key={kind} onClick={() => show(kind)}>
          {`Say ${kind}`}
        </Button>
      ))}
      <Toasts label="Toasts of the gallery">
        {toasts.map(({ id, kind }) => (
          <Toast
            key={id}
            kind={kind}
            ttl={TTL}
            close="Close"
            onClose={() => setToasts((all) => all.filter((one) => one.id !== id))}
          >
            <p>{SENTENCES[kind]}</p>
          </Toast>
        ))}
      </Toasts>
    </div>
  );
}
