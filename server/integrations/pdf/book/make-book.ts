import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LeftOutReason } from '#domain/board-book.ts';
import { boundedNode, readJsonLine, startProcess } from '#server/integrations/pdf/pdf-process.ts';
import { offline } from '#server/integrations/pdf/typst/offline.ts';
import type { BookPlan } from './plan.ts';

const script = fileURLToPath(new URL('./make-book-process.ts', import.meta.url));
/** Documents that exceed these limits are left out. */
const usualBounds = { heapMegabytesMax: 768, paperMsMax: 60_000 };
/** The book fails after this many documents have exceeded the limits. */
const fatalPapersMax = 5;

export interface MadeBook {
  readonly path: string;
  readonly byteSize: number;
  readonly pageCount: number;
  readonly leftOut: readonly (LeftOutReason | null)[];
}

/** Leaves out documents that crash or block the process. The file exists until `work` ends. */
export async function makeBook<T>(
  plan: BookPlan,
  onPaper: (done: number) => Promise<void>,
  work: (made: MadeBook) => Promise<T>,
  bounds: typeof usualBounds = usualBounds,
): Promise<T | null> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-book-'));
  try {
    let trying = plan;
    for (let fatal = 0; fatal <= fatalPapersMax; fatal += 1) {
      const path = join(folder, `book-${fatal}.pdf`);
      const outcome = await runProcess(trying, { path, bounds }, onPaper);
      if (outcome.kind === 'made') return await work({ ...outcome.book, path, byteSize: (await stat(path)).size });
      await rm(path, { force: true });
      const { paper } = outcome;
      if (paper === null) return null;
      const papers = trying.papers.map((each, index) =>
        index === paper ? { ...each, source: { kind: 'left-out', why: 'unreadable' } as const } : each,
      );
      trying = { ...trying, papers };
    }
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Outcome =
  | { readonly kind: 'made'; readonly book: Pick<MadeBook, 'pageCount' | 'leftOut'> }
  /** `paper` is the document that was being processed, or null if there was none. */
  | { readonly kind: 'died'; readonly paper: number | null };

async function runProcess(
  plan: BookPlan,
  { path, bounds }: { readonly path: string; readonly bounds: typeof usualBounds },
  onPaper: (done: number) => Promise<void>,
): Promise<Outcome> {
  const { heapMegabytesMax, paperMsMax } = bounds;
  const child = spawn(
    ...boundedNode({ script, args: [path], heapMegabytesMax, cpuMsMax: paperMsMax * (plan.papers.length + 2) }),
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: offline,
    },
  );
  const { ended } = await startProcess(child);
  const stop = (): void => void child.kill('SIGKILL');
  let timer = setTimeout(stop, paperMsMax);
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(plan));
  let paper: number | null = null;
  let book: Pick<MadeBook, 'pageCount' | 'leftOut'> | null = null;
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      clearTimeout(timer);
      timer = setTimeout(stop, paperMsMax);
      const message = readJsonLine(line) as { readonly begun: number } | Pick<MadeBook, 'pageCount' | 'leftOut'> | null;
      if (message === null) continue;
      if ('begun' in message) {
        paper = message.begun;
        await onPaper(paper);
      } else book = message;
    }
  } catch (error) {
    stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return (await ended) === 0 && book !== null ? { kind: 'made', book } : { kind: 'died', paper };
}
