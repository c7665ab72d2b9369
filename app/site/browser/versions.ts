import type { ServerNotices } from '#app/current/browser/browser-environment.ts';
import { STORAGE_KEYS, browserStorage } from '#app/current/browser/browser-storage.ts';
import type { KeyedStorage } from '#app/current/browser/session-user-store.ts';
import { ANNOUNCED_POLICIES } from '#app/policies/policy.ts';
import type { AnnouncedPolicy } from '#app/policies/policy.ts';

import { VERSION } from '../version.ts';

export interface ChangedPolicy {
  policy: AnnouncedPolicy;
  since: string;
}

interface VersionState {
  /** The server's version, where it differs from this page's. */
  update: string | undefined;
  changed: readonly ChangedPolicy[];
}

const NOTHING: VersionState = { update: undefined, changed: [] };

/** Compares the server's versions with those the browser knows; the flags are shared by all tabs. */
export class Versions {
  readonly #storage: KeyedStorage;
  readonly #own: string;
  readonly #listeners = new Set<() => void>();
  #state = NOTHING;

  /** @param own the version of this page's code */
  constructor(storage: KeyedStorage, own: string) {
    this.#storage = storage;
    this.#own = own;
  }

  readonly state = (): VersionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** A policy that was never seen has not changed. */
  record({ version, terms, termsRce, privacy }: ServerNotices): void {
    if (version !== undefined) this.#storage.setItem(STORAGE_KEYS.version, version);
    const current = { terms, 'terms-rce': termsRce, privacy };
    for (const policy of ANNOUNCED_POLICIES) this.#recordPolicy(policy, current[policy]);
    this.refresh();
  }

  agree(): void {
    for (const policy of ANNOUNCED_POLICIES) {
      const changed = this.#storage.getItem(STORAGE_KEYS.changedPolicy + policy);
      if (changed !== null) this.#storage.setItem(STORAGE_KEYS.knownPolicy + policy, changed);
      this.#storage.removeItem(STORAGE_KEYS.changedPolicy + policy);
    }
    this.refresh();
  }

  /** Reads the flags again: another tab may have set or cleared them. */
  refresh(): void {
    const update = this.#storage.getItem(STORAGE_KEYS.version) ?? undefined;
    const state = { update: update === this.#own ? undefined : update, changed: this.#changed() };
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #recordPolicy(policy: AnnouncedPolicy, version: string | undefined): void {
    if (version === undefined) return;
    const known = this.#storage.getItem(STORAGE_KEYS.knownPolicy + policy);
    if (known === null) this.#storage.setItem(STORAGE_KEYS.knownPolicy + policy, version);
    else if (known === version) this.#storage.removeItem(STORAGE_KEYS.changedPolicy + policy);
    else this.#storage.setItem(STORAGE_KEYS.changedPolicy + policy, version);
  }

  #changed(): ChangedPolicy[] {
    return ANNOUNCED_POLICIES.flatMap((policy) => {
      const since = this.#storage.getItem(STORAGE_KEYS.knownPolicy + policy);
      const isChanged = this.#storage.getItem(STORAGE_KEYS.changedPolicy + policy) !== null;
      return since !== null && isChanged ? [{ policy, since }] : [];
    });
  }
}

export const versions = new Versions(browserStorage, VERSION);

export const noVersionState = (): VersionState => NOTHING;
