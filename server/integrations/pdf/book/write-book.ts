import type { PDFRef } from '@cantoo/pdf-lib';
import { openInter } from '#server/integrations/pdf/typeface.ts';
import { createTypesetter } from '#server/integrations/pdf/typst/typesetter.ts';
import { copyFrontPages, setFrontPages } from './front-pages.ts';
import { labelPrefix } from './paper-pages.ts';
import { type Bookmark, createPdfFile, finishPdfFile, writeOutline } from './pdf-file.ts';
import type { BookPlan, WrittenBook } from './plan.ts';
import { type WrittenPaper, writePaper } from './write-papers.ts';

export async function writeBook(plan: BookPlan, path: string, onPaper: (index: number) => void): Promise<WrittenBook> {
  const file = await createPdfFile(path);
  const frame = file.part();
  const face = await openInter(frame.nextRef());
  const [pages, front] = [frame.nextRef(), frame.nextRef()];
  await file.write(frame);

  const typesetter = createTypesetter(plan.fontsDir);
  const papers: WrittenPaper[] = [];
  let pageCount = plan.isCopy ? 0 : setFrontPages(typesetter, plan, papers).pageCount;
  for (const [index, paper] of plan.papers.entries()) {
    onPaper(index);
    const place = { firstPage: pageCount + 1, parent: pages, face, typesetter, plan };
    const done = await writePaper(file, paper, place);
    papers.push(done);
    if (done.kind === 'written') pageCount += done.pageCount;
  }
  const leftOut = papers.map((paper) => (paper.kind === 'written' ? null : paper.why));
  if (pageCount === 0) return { pageCount, leftOut };

  const last = file.part();
  const written = papers.filter((paper) => paper.kind === 'written');
  const branches = written.map(({ branch }) => branch);
  let bookmarks: readonly Bookmark[] = written.flatMap((paper) => paper.bookmarks);
  if (!plan.isCopy) {
    const frontPages = setFrontPages(typesetter, plan, papers);
    const { watermark } = plan;
    const frontRefs = await copyFrontPages(last, frontPages, { parent: front, papers, watermark, typesetter });
    const cover = frontRefs[0] as PDFRef;
    const firstOfAgenda = frontRefs[frontPages.agenda] ?? cover;
    last.assign(front, last.obj({ Type: 'Pages', Parent: pages, Kids: [...frontRefs], Count: frontRefs.length }));
    branches.unshift(front);
    bookmarks = [
      { title: 'Cover', page: cover, below: [] },
      { title: 'Agenda', page: firstOfAgenda, below: [] },
      ...bookmarksOf(plan, papers, (entry) => frontRefs[frontPages.pageOf[entry] ?? -1] ?? firstOfAgenda),
    ];
  }
  last.assign(pages, last.obj({ Type: 'Pages', Kids: branches, Count: pageCount }));
  const outline = bookmarks.length === 0 ? null : writeOutline(last, bookmarks);
  const { title, board: author, creator } = plan;
  const layers = written.flatMap((paper) => paper.layers);
  const pageLabels = new Map([[0, '']]);
  papers.forEach((paper, nth) => {
    if (paper.kind === 'written') pageLabels.set(paper.firstPage - 1, labelPrefix(plan.papers[nth]?.label ?? ''));
  });
  await finishPdfFile(file, last, { title, author, creator, at: Date.now(), pages, outline, face, layers, pageLabels });
  return { pageCount, leftOut };
}

interface Open extends Bookmark {
  readonly depth: number;
  readonly below: Bookmark[];
}

function bookmarksOf(
  plan: BookPlan,
  papers: readonly WrittenPaper[],
  rowPage: (entry: number) => PDFRef,
): readonly Bookmark[] {
  const top: Open = { depth: -1, title: '', page: rowPage(0), below: [] };
  let line: Open[] = [top];
  plan.entries.forEach((entry, index) => {
    if (entry.kind === 'paper') {
      const paper = papers[entry.paper];
      const title = plan.papers[entry.paper]?.title ?? '';
      line
        .at(-1)
        ?.below.push(
          paper?.kind === 'written'
            ? { title, page: paper.first, isClosed: true, below: paper.bookmarks }
            : { title, page: rowPage(index), below: [] },
        );
      return;
    }
    line = line.filter((each) => each.depth < entry.depth);
    const item: Open = {
      depth: entry.depth,
      title: `${entry.number} ${entry.title}`.trim(),
      page: rowPage(index),
      below: [],
    };
    line.at(-1)?.below.push(item);
    line.push(item);
  });
  return top.below;
}
