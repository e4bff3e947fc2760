import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Exit codes of the shell if it cannot run a program or cannot find it. */
const [notRun, notFound] = [126, 127];

/** Prevents the compiler from loading packages from folders or the network. Processes get no other variables. */
export const offline = {
  XDG_DATA_HOME: '/nonexistent',
  XDG_CACHE_HOME: '/nonexistent',
  ALL_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '',
} as const;

interface Bounded {
  readonly script: URL;
  readonly args?: readonly string[];
  readonly heapMegabytesMax: number;
  /** Milliseconds of real time and of processor time. The system enforces the latter even if the server has ended. */
  readonly timeMsMax: number;
  readonly input?: string;
}

const messageCharactersMax = 2_000;

/** Throws if the process could not start. */
export async function startBounded({ input = '', ...bounds }: Bounded) {
  const child = spawn(...boundedNode(bounds), {
    stdio: 'pipe',
    timeout: bounds.timeMsMax,
    killSignal: 'SIGKILL',
    env: offline,
  });
  // Nothing before this line may use the streams, because they do not exist if the process could not start.
  await once(child, 'spawn');
  let message = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    message = (message + part).slice(0, messageCharactersMax);
  });
  /** Resolves to null if a signal ended the process. */
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === notFound || code === notRun) reject(new Error(`The shell could not start the program (${code}).`));
      else resolve(code);
    });
  });
  // Prevents an unhandled rejection if nobody awaits the promise.
  ended.catch(() => undefined);
  // This error is ignored, because the exit code reports the failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return { child, ended, messageOf: () => message };
}

/** Throws if the process could not start. `code` is null if a signal ended the process. */
export async function runBounded(given: Bounded) {
  const { child, ended, messageOf } = await startBounded(given);
  const [printed, code] = await Promise.all([buffer(child.stdout), ended]);
  return { printed, code, message: messageOf() };
}

/** Megabytes for Node itself and for buffers, which the heap limit does not cover. */
const besideHeapMegabytes = 768;

/** On Windows, only the heap is limited. */
export function boundedNode({
  script,
  args = [],
  heapMegabytesMax,
  timeMsMax,
}: Omit<Bounded, 'input'>): readonly [string, readonly string[]] {
  const node = [`--max-old-space-size=${heapMegabytesMax}`, fileURLToPath(script), ...args];
  if (process.platform === 'win32') return [process.execPath, node];
  const kilobytes = (heapMegabytesMax + besideHeapMegabytes) * 1_024;
  const seconds = Math.ceil(timeMsMax / 1_000);
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
