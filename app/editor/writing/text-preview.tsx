import { memo } from 'react';

import { useText } from '#app/current/locale.ts';

import type { LivePreview } from './live-preview.ts';
import '../editor.css';

interface TextPreviewProps {
  shown: LivePreview | undefined;
  isBehind: boolean;
}

export function TextPreview({ shown, isBehind }: TextPreviewProps) {
  const { text } = useText();
  return (
    <div className="preview-sheet">
      <p className="preview-head">
        <strong id="preview">{text('editor.preview.title')}</strong>
        <span className="text-sm text-muted">
          {isBehind ? text('editor.preview.behind') : shown && text('editor.preview.words', { count: shown.words })}
        </span>
      </p>
      <div className="preview-paper" {...REACHED_BY_KEYBOARD}>
        {shown?.html === '' ? (
          <p className="text-muted">{text('editor.preview.empty')}</p>
        ) : (
          <Rendered html={shown?.html ?? ''} lang={shown?.lang} />
        )}
      </div>
    </div>
  );
}

/** Because it scrolls, and may have nothing in it that gets the focus. */
const REACHED_BY_KEYBOARD = { role: 'region', 'aria-labelledby': 'preview', tabIndex: 0 };

/** Characters from which on only the part in view is laid out. */
const LONG = 40_000;

const Rendered = memo(function Rendered({ html, lang }: { html: string; lang: string | undefined }) {
  return (
    <div
      lang={lang}
      className={`own-face prose wrap-anywhere ${html.length > LONG ? 'is-long' : ''}`}
      // Sanitised by lib/markdown with an allow-list.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
});
