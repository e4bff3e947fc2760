import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Exit codes of the shell if it cannot run a program or cannot find it. */
const [notRun, notFound] = [126, 127];

export interface StartedProcess {
  /** Resolves to null if a signal ended the process. */
  readonly ended: Promise<number | null>;
}

/** Throws if the process could not start. */
export async function startProcess(child: ChildProcess): Promise<StartedProcess> {
  await once(child, 'spawn');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === notFound || code === notRun) reject(new Error(`The shell could not start the program (${code}).`));
      else resolve(code);
    });
  });
  // Prevents an unhandled rejection if nobody awaits the promise.
  ended.catch(() => undefined);
  return { ended };
}

interface Bounded {
  readonly script: string;
  readonly args: readonly string[];
  readonly heapMegabytesMax: number;
  /** Milliseconds of processor time. The system enforces the limit even if the server has ended. */
  readonly cpuMsMax: number;
}

/** Megabytes for Node itself and for buffers, which the heap limit does not cover. */
const besideHeapMegabytes = 768;

/** On Windows, only the heap is limited. */
export function boundedNode({
  script,
  args,
  heapMegabytesMax,
  cpuMsMax,
}: Bounded): readonly [string, readonly string[]] {
  const node = [`--max-old-space-size=${heapMegabytesMax}`, script, ...args];
  if (process.platform === 'win32') return [process.execPath, node];
  const kilobytes = (heapMegabytesMax + besideHeapMegabytes) * 1_024;
  const seconds = Math.ceil(cpuMsMax / 1_000);
  // Errors are ignored, because a stricter limit may already be set and cannot be raised.
  const limits = `ulimit -c 0; ulimit -S -d ${kilobytes} 2>/dev/null; ulimit -t ${seconds} 2>/dev/null; exec "$@"`;
  return ['/bin/sh', ['-c', limits, 'sh', process.execPath, ...node]];
}

export function readJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
