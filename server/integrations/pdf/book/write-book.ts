import type { PDFRef } from '@cantoo/pdf-lib';
import type { LeftOutReason } from '#domain/board-book.ts';
import { openFaces } from './faces.ts';
import { drawCover, layOutAgenda } from './front-pages.ts';
import { type Bookmark, createPdfFile, finishPdfFile, writeOutline } from './pdf-file.ts';
import type { BookPlan } from './plan.ts';
import { createSheet } from './sheet.ts';
import { type WrittenPaper, writePaper } from './write-papers.ts';

export interface WrittenBook {
  readonly pageCount: number;
  readonly leftOut: readonly (LeftOutReason | null)[];
}

/** Documents are read, written and released one by one. */
export async function writeBook(plan: BookPlan, path: string, onPaper: (index: number) => void): Promise<WrittenBook> {
  const file = await createPdfFile(path);
  const frame = file.part();
  const faces = await openFaces(() => frame.nextRef());
  const [pages, front, cover] = [frame.nextRef(), frame.nextRef(), frame.nextRef()];
  const agenda = layOutAgenda(plan, faces);
  const agendaRefs = Array.from({ length: agenda.pageCount }, () => frame.nextRef());
  // Reserves numbers for objects written last.
  await file.write(frame);

  const papers: WrittenPaper[] = [];
  let pageCount = 1 + agenda.pageCount;
  for (const [index, paper] of plan.papers.entries()) {
    onPaper(index);
    const written = await writePaper(file, paper, { firstPage: pageCount + 1, parent: pages, faces });
    papers.push(written);
    if (written.kind === 'written') pageCount += written.pageCount;
  }

  const last = file.part();
  const coverSheet = createSheet(cover, faces);
  drawCover(coverSheet, plan, faces);
  const agendaSheets = agendaRefs.map((ref) => createSheet(ref, faces));
  agenda.draw(agendaSheets, papers);
  for (const sheet of [coverSheet, ...agendaSheets]) sheet.write(last, front);
  const frontRefs = [cover, ...agendaRefs];
  last.assign(front, last.obj({ Type: 'Pages', Parent: pages, Kids: frontRefs, Count: frontRefs.length }));
  const branches = papers.flatMap((paper) => (paper.kind === 'written' ? [paper.branch] : []));
  last.assign(pages, last.obj({ Type: 'Pages', Kids: [front, ...branches], Count: pageCount }));
  const outline = writeOutline(last, [
    { title: 'Cover', page: cover, below: [] },
    { title: 'Agenda', page: agendaRefs[0] ?? cover, below: [] },
    ...bookmarksOf(plan, papers, (entry) => agendaRefs[agenda.pageOf[entry] ?? 0] ?? cover),
  ]);
  const { title, board: author, creator } = plan;
  const layers = papers.flatMap((paper) => (paper.kind === 'written' ? paper.layers : []));
  await finishPdfFile(file, last, { title, author, creator, at: Date.now(), pages, outline, faces, layers });
  return { pageCount, leftOut: papers.map((paper) => (paper.kind === 'written' ? null : paper.why)) };
}

interface Open extends Bookmark {
  readonly depth: number;
  readonly below: Bookmark[];
}

/** Nested like the agenda; a paper's own bookmarks are below it. Links go to pages, otherwise to the row. */
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
