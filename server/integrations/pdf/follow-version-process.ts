// The arguments are the PDFs of both versions. Without arguments, only the texts are compared.
import { json } from 'node:stream/consumers';
import { lettersOf, type PageText } from '#domain/revisions/page-words.ts';
import {
  type Paper,
  type PiecesOf,
  pagesOfTargets,
  papersOf,
  planMarks,
  settleMarks,
  type WordPiece,
} from '#domain/revisions/place-marks.ts';
import { compareWords } from './compare-words.ts';
import type { FollowedVersion, Revision } from './follow-version.ts';
import { layersOf, openPdf, piecesOfPage, readPageText } from './page-text.ts';

const [from, to] = process.argv.slice(2);
const { before, after, members } = (await json(process.stdin)) as Revision;
const papers = papersOf(before, after);
const changes = compareWords(papers.before.words, papers.after.words);
const marks = members.flatMap((member) => member.marks);
const earlier = await readPieces(
  from,
  before,
  marks.map(({ page }) => page + 1),
);
const plans = members.map((member) => ({ member, plan: planMarks(papers, member.marks, earlier) }));
const later = await readPieces(
  to,
  after,
  plans.flatMap(({ plan }) => pagesOfTargets(plan)),
);
const followed: FollowedVersion = {
  changes,
  members: plans.map(({ member, plan }) => ({
    id: member.id,
    ...settleMarks(plan, member.marks, { before: earlier, after: later }),
  })),
};
process.stdout.write(JSON.stringify(followed));

/** Omits pages whose text did not come from the PDF, such as scans, because their words have no positions. */
async function readPieces(
  path: string | undefined,
  texts: readonly PageText[],
  pages: readonly number[],
): Promise<PiecesOf> {
  const found = new Map<number, readonly WordPiece[]>();
  if (path !== undefined && pages.length > 0) {
    const stored: Paper['texts'] = new Map(texts.map(({ page, text }) => [page, text]));
    const task = openPdf(path);
    const pdf = await task.promise;
    const layers = await layersOf(pdf);
    for (const number of new Set(pages)) {
      const text = stored.get(number);
      if (text === undefined || number > pdf.numPages) continue;
      const page = await pdf.getPage(number);
      const read = await readPageText(page, layers);
      if (lettersOf(read.text) === lettersOf(text)) found.set(number, piecesOfPage(read));
      page.cleanup();
    }
    await task.destroy();
  }
  return (page) => found.get(page) ?? null;
}
