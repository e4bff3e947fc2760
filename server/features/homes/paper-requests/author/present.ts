import type { AuthorPage } from '#contract/paper-requests.ts';
import { isPaperDue } from '#domain/paper-requests.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { presentPaper } from '#server/features/homes/paper-requests/paper/present.ts';
import type { readAuthorPage } from './queries.ts';

export function presentAuthorPage(
  { board }: BoardJobScope,
  page: Awaited<ReturnType<typeof readAuthorPage>>,
): AuthorPage {
  return {
    board: {
      title: board.title,
      logo_url: board.logoUrl,
      primary_color: board.primaryColor,
      date_style: board.dates.dateStyle,
    },
    author_name: page.author.name,
    meeting: page.meeting,
    today: page.today,
    papers: page.papers.map((row) => {
      const paper = presentPaper(row, page.today);
      return { ...paper, item_title: row.item_title ?? '', can: { reply: isPaperDue(paper.state) } };
    }),
  };
}
