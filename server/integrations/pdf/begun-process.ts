import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a shell ends with that could not run what it was given, or not find it. */
const [notRun, notFound] = [126, 127];

/** The end of a process that runs. */
export interface BegunProcess {
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/**
 * Waits until a process has begun: before that it may have no streams. Throws where the machine could not begin it (no program, or no
 * process, memory or open file left for it).
 */
export async function begun(child: ChildProcess): Promise<BegunProcess> {
  await once(child, 'spawn');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === notFound || code === notRun) reject(new Error(`The shell could not begin the program (${code}).`));
      else resolve(code);
    });
  });
  // Whoever asks hears of a failure. Whoever has failed before and does not ask must not end the server with a rejection that nobody handles.
  ended.catch(() => undefined);
  return { ended };
}
