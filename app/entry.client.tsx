import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { LOCALE_COOKIE, loadMessages, localeOr } from './current/locale.ts';
import { TextProvider } from '#lib/locale/text.tsx';

const locale = localeOr(document.documentElement.dataset.locale);
const messages = await loadMessages(locale);
const cookie = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
if (cookie !== undefined) localStorage.setItem('locale', cookie);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextProvider locale={locale} messages={messages}>
        <HydratedRouter />
      </TextProvider>
    </StrictMode>,
  );
});
