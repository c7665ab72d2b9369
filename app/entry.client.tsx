import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { isRouteErrorResponse } from 'react-router';
import { HydratedRouter } from 'react-router/dom';

import { pageTexts } from '#lib/locale/page-texts.ts';
import { TextProvider } from '#lib/locale/text.tsx';

import { noticesIn } from './current/browser/browser-environment.ts';
import { STORAGE_KEYS, browserStorage } from './current/browser/browser-storage.ts';
import { LOCALE_COOKIE, loadMessages, localeOrDefault } from './current/locale.ts';
import { rateLimit } from './site/browser/api-client.ts';
import { pageFetch } from './site/browser/page-fetch.ts';
import { guardTranslatedTexts, wasTranslated } from './site/browser/translated-texts.ts';
import { versions } from './site/browser/versions.ts';
import { recordError, startTelemetry } from './telemetry/browser/start.ts';

guardTranslatedTexts();
globalThis.fetch = pageFetch(fetch.bind(globalThis), rateLimit);
startTelemetry((headers) => versions.record(noticesIn(headers)), rateLimit);
const locale = localeOrDefault(document.documentElement.dataset.locale);
// Built scripts import their texts; in development a locale is loaded whole.
const messages = import.meta.env.DEV ? await loadMessages(locale) : pageTexts();
const cookie = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
if (cookie !== undefined) browserStorage.setItem(STORAGE_KEYS.locale, cookie);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TextProvider locale={locale} messages={messages}>
        <HydratedRouter onError={(error) => isRouteErrorResponse(error) || recordError(error)} />
      </TextProvider>
    </StrictMode>,
    // What a translator has changed before React came to it is made anew.
    { onRecoverableError: (error) => wasTranslated() || reportError(error) },
  );
});
