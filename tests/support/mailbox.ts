import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Milliseconds between two looks at the received messages. */
const lookMs = 10;

export type ReceivedMail = Readonly<{ email: Email; raw: string; recipients: readonly string[] }>;

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** Starts a real SMTP server on a free loopback port, or on the `port` of an earlier server that is being restarted. */
export async function startMailbox(port = 0) {
  const received: ReceivedMail[] = [];
  const refused = new Map<string, string>();
  let greylistNext = false;
  let dropNext = false;
  let holding: { readonly reached: () => void; readonly released: Promise<void> } | null = null;
  let beforeReply: (() => Promise<void>) | null = null;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1_000,
    onMailFrom(_address, _session, done) {
      if (holding === null) return done();
      const { reached, released } = holding;
      holding = null;
      reached();
      void released.then(() => done());
    },
    onRcptTo({ address }, _session, done) {
      const refusal = refused.get(address.toLowerCase());
      if (refusal !== undefined) return done(reply(550, refusal));
      if (greylistNext) {
        greylistNext = false;
        return done(reply(451, '4.7.1 Greylisted, try again later'));
      }
      done();
    },
    onData(stream, session, done) {
      if (dropNext) {
        dropNext = false;
        for (const connection of server.connections) connection._socket.destroy();
        stream.resume();
        return;
      }
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      readText(stream)
        .then(async (raw) => {
          received.push({ email: await PostalMime.parse(raw), raw, recipients });
          const hook = beforeReply;
          beforeReply = null;
          await hook?.();
          done();
        })
        .catch(done);
    },
  });
  // Clients may disconnect, which is not an error.
  server.on('error', () => {});
  await new Promise<void>((listening) => {
    server.listen(port, '127.0.0.1', listening);
  });

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    messages: (): readonly ReceivedMail[] => [...received],

    /**
     * Returns the first matching message, including one that has already arrived. On timeout, throws with a list of the
     * messages that did arrive.
     */
    async waitFor(fits: (mail: ReceivedMail) => boolean, timeoutMs = 5_000): Promise<ReceivedMail> {
      for (const until = Date.now() + timeoutMs; Date.now() < until; await pause(lookMs)) {
        const found = received.find(fits);
        if (found !== undefined) return found;
      }
      const subjects = received.map(({ email }) => email.subject).join('; ');
      throw new Error(`No such mail within ${timeoutMs} ms; received: ${subjects || 'nothing'}`);
    },

    /** Rejects this address with 550 from now on. */
    refuse(address: string, reason = '5.1.1 No such mailbox'): void {
      refused.set(address.toLowerCase(), reason);
    },
    /** Rejects only the next recipient, with 451. */
    greylistOnce(): void {
      greylistNext = true;
    },
    /** Cuts only the next message's connection, after its body has begun. */
    dropNextConnection(): void {
      dropNext = true;
    },
    /** Holds the next message at MAIL FROM until `release` is called. */
    holdNext(): { readonly reached: Promise<void>; release(): void } {
      const arrival = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      holding = { reached: arrival.resolve, released: release.promise };
      return { reached: arrival.promise, release: release.resolve };
    },
    /** Runs once, after the next message was received and before the 250 is sent. */
    beforeNextReply(hook: () => Promise<void>): void {
      beforeReply = hook;
    },
    async stop(): Promise<void> {
      await new Promise<void>((closed) => {
        server.close(closed);
      });
    },
  };
}

function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
