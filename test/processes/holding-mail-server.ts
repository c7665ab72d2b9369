import { setTimeout as pause } from 'node:timers/promises';

import { listenForMails } from '../mail/mail-server.ts';
import type { MailServer, ReceivedMail } from '../mail/mail-server.ts';

type ClosableServer = Awaited<ReturnType<typeof listenForMails>>;

/** A real mail server that keeps its clients waiting when it is told to. */
export class HoldingMailServer implements MailServer {
  #server: ClosableServer | undefined;
  #addresses: readonly string[] = [];
  #passed = 0;
  #held = 0;

  static async open(): Promise<HoldingMailServer> {
    const mails = new HoldingMailServer();
    mails.#server = await listenForMails({
      onRcptTo: ({ address }, _session, done) => {
        const isHeld = mails.#addresses.includes(address) && (mails.#passed += 1) > 1;
        if (isHeld) mails.#held += 1;
        else done();
      },
    });
    return mails;
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  get taken(): ReceivedMail[] {
    return this.#server?.taken ?? [];
  }

  /** The first mail to one of them is taken, the others get no answer. */
  holdAllButOne(addresses: readonly string[]): void {
    this.#addresses = addresses;
    [this.#passed, this.#held] = [0, 0];
  }

  async untilHeld(count: number): Promise<void> {
    while (this.#held < count) await pause(10);
  }

  holdNothing(): void {
    this.#addresses = [];
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }
}
