import { Suspense, lazy, useState, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';

/**
 * A part of a page that is only read, or works without scripts. As long as the browser shows what the server has rendered, no
 * script of it is loaded; with other props, and on a page that was gone to without a new document, it is rendered as any
 * other. Its links lead to new documents until then.
 */
export function createIsland<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Content = lazy(async () => ({ default: await load() }));
  return function Island(props: Props) {
    const isServers = useSyncExternalStore(
      () => () => {},
      () => false,
      () => true,
    );
    const [first] = useState(isServers ? props : undefined);
    if (typeof document !== 'undefined' && first !== undefined && isSame(first, props)) {
      // React leaves the contents of such an element as they are.
      return <div key="kept" suppressHydrationWarning dangerouslySetInnerHTML={NOTHING} />;
    }
    return (
      <div key="kept-no-more">
        <Suspense>
          <Content {...props} />
        </Suspense>
      </div>
    );
  };
}

const NOTHING = { __html: '' };

function isSame(one: object, other: object): boolean {
  const [first, second] = [Object.entries(one), Object.entries(other)];
  return first.length === second.length && first.every(([name, value]) => Reflect.get(other, name) === value);
}
