import { randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { type MadeBook, makeBook } from '#server/integrations/pdf/book/make-book.ts';
import type { PaperSource } from '#server/integrations/pdf/book/plan.ts';
import { readLogo } from '#server/integrations/pdf/typst/typeset.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { type BookInProgress, beginBook, updateBook } from './commands.ts';
import type { BookPaper } from './present.ts';
import { makeBoardBookJobName } from './queries.ts';

/** Minimum milliseconds between two live events. */
const progressMsMin = 700;

export function makeBoardBookJob(context: Context): JobHandler {
  return {
    name: makeBoardBookJobName,
    lane: 'slow',
    async handle({ board_id: boardId = '', book_id: bookId = '' }, { isLast }) {
      const making = await withBoardJobScope(context, boardId, (scope) => beginBook(scope, bookId));
      if (making === null) return;
      const update: Update = (to) => withBoardJobScope(context, boardId, (scope) => updateBook(scope, making, to));
      try {
        if ((await make(context, { boardId, making, update })) === null) await update({ state: 'failed' });
      } catch (error) {
        if (isLast) await update({ state: 'failed' });
        throw error;
      }
    },
  };
}

type Update = (to: Parameters<typeof updateBook>[2]) => Promise<unknown>;

interface Making {
  readonly boardId: string;
  readonly making: BookInProgress;
  readonly update: Update;
}

async function make(context: Context, { boardId, making, update }: Making): Promise<true | null> {
  const { contents, notes, watermark } = making;
  let publishedAt = 0;
  const onPaper = async (done: number): Promise<void> => {
    if (Date.now() - publishedAt < progressMsMin) return;
    publishedAt = Date.now();
    await update({ papers_done: done });
  };
  return withSources(context, making, contents.papers, async (sources) => {
    const papers = contents.papers.map(({ document, label }, index) => ({
      title: document.title,
      label,
      source: sources[index] ?? ({ kind: 'left-out', why: 'unreadable' } as const),
    }));
    const { appName: creator, fontsDir } = context.config;
    const logo = await readLogo(context, contents.frame.logo);
    const isCopy = making.meeting === null;
    const plan = { creator, fontsDir, ...contents.frame, logo, notes, papers, watermark, isCopy };
    return makeBook(plan, onPaper, (made) => store(context, { boardId, making, update }, made));
  });
}

async function store(context: Context, { boardId, making, update }: Making, made: MadeBook): Promise<true> {
  const leftOut = making.contents.papers.flatMap(({ document }, index) => {
    const why = made.leftOut[index] ?? null;
    return why === null ? [] : [{ id: document.id, why }];
  });
  if (made.pageCount === 0) {
    await update({ state: 'failed', left_out: JSON.stringify(leftOut) });
    return true;
  }
  const key = `boards/${boardId}/books/${randomUUID()}`;
  await context.storage.putFile(key, made.path);
  await update({
    state: 'made',
    storage_key: key,
    byte_size: made.byteSize,
    page_count: made.pageCount,
    left_out: JSON.stringify(leftOut),
    made_at: context.clock.now(),
    papers_done: making.contents.papers.length,
  });
  return true;
}

async function withSources<T>(
  context: Context,
  making: BookInProgress,
  papers: readonly BookPaper[],
  work: (sources: readonly PaperSource[]) => Promise<T>,
): Promise<T> {
  const [paper, ...rest] = papers;
  if (!paper) return work([]);
  const { document, pages } = paper;
  const andRest = (source: PaperSource) => withSources(context, making, rest, (others) => work([source, ...others]));
  if (pages.kind === 'link' || pages.kind === 'left-out') return andRest(pages);
  const xfdf = pages.marksRevision === null ? null : (making.marks.get(document.version_id ?? '') ?? null);
  return context.storage.withLocalFile(pages.key, (path) => andRest({ kind: pages.kind, path, xfdf }));
}
