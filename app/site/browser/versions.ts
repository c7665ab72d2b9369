import type { Notices } from '#app/current/browser/browser-environment.ts';
import { KEPT, kept } from '#app/current/browser/kept.ts';
import type { KeyedStorage } from '#app/current/browser/session-user-store.ts';
import { TOLD_POLICIES } from '#app/policies/policy.ts';
import type { ToldPolicy } from '#app/policies/policy.ts';

import { VERSION } from '../version.ts';

export interface ChangedPolicy {
  policy: ToldPolicy;
  /** The version that the visitor knows. */
  since: string;
}

export interface VersionNews {
  /** The server's version, where it differs from this page's. */
  update: string | undefined;
  changed: readonly ChangedPolicy[];
}

const NOTHING: VersionNews = { update: undefined, changed: [] };

/** What the server's versions have to do with what this browser knows: flags that all its tabs share. */
export class Versions {
  readonly #storage: KeyedStorage;
  readonly #own: string;
  readonly #listeners = new Set<() => void>();
  #news = NOTHING;

  /** @param own the version of this page's code */
  constructor(storage: KeyedStorage, own: string) {
    this.#storage = storage;
    this.#own = own;
  }

  readonly news = (): VersionNews => this.#news;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The server's versions, as an answer or a page told them. A policy that was never seen has not changed. */
  tell({ version, terms, termsRce, privacy }: Notices): void {
    if (version !== undefined) this.#storage.setItem(KEPT.version, version);
    const told = { terms, 'terms-rce': termsRce, privacy };
    for (const policy of TOLD_POLICIES) this.#note(policy, told[policy]);
    this.refresh();
  }

  /** The visitor knows the policies as they are now. */
  agree(): void {
    for (const policy of TOLD_POLICIES) {
      const changed = this.#storage.getItem(KEPT.changedPolicy + policy);
      if (changed !== null) this.#storage.setItem(KEPT.knownPolicy + policy, changed);
      this.#storage.removeItem(KEPT.changedPolicy + policy);
    }
    this.refresh();
  }

  /** Reads the flags again: another tab may have set or cleared them. */
  refresh(): void {
    const update = this.#storage.getItem(KEPT.version) ?? undefined;
    const news = { update: update === this.#own ? undefined : update, changed: this.#changed() };
    if (JSON.stringify(news) === JSON.stringify(this.#news)) return;
    this.#news = news;
    for (const listener of this.#listeners) listener();
  }

  #note(policy: ToldPolicy, version: string | undefined): void {
    if (version === undefined) return;
    const known = this.#storage.getItem(KEPT.knownPolicy + policy);
    if (known === null) this.#storage.setItem(KEPT.knownPolicy + policy, version);
    else if (known === version) this.#storage.removeItem(KEPT.changedPolicy + policy);
    else this.#storage.setItem(KEPT.changedPolicy + policy, version);
  }

  #changed(): ChangedPolicy[] {
    return TOLD_POLICIES.flatMap((policy) => {
      const since = this.#storage.getItem(KEPT.knownPolicy + policy);
      const isChanged = this.#storage.getItem(KEPT.changedPolicy + policy) !== null;
      return since !== null && isChanged ? [{ policy, since }] : [];
    });
  }
}

export const versions = new Versions(kept, VERSION);

export const noNews = (): VersionNews => NOTHING;
