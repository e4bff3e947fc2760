import { sql } from 'kysely';
import { fullName } from '#domain/identity.ts';
import { isFound, sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { findMeetingEvenDeleted } from '#server/features/homes/meetings/meeting/queries.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import type { MailAddress } from '#server/integrations/mail/message.ts';
import type { DueItem } from '#server/jobs/each-due.ts';
import { readPaperLinks, selectPapersOfAuthor } from './paper/queries.ts';

export const findWaitingFile = (scope: BoardScope, requestId: string) =>
  selectRows(scope, 'paper_submissions', { request_id: requestId })
    .select(['id', 'filename', 'extension', 'byte_size', 'sha256', 'reading_key', 'reading_bytes'])
    .select(sql<string>`storage_key`.as('storage_key'))
    .where('storage_key', 'is not', null)
    .executeTakeFirst();

export async function isDocumentThere(scope: BoardScope, documentId: string): Promise<boolean> {
  return isFound(selectRows(scope, 'documents', { id: documentId, deleted_at: null }).select('id'));
}

export async function filterSubmissionKeys(scope: BoardJobScope, keys: readonly string[]): Promise<readonly string[]> {
  const board = sql`${scope.board.id}::uuid`;
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from paper_submissions where board_id = ${board} and storage_key = any(${keys})
    union all
    select reading_key from paper_submissions where board_id = ${board} and reading_key = any(${keys})
  `.execute(scope.tx);
  return rows.map((row) => row.key);
}

const dueAtOnceMax = 500;
export const remindersDue = (now: Date) => sql<DueItem>`
  select board_id, author_id as id from gate.paper_reminders_due(${now}, ${dueAtOnceMax})
`;

export type MailedPapers = NonNullable<Awaited<ReturnType<typeof readMailedPapers>>>;

/** Includes papers whose requests are closed. Returns null if the author no longer has an email address. */
export async function readMailedPapers(scope: BoardJobScope, authorId: string) {
  const { tx, board } = scope;
  const author = await tx
    .selectFrom('paper_authors as author')
    .leftJoin('members as member', (join) => sameBoard(join, 'member.id', 'author.member_id'))
    .leftJoin('users as account', 'account.id', 'member.user_id')
    .select(['author.id', 'author.name', 'author.meeting_id', 'author.generation', 'author.member_id'])
    .select(sql<boolean>`author.uid_hash is not null`.as('has_uid'))
    .select(
      sql<string | null>`case
        when author.member_id is null then author.email
        when member.status in ('active', 'invited') and account.disabled_at is null then member.email
      end`.as('address'),
    )
    .where('author.board_id', '=', board.id)
    .where('author.id', '=', authorId)
    .executeTakeFirst();
  if (!author || author.address === null) return null;
  const meeting = await findMeetingEvenDeleted(scope, author.meeting_id);
  if (meeting === null) return null;
  const links = await readPaperLinks(scope);
  return {
    author: { ...author, address: author.address },
    meeting,
    papers: await selectPapersOfAuthor(scope, authorId).execute(),
    askers: await readAskers(scope, authorId),
    hasLink: author.has_uid && (links === 'anyone' || (links === 'members' && author.member_id !== null)),
  };
}

async function readAskers(scope: BoardJobScope, authorId: string): Promise<ReadonlyMap<string, MailAddress>> {
  const rows = await selectPeople(scope)
    .where('member.status', '=', 'active')
    .where('member.id', 'in', (eb) =>
      eb
        .selectFrom('paper_requests as request')
        .select((each) => each.ref('request.asked_by').$notNull().as('id'))
        .where('request.board_id', '=', scope.board.id)
        .where('request.author_id', '=', authorId)
        .where('request.asked_by', 'is not', null),
    )
    .execute();
  return new Map(
    rows.flatMap((row) => (row.email === null ? [] : [[row.id, { name: fullName(row), address: row.email }] as const])),
  );
}
