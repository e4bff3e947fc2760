import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';

type Reading = Pick<BoardScope, 'tx' | 'board'>;

function selectInvitees(scope: Reading, meetingId: string) {
  return scope.tx
    .selectFrom('invitees as invitee')
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'invitee.board_id').onRef('member.id', '=', 'invitee.member_id'),
    )
    .innerJoin('meetings as meeting', (join) =>
      join.onRef('meeting.board_id', '=', 'invitee.board_id').onRef('meeting.id', '=', 'invitee.meeting_id'),
    )
    .where('invitee.board_id', '=', scope.board.id)
    .where('invitee.meeting_id', '=', meetingId);
}

/** Of a meeting that is over or cancelled, rows of people who have left its audience stay as the record, and hear nothing. */
const hearsOfMeeting = (scope: Reading) =>
  sql<boolean>`(member.status = 'active' and ${inAudience(scope, sql.ref('meeting.audience_id'), sql.ref('member.id'))})`;

const selectRecipients = (scope: Reading, meetingId: string) =>
  selectInvitees(scope, meetingId).where(hearsOfMeeting(scope));

/** Who gets mail about a meeting: its invitees who are active and in its audience. Pending ones hear of it on joining. */
export async function listRecipients(scope: Reading, meetingId: string): Promise<readonly string[]> {
  const rows = await selectRecipients(scope, meetingId).select('member.id').orderBy('member.id').execute();
  return rows.map((row) => row.id);
}

/** Those of them who have not replied. */
export async function listSilent(scope: Reading, meetingId: string): Promise<readonly string[]> {
  const rows = await selectRecipients(scope, meetingId)
    .where('invitee.acceptance', '=', 'none')
    .select('member.id')
    .orderBy('member.id')
    .execute();
  return rows.map((row) => row.id);
}

export interface InviteeCounts {
  /** Answers that there are, those given for pending invitees among them. */
  readonly replied: number;
  readonly recipients: number;
  readonly silent: number;
}

export async function countInvitees(scope: Reading, meetingId: string): Promise<InviteeCounts> {
  return selectInvitees(scope, meetingId)
    .select((eb) => {
      const count = eb.fn.countAll<number>();
      const hears = hearsOfMeeting(scope);
      return [
        count.filterWhere('invitee.acceptance', '<>', 'none').as('replied'),
        count.filterWhere(hears).as('recipients'),
        count.filterWhere(eb.and([hears, eb('invitee.acceptance', '=', 'none')])).as('silent'),
      ];
    })
    .executeTakeFirstOrThrow();
}
