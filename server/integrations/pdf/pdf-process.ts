import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a shell ends with that could not run what it was given, or not find it. */
const [notRun, notFound] = [126, 127];

/** The end of a process that runs. */
export interface StartedProcess {
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/**
 * Waits until a process has begun: before that it may have no streams. Throws where the machine could not begin it (no program, or no
 * process, memory or open file left for it).
 */
export async function startProcess(child: ChildProcess): Promise<StartedProcess> {
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

interface Bounded {
  /** The script, and what it is given. */
  readonly script: string;
  readonly args: readonly string[];
  /** Of JavaScript's heap. What a script holds outside of it (inflated streams, pictures) has `besideHeapMegabytes` more. */
  readonly heapMegabytesMax: number;
}

/**
 * What Node takes for itself (code, stacks, the reserve of its collector) and what a script may hold outside the heap, in megabytes.
 * The heap's own bound says nothing of buffers: a stream of a kilobyte that inflates to gigabytes would have them all.
 */
const besideHeapMegabytes = 768;

/**
 * Program and arguments of a Node process whose memory is bounded by the system: past the bound it ends by itself. No core file is
 * written, which would hold the paper. Windows knows no such bound; there the heap's alone holds.
 */
export function boundedNode({ script, args, heapMegabytesMax }: Bounded): readonly [string, readonly string[]] {
  const node = [`--max-old-space-size=${heapMegabytesMax}`, script, ...args];
  if (process.platform === 'win32') return [process.execPath, node];
  const kilobytes = (heapMegabytesMax + besideHeapMegabytes) * 1_024;
  // A system that allows less bounds it already.
  const limits = `ulimit -c 0; ulimit -S -d ${kilobytes} 2>/dev/null; exec "$@"`;
  return ['/bin/sh', ['-c', limits, 'sh', process.execPath, ...node]];
}

/** One line of JSON from a process; null for half a line, as a process that is ended may leave. */
export function readJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
