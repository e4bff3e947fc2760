import type { VaultDatabase } from './database.ts';
import * as sealing from './sealing.ts';

/** Milliseconds of inactivity after which the vault is locked. */
export const idleMax = 15 * 60_000;
/** Milliseconds between checks of the clock. */
export const idleCheckMs = 15_000;
export const wrongPasscodesMax = 10;

export type Unlocking =
  | { readonly kind: 'open'; readonly userId: string }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'wiped' };

export interface Unlocked {
  readonly userId: string;
  readonly privateKey: CryptoKey;
}

interface Parts {
  readonly database: VaultDatabase;
  readonly now: () => number;
  readonly derive: sealing.DeriveKey;
  readonly wipe: (userId: string) => Promise<void>;
  readonly onLock: () => void;
}

export function createUnlocking({ database, now, derive, wipe, onLock }: Parts) {
  let open: Unlocked | null = null;
  let usedAt = 0;
  let idle: ReturnType<typeof setInterval> | undefined;

  function lock(): void {
    open = null;
    clearInterval(idle);
    onLock();
  }

  /** Compares clock times, because timers stop while a device sleeps. */
  function lockIfIdle(): void {
    if (open !== null && Math.abs(now() - usedAt) >= idleMax) lock();
  }

  /** Tries are counted before the passcode is checked, so that closing the page does not give the user an extra try. */
  async function countTries(userIds: readonly string[], change: (wrong: number) => number): Promise<void> {
    const transaction = database.transaction('owners', 'readwrite');
    for (const userId of userIds) {
      const owner = await transaction.store.get(userId);
      if (owner) await transaction.store.put({ ...owner, wrong: Math.max(0, change(owner.wrong)) });
    }
    await transaction.done;
  }

  async function wipeExhausted(): Promise<boolean> {
    const exhausted = (await database.getAll('owners')).filter(({ wrong }) => wrong >= wrongPasscodesMax);
    for (const { userId } of exhausted) await wipe(userId);
    return exhausted.length > 0;
  }

  return {
    lock,
    lockUser: (userId: string): void => {
      if (open?.userId === userId) lock();
    },

    unlocked(): Unlocked {
      lockIfIdle();
      if (open === null) throw new Error('The papers are locked.');
      usedAt = now();
      return open;
    },

    async unlock(passcode: string): Promise<Unlocking> {
      if (await wipeExhausted()) return { kind: 'wiped' };
      const owners = await database.getAll('owners');
      const ids = owners.map(({ userId }) => userId);
      await countTries(ids, (wrong) => wrong + 1);
      for (const { userId, locked } of owners) {
        let privateKey: CryptoKey | null;
        try {
          privateKey = await sealing.unlockKey(userId, locked, { passcode, derive });
        } catch (cause) {
          // An error, for example too little memory for Argon2, does not mean that the passcode is wrong.
          await countTries(ids, (wrong) => wrong - 1);
          throw cause;
        }
        if (privateKey === null) continue;
        await countTries(ids, (wrong) => wrong - 1);
        await countTries([userId], () => 0);
        open = { userId, privateKey };
        usedAt = now();
        clearInterval(idle);
        idle = setInterval(lockIfIdle, idleCheckMs);
        return { kind: 'open', userId };
      }
      if (await wipeExhausted()) return { kind: 'wiped' };
      const most = Math.max(0, ...(await database.getAll('owners')).map(({ wrong }) => wrong));
      return { kind: 'wrong', triesLeft: wrongPasscodesMax - most };
    },
  };
}
