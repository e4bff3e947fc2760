import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Shell exit codes. */
const [notRun, notFound] = [126, 127];

export interface StartedProcess {
  /** This is null when ended by a signal. */
  readonly ended: Promise<number | null>;
}

/** Throws when the machine could not start it. */
export async function startProcess(child: ChildProcess): Promise<StartedProcess> {
  await once(child, 'spawn');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === notFound || code === notRun) reject(new Error(`The shell could not begin the program (${code}).`));
      else resolve(code);
    });
  });
  // An unawaited rejection must not end the server.
  ended.catch(() => undefined);
  return { ended };
}

interface Bounded {
  readonly script: string;
  readonly args: readonly string[];
  /** For the JavaScript heap; everything else has `besideHeapMegabytes`. */
  readonly heapMegabytesMax: number;
  /** Milliseconds of CPU time. The system enforces this limit even after the server has ended. */
  readonly cpuMsMax: number;
}

/** For Node itself and buffers, which the heap limit ignores. */
const besideHeapMegabytes = 768;

/** Limited by the system, without core files; on Windows only by the heap limit. */
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
  // Errors are ignored, because an existing limit may be stricter and cannot be raised.
  const limits = `ulimit -c 0; ulimit -S -d ${kilobytes} 2>/dev/null; ulimit -t ${seconds} 2>/dev/null; exec "$@"`;
  return ['/bin/sh', ['-c', limits, 'sh', process.execPath, ...node]];
}

/** Returns null for a truncated line. */
export function readJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
