import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inTemporaryFolder } from '#server/file-system.ts';
import { readJsonLine, startBounded } from '#server/integrations/pdf/pdf-process.ts';
import type { BookPlan, WrittenBook } from './plan.ts';

const script = new URL('./make-book-process.ts', import.meta.url);
/** Documents that exceed these limits are left out. */
const usualBounds = { heapMegabytesMax: 768, paperMsMax: 60_000 };
/** The book fails after this many documents have exceeded the limits. */
const fatalPapersMax = 5;

export interface MadeBook extends WrittenBook {
  readonly path: string;
  readonly byteSize: number;
}

/** Leaves out documents that crash or block the process. The file exists until `work` ends. */
export function makeBook<T>(
  plan: BookPlan,
  onPaper: (done: number) => Promise<void>,
  work: (made: MadeBook) => Promise<T>,
  bounds: typeof usualBounds = usualBounds,
): Promise<T | null> {
  return inTemporaryFolder('dais-book-', async (folder) => {
    let trying = plan;
    for (let fatal = 0; fatal <= fatalPapersMax; fatal += 1) {
      const path = join(folder, `book-${fatal}.pdf`);
      const outcome = await runProcess(trying, { path, bounds }, onPaper);
      if (outcome.kind === 'made') return work({ ...outcome.book, path, byteSize: (await stat(path)).size });
      await rm(path, { force: true });
      const { paper } = outcome;
      if (paper === null) return null;
      const papers = trying.papers.map((each, index) =>
        index === paper ? { ...each, source: { kind: 'left-out', why: 'unreadable' } as const } : each,
      );
      trying = { ...trying, papers };
    }
    return null;
  });
}

type Outcome =
  | { readonly kind: 'made'; readonly book: WrittenBook }
  /** `paper` is the document that was being processed, or null if there was none. */
  | { readonly kind: 'died'; readonly paper: number | null };

async function runProcess(
  plan: BookPlan,
  { path, bounds }: { readonly path: string; readonly bounds: typeof usualBounds },
  onPaper: (done: number) => Promise<void>,
): Promise<Outcome> {
  const { heapMegabytesMax, paperMsMax } = bounds;
  const timeMsMax = paperMsMax * (plan.papers.length + 2);
  const input = JSON.stringify(plan);
  const { child, ended } = await startBounded({ script, args: [path], heapMegabytesMax, timeMsMax, input });
  const stop = (): void => void child.kill('SIGKILL');
  let timer = setTimeout(stop, paperMsMax);
  let paper: number | null = null;
  let book: WrittenBook | null = null;
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      clearTimeout(timer);
      timer = setTimeout(stop, paperMsMax);
      const message = readJsonLine(line) as { readonly begun: number } | WrittenBook | null;
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
