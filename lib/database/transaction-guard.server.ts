import { AsyncLocalStorage } from 'node:async_hooks';

interface OpenTransaction {
  /** The process that has opened it. */
  readonly owner: object;
  isOpen: boolean;
}

/** Only for developers and tests; in production a deed that waits for a second connection is refused in time. */
const transactions = process.env.NODE_ENV === 'production' ? undefined : new AsyncLocalStorage<OpenTransaction>();

export async function insideTransaction<Result>(owner: object, work: () => Promise<Result>): Promise<Result> {
  if (transactions === undefined) return work();
  const transaction: OpenTransaction = { owner, isOpen: true };
  try {
    return await transactions.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/** @throws Error where a transaction is open for what runs now: it would wait for another connection with one in hand */
export function refuseInTransaction(owner: object): void {
  const transaction = transactions?.getStore();
  if (transaction?.isOpen && transaction.owner === owner) {
    throw new Error('Inside a transaction, ask the database that it was given: this waits for a second connection.');
  }
}
