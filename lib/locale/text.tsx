import { Fragment, createContext, createElement, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';

import { formatDate, formatList, formatNumber, formatRelative } from './intl.ts';
import { createText, formatMessage } from './messages.ts';
import type { MessageCatalog, Text, TextValue } from './messages.ts';

export function TextProvider({ locale, messages, children }: TextSource & { readonly children: ReactNode }) {
  const source = useMemo(() => ({ locale, messages }), [locale, messages]);
  return <TextContext value={source}>{children}</TextContext>;
}

/** @throws Error outside a `TextProvider` */
export function useText<Key extends string = string>(): PageText<Key> {
  const source = useContext(TextContext);
  if (source === undefined) throw new Error('useText needs a TextProvider above it');
  return useMemo(() => pageText<Key>(source), [source]);
}

export interface PageText<Key extends string> {
  readonly locale: string;
  readonly text: Text<Key>;
  /** As `text`, with elements: `richText('terms', { link: (chunks) => <a href="/terms">{chunks}</a> })`. */
  readonly richText: (key: Key, values: RichValues) => ReactNode;
  readonly formatDate: (value: Date | number | string, options?: Intl.DateTimeFormatOptions) => string;
  readonly formatNumber: (value: number | bigint, options?: Intl.NumberFormatOptions) => string;
  readonly formatList: (items: readonly string[]) => string;
  /** @param seconds from now, negative for the past */
  readonly formatRelative: (seconds: number) => string;
}

type RichValues = Readonly<Record<string, TextValue | ReactNode | ((chunks: ReactNode) => ReactNode)>>;

interface TextSource {
  readonly locale: string;
  readonly messages: MessageCatalog;
}

const TextContext = createContext<TextSource | undefined>(undefined);

function pageText<Key extends string>({ locale, messages }: TextSource): PageText<Key> {
  return {
    locale,
    text: createText<Key>(locale, messages),
    richText: (key, values) => join(formatMessage<ReactNode>(locale, messages, key, withTags(values))),
    formatDate: (value, options) => formatDate(locale, value, options),
    formatNumber: (value, options) => formatNumber(locale, value, options),
    formatList: (items) => formatList(locale, items),
    formatRelative: (seconds) => formatRelative(locale, seconds),
  };
}

function withTags(values: RichValues) {
  const wrapped = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (chunks: ReactNode[]) => value(join(chunks)) : value,
  ]);
  return Object.fromEntries(wrapped) as Record<string, TextValue | ReactNode | ((chunks: ReactNode[]) => ReactNode)>;
}

/** As separate children, so that React asks for no keys. A browser that translates the page replaces texts beside others. */
function join(parts: ReactNode[]): ReactNode {
  const isText = (part: ReactNode) => typeof part === 'string' && parts.length > 1;
  const elements = parts.map((part) => (isText(part) ? createElement('span', undefined, part) : part));
  return createElement(Fragment, undefined, ...elements);
}
