import { sql } from 'kysely';
import { isoDate } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { selectRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, todayOf } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { findMeetingEvenDeleted } from '#server/features/homes/meetings/meeting/queries.ts';
import { lockPaper, type PaperRow, selectPapersOfAuthor } from '#server/features/homes/paper-requests/paper/queries.ts';
import { hashToken } from '#server/secrets.ts';

export async function findPaperAuthor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  uid: string,
): Promise<{ readonly board_id: string; readonly author_id: string } | null> {
  const { rows } = await sql<{ board_id: string; author_id: string }>`
    select board_id, author_id from gate.find_paper_author(${hashToken(uid)}, ${clock.now()})
  `.execute(db);
  return rows[0] ?? null;
}

/** Days for which the author still sees an accepted paper. Must equal the number in `gate.find_paper_author`. */
const acceptedDays = 30;

const selectOpenPapers = (scope: BoardJobScope, authorId: string) => {
  const since = new Date(scope.now.getTime() - acceptedDays * 86_400_000);
  return selectPapersOfAuthor(scope, authorId)
    .where('request.ended_at', 'is', null)
    .where((eb) => eb.or([eb('request.accepted_at', 'is', null), eb('request.accepted_at', '>', since)]));
};

export async function loadPaperOfAuthor(scope: BoardJobScope, authorId: string, id: string): Promise<PaperRow> {
  await lockPaper(scope, id);
  return selectOpenPapers(scope, authorId).where('request.id', '=', id).executeTakeFirstOrThrow(notFound);
}

export async function readAuthorPage(scope: BoardJobScope, authorId: string) {
  const author = await selectRows(scope, 'paper_authors', { id: authorId })
    .select(['name', 'meeting_id'])
    .executeTakeFirstOrThrow();
  const meeting = await findMeetingEvenDeleted(scope, author.meeting_id);
  if (!meeting) throw notFound();
  const papers = await selectOpenPapers(scope, authorId).execute();
  const day = meeting.starts_at === null ? null : isoDate(meeting.starts_at, scope.board.timeZone);
  return { author, meeting: { title: meeting.title, day }, papers, today: todayOf(scope) };
}

export async function readWaitingUploads(scope: BoardJobScope, requestId: string) {
  const waiting = await selectRows(scope, 'uploads', { paper_request_id: requestId, consumed_at: null })
    .select((eb) => [
      eb.fn.countAll<string>().as('files'),
      eb.fn.coalesce(eb.fn.sum<string>('byte_length'), eb.lit(0)).as('bytes'),
    ])
    .where('expires_at', '>', scope.now)
    .executeTakeFirstOrThrow();
  return { files: Number(waiting.files), bytes: Number(waiting.bytes) };
}
