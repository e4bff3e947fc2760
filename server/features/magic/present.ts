import type { z } from 'zod';
import type { getMagicMeeting } from '../../../contract/magic.ts';
import type { Config } from '../../config.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { notFound } from '../../errors.ts';
import { listDocumentsOfMeeting } from '../documents/queries.ts';
import { isClosed } from '../meetings/closing.ts';
import { canRespond } from '../meetings/policy.ts';
import { presentAgenda, presentStatus } from '../meetings/present.ts';
import { findOwnInvitee, listAgendaItems, type MeetingRow } from '../meetings/queries.ts';

type Answer = z.output<NonNullable<typeof getMagicMeeting.answer>>;

/** A meeting as the holder of a link to it sees it: no people, no neighbours, and nothing is written down. */
export async function presentMagicMeeting(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  meeting: MeetingRow,
): Promise<Answer> {
  const own = await findOwnInvitee(scope, meeting.id);
  if (!own) throw notFound();
  const items = await listAgendaItems(scope, meeting.id);
  const documents = await listDocumentsOfMeeting(scope, meeting.id);
  const { board } = scope;
  return {
    board: {
      title: board.title,
      logo_url: board.logoUrl,
      primary_color: board.primaryColor,
      time_zone: board.timeZone,
    },
    first_name: await firstNameOf(scope),
    meeting: {
      title: meeting.title,
      type: meeting.type,
      state: meeting.state,
      start: meeting.starts_at.toISOString(),
      end: meeting.ends_at.toISOString(),
      location: meeting.location,
      join_url: meeting.join_url,
      description: meeting.description,
      ...presentAgenda({ items, documents, lastVisit: own.last_visited_at }),
      meeting_status: presentStatus(own),
      can: { respond: canRespond(meeting, own, { areEditsClosed: isClosed(scope, config, meeting) }) },
    },
  };
}

async function firstNameOf(scope: BoardScope): Promise<string> {
  const row = await scope.tx
    .selectFrom('users')
    .select('first_name')
    .where('id', '=', scope.member.userId)
    .executeTakeFirstOrThrow();
  return row.first_name;
}
