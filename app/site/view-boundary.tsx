import { Component } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { recordError } from '#app/telemetry/browser/start.ts';
import { Button } from '#lib/ui/button.tsx';
import { Notice } from '#lib/ui/notice.tsx';
import { findTypedValues, restoreTypedValues, typedTexts } from '#lib/ui/typed-values.ts';
import type { TypedValues } from '#lib/ui/typed-values.ts';

import { messages } from './notices/messages.ts';

interface GuardedPartProps {
  readonly children: ReactNode;
  /** What of the page there is to see when it fails again and again; without it nothing. */
  readonly isContent?: boolean;
}

/** Before React comes to the page, which it makes anew when a translator has changed it. */
let early = typeof document === 'undefined' ? undefined : findTypedValues();

/**
 * A part of the page whose faults leave the rest as it is: it is made anew with what was typed, once by itself on each page
 * and then whenever somebody tries again.
 */
export function GuardedPart(props: GuardedPartProps) {
  return <ViewBoundary {...props} path={useLocation().pathname} />;
}

class ViewBoundary extends Component<GuardedPartProps & { readonly path: string }, { isBroken: boolean }> {
  override state = { isBroken: false };
  #typed: TypedValues | undefined;
  /** The page on which it was made anew. */
  #renewedAt: string | undefined;

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidMount() {
    if (early) restoreTypedValues(early);
    early = undefined;
  }

  override getSnapshotBeforeUpdate(_props: unknown, before: { isBroken: boolean }): TypedValues | null {
    return this.state.isBroken && !before.isBroken ? findTypedValues() : null;
  }

  override componentDidUpdate({ path }: { path: string }, before: { isBroken: boolean }, typed: TypedValues | null) {
    if (typed !== null) this.#typed = typed;
    if (!before.isBroken) return;
    if (path !== this.props.path) this.#typed = undefined;
    if (!this.state.isBroken && this.#typed) restoreTypedValues(this.#typed);
    else if (path !== this.props.path) this.#renew();
  }

  override componentDidCatch(error: Error) {
    if (this.#renewedAt === this.props.path) return recordError(error);
    this.#renewedAt = this.props.path;
    messages.add({ error, log: true });
    this.#renew();
  }

  readonly #renew = () => this.setState({ isBroken: false });

  override render() {
    const { children, isContent = false } = this.props;
    if (!this.state.isBroken) return children;
    return isContent && <FaultNotice words={this.#typed ? typedTexts(this.#typed) : ''} onRetry={this.#renew} />;
  }
}

/** Nothing here depends on what has failed. */
export function FaultNotice({ words, onRetry }: { readonly words: string; readonly onRetry: () => void }) {
  const { text } = useText();
  return (
    <Notice kind="error" title={text('notice.message.wrong')} live>
      <div className="space-y-4">
        <p>{text('error.view.help')}</p>
        {words !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>}
        <Button onClick={onRetry}>{text('error.view.retry')}</Button>
      </div>
    </Notice>
  );
}
