import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { Ports, Reader } from '#server/db/board-scope.ts';
import { readInOneFlight } from '#server/db/flight.ts';
import { definePage, defineRows, rowOf, type StatementResults } from '#server/db/page-statement.ts';
import { AppError } from '#server/errors.ts';
import { isOpen, listUserBoards, type UserBoard } from '#server/features/core/boards/queries.ts';
import { actionVisibleWhere } from '#server/features/deciding/action-items/action-item/visibility.ts';
import { selectWaitingNotes } from '#server/features/deciding/meeting-minutes/destruction/queries.ts';
import { selectWaitingMinutes } from '#server/features/deciding/meeting-minutes/sections/queries.ts';
import { selectWaitingWritten } from '#server/features/deciding/motions/written/resolution/queries.ts';
import { selectRoomPage } from '#server/features/deciding/room/state/queries.ts';
import { selectWaitingSignatures } from '#server/features/deciding/signatures/request/queries.ts';
import { announcementVisibleWhere } from '#server/features/homes/announcements/announcement/visibility.ts';
import { selectSummaries, waitingDates, waitingReplies } from '#server/features/homes/meetings/list/queries.ts';
import { isAdjourned } from '#server/features/homes/meetings/meeting/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { actorOf, inAudience, pageReaderOf, pageReaderOfPublished } from '#server/features/members/audience/queries.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import type { PollItem } from '#server/features/papers/polls/poll/policy.ts';
import type { Session } from '#server/http/session.ts';

export const waitingMax = 20;
const papersWithinDays = 14;

export const pollsAnswerableAfter = (config: Pick<Config, 'editsCloseMinutesAfter'>, now: Date): Date =>
  new Date(now.getTime() - config.editsCloseMinutesAfter * 60_000);

export const waitingPolls = defineRows({ meetings_end_after: 'timestamptz' }, (scope, { meetings_end_after }) => {
  const { tx, board, member, now } = scope;
  return tx
    .selectFrom('polls as poll')
    .leftJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'poll.meeting_id'))
    .leftJoin('announcements as item', (join) => sameBoard(join, 'item.id', 'poll.announcement_id'))
    .select(['poll.id', 'poll.question', 'poll.closes_at'])
    .select((eb) => [
      sql<PollItem['kind']>`case when poll.meeting_id is null then 'announcement' else 'meeting' end`.as('itemType'),
      eb.fn.coalesce('poll.meeting_id', 'poll.announcement_id').$notNull().as('item_id'),
      eb.fn.coalesce('meeting.title', 'item.title').$notNull().as('item_title'),
    ])
    .where('poll.board_id', '=', board.id)
    .where('poll.deleted_at', 'is', null)
    .where('poll.closed_at', 'is', null)
    .where((eb) => eb.or([eb('poll.closes_at', 'is', null), eb('poll.closes_at', '>', now)]))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('meeting.deleted_at', 'is', null),
          eb('meeting.state', 'in', ['published', 'finding-date']),
          eb.or([
            eb('meeting.state', '=', 'finding-date'),
            eb('meeting.reopened_at', 'is not', null),
            eb('meeting.ends_at', '>', meetings_end_after),
          ]),
          eb.exists(
            eb
              .selectFrom('invitees as own')
              .select('own.member_id')
              .whereRef('own.board_id', '=', 'poll.board_id')
              .whereRef('own.meeting_id', '=', 'poll.meeting_id')
              .where('own.member_id', '=', member.id),
          ),
          meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting'),
        ]),
        eb.and([
          eb('item.deleted_at', 'is', null),
          eb('item.state', '=', 'published'),
          announcementVisibleWhere(pageReaderOfPublished(scope)),
          inAudience(scope, sql.ref('item.audience_id'), actorOf(scope)),
        ]),
      ]),
    )
    .where(
      sql<boolean>`not exists (
        select from poll_responses r
        where r.board_id = poll.board_id and r.poll_id = poll.id and r.member_id = ${member.id}
      )`,
    )
    .orderBy(sql`poll.closes_at asc nulls last, poll.created_at, poll.id`)
    .limit(waitingMax);
});

const waitingMeetings = defineRows({}, (scope) =>
  selectSummaries(scope, { replies: waitingReplies(scope, waitingMax), dates: waitingDates(scope, waitingMax) }),
);

/** The caller must use `isBallotDue` to find the votes that need the reader's ballot. */
const openVotes = defineRows({}, (scope) =>
  scope.tx
    .selectFrom('votes as open_vote')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'open_vote.meeting_id'))
    .select(['open_vote.id', 'open_vote.meeting_id', 'open_vote.text', 'open_vote.opened_at'])
    .select(
      rowOf(selectRoomPage(scope, sql.ref<string>('open_vote.meeting_id')))
        .$notNull()
        .as('room_page'),
    )
    .where('open_vote.board_id', '=', scope.board.id)
    .where('open_vote.state', '=', 'open')
    .where('meeting.deleted_at', 'is', null)
    .where(meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting'))
    .where(seenIn(scope, sql.ref('open_vote.motion_id')))
    .orderBy('open_vote.opened_at')
    .orderBy('open_vote.id')
    .limit(waitingMax),
);

const waitingActionItems = defineRows({}, (scope) =>
  scope.tx
    .selectFrom('action_items as item')
    .select(['item.id', 'item.title', sql<string>`item.due_on::text`.as('due_on')])
    .where('item.board_id', '=', scope.board.id)
    .where('item.owner_id', '=', scope.member.id)
    .where('item.state', 'in', ['open', 'in-progress'])
    .where(actionVisibleWhere(pageReaderOf(scope)))
    .orderBy('item.due_on')
    .orderBy('item.id')
    .limit(waitingMax),
);

export const waitingMinutes = defineRows({}, (scope) => selectWaitingMinutes(scope).limit(waitingMax));

const waitingNotes = defineRows({}, (scope) => selectWaitingNotes(scope).limit(waitingMax));

const waitingSignaturesFor = (ports: Ports) =>
  defineRows({}, (scope) => selectWaitingSignatures(scope, ports).limit(waitingMax));

export const waitingResolutions = defineRows({}, (scope) => selectWaitingWritten(scope).limit(waitingMax));

const interestsAsked = definePage({}, ({ tx, board, member }) =>
  tx
    .selectFrom('deciding_settings as settings')
    .where('settings.board_id', '=', board.id)
    .select('settings.interests_months')
    .select([
      sql<Date | null>`(
        select max(r.asked_at) from interest_requests r where r.board_id = ${board.id} and r.member_id = ${member.id}
      )`.as('asked_at'),
      sql<Date | null>`(
        select max(c.confirmed_at) from interest_confirmations c where c.board_id = ${board.id} and c.member_id = ${member.id}
      )`.as('confirmed_at'),
    ]),
);

const unopenedPapers = defineRows({}, (scope) => {
  const { tx, board, member, now } = scope;
  const paper = sql<{ readonly page_count: number | null }>`(
    select version.page_count
    from (
      select d.* from documents d where d.board_id = ${board.id} and d.meeting_id = meeting.id
      union all
      select d.* from agenda_items item join documents d on d.board_id = item.board_id and d.agenda_item_id = item.id
      where item.board_id = ${board.id} and item.meeting_id = meeting.id
    ) document
    cross join lateral (
      select each.page_count from document_versions each
      where each.board_id = ${board.id} and each.document_id = document.id
      order by each.number desc limit 1
    ) version
    where document.deleted_at is null and not document.hidden and ${seenIn(scope, sql.ref('document.id'))} and not exists (
      select from audit_entries opened
      where opened.board_id = ${board.id} and opened.subject_id = document.id and opened.member_id = ${member.id}
        and opened.action in ('document.opened', 'document.downloaded')
    )
  )`;
  return tx
    .selectFrom('meetings as meeting')
    .innerJoin('invitees as own', (join) =>
      sameBoard(join, 'own.meeting_id', 'meeting.id').on('own.member_id', '=', member.id),
    )
    .innerJoinLateral(paper.as('paper'), (join) => join.onTrue())
    .select(['meeting.id', 'meeting.title', 'meeting.starts_at'])
    .select([sql<number>`count(*)::int`.as('count'), sql<number>`coalesce(sum(paper.page_count), 0)::int`.as('pages')])
    .where('meeting.board_id', '=', board.id)
    .where('meeting.deleted_at', 'is', null)
    .where('meeting.state', '=', 'published')
    .where('meeting.starts_at', '>', now)
    .where(sql<boolean>`not ${isAdjourned('meeting')}`)
    .where(sql<boolean>`meeting.starts_at <= ${now} + make_interval(days => ${papersWithinDays}::int)`)
    .where(meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting'))
    .groupBy(['meeting.id', 'meeting.title', 'meeting.starts_at'])
    .orderBy('meeting.starts_at')
    .orderBy('meeting.id')
    .limit(waitingMax);
});

let compiled: ReturnType<typeof statementsFor> | undefined;
const statementsFor = (ports: Ports) => ({
  votes: openVotes,
  meetings: waitingMeetings,
  polls: waitingPolls,
  actionItems: waitingActionItems,
  resolutions: waitingResolutions,
  minutes: waitingMinutes,
  notes: waitingNotes,
  signatures: waitingSignaturesFor(ports),
  interests: interestsAsked,
  papers: unopenedPapers,
});

export type WaitingRows = StatementResults<ReturnType<typeof statementsFor>>;

export interface FoundOnBoard {
  readonly board: UserBoard['board'];
  readonly found: (WaitingRows & { readonly reader: Reader }) | null;
}

export async function readWaiting(context: Context, session: Session): Promise<readonly FoundOnBoard[]> {
  const boards = await listUserBoards(context, { userId: session.userId, sessionId: session.id });
  const read: FoundOnBoard[] = [];
  // Read one board after another, because each additional connection would have to prepare the statements first.
  for (const each of boards) read.push(...(await readBoard(context, session, each)));
  return read;
}

/** Returns nothing if the user has lost access since the boards were listed. */
async function readBoard(context: Context, session: Session, of: UserBoard): Promise<readonly FoundOnBoard[]> {
  const { board } = of;
  if (!isOpen(of)) return [{ board, found: null }];
  const now = context.clock.now();
  const entering = {
    session: { id: session.id },
    access: 'member',
    board: { from: 'header', id: board.board_info.board_id },
    now,
  } as const;
  compiled ??= statementsFor(context.ports);
  const statements = compiled;
  const params = { meetings_end_after: pollsAnswerableAfter(context.config, now) };
  try {
    const { reader, found } = await readInOneFlight(context.pool, entering, { statements, params });
    return [{ board, found: { ...found, reader } }];
  } catch (error) {
    if (error instanceof AppError && closed.has(error.code)) return [];
    throw error;
  }
}

const closed: ReadonlySet<string> = new Set(['not-found', 'two-factor-missing', 'provider-missing']);
