import { createElement } from 'react';

/** The words of a mail as they are, with its links to follow and its code to take in one click. */
export function MailText({ children }: { readonly children: string }) {
  const pieces = children.split(PIECES).map((piece, at) => (at % 2 === 0 ? piece : Piece({ piece })));
  return createElement('pre', { className: 'mt-4 font-sans whitespace-pre-wrap' }, ...pieces);
}

const PIECES = /(https?:\/\/[^\s<>"]+|^\d{6}$)/m;

function Piece({ piece }: { readonly piece: string }) {
  if (/^\d/.test(piece)) return <strong className="text-2xl tracking-widest select-all">{piece}</strong>;
  return (
    <a href={piece} className="break-all text-link underline">
      {piece}
    </a>
  );
}
