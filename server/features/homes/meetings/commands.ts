import type { z } from 'zod';
import { limits } from '#contract/fields.ts';
import type { createMeeting as createContract, updateMeeting as updateContract } from '#contract/meetings.ts';
import { dateOptionsMax, type OfferedTime } from '#domain/date-finding.ts';
import { meetingEndError } from '#domain/meeting-times.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { dateMessages, meetingMessages } from '#domain/messages/meetings.ts';
import { publicWebAddress } from '#domain/web-address.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { audienceOfInput, createAudience } from '#server/features/members/audience/commands.ts';
import { listenersOf } from '#server/features/members/audience/queries.ts';
import { publishLive } from '#server/http/live-hub.ts';
import { addAgenda } from './agenda/add-agenda.ts';
import { type LoadedMeeting, loadMeeting, type MeetingRow } from './base/queries.ts';
import { areOtherDates, listUnseenDates, offerDates, offeredTimes } from './date-finding/offer.ts';
import { requireOwnAudience } from './invitees/own-audience.ts';

type CreateBody = z.output<NonNullable<typeof createContract.body>>;
type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;

/** Looking again within this time is the same visit: what was new stays marked while one reads. */
const visitLastsMs = 30 * 60_000;
/** A visit under way is written down at most this often. */
const visitPauseMs = 60_000;

/** Answers the new draft's id. */
export async function createMeeting(scope: BoardScope, body: CreateBody): Promise<string> {
  const { tx, board, member, now } = scope;
  const offered = body.date_options === null ? null : offeredTimes(body.date_options);
  const row = await tx
    .insertInto('meetings')
    .values({
      board_id: board.id,
      audience_id: await createAudience(scope, audienceOfInput(body.audience)),
      title: body.title,
      type: body.type,
      ...(offered === null ? timesOf(body) : { starts_at: offered.span.start, ends_at: offered.span.end }),
      finds_date: offered !== null,
      location: body.location,
      join_url: checkedJoinUrl(body.join_url),
      description: body.description,
      created_by: member.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (offered !== null) await offerDates(scope, row.id, offered.times);
  await requireOwnAudience(scope, row.id);
  await addAgenda(scope, row.id, body.agenda_items);
  await audit(scope, { action: 'meeting.created', subjectKind: 'meeting', subjectId: row.id });
  await publishMeetingChanged(scope, { id: row.id, state: 'draft' });
  return row.id;
}

/** The contract has seen to it that both are there or neither. */
function timesOf({ start, end }: Pick<CreateBody, 'start' | 'end'>) {
  return { starts_at: start === null ? null : new Date(start), ends_at: end === null ? null : new Date(end) };
}

/** Changes what a meeting says. Type and times of a published one are changed by rescheduling, which asks everyone anew. */
export async function updateMeeting(
  scope: BoardScope,
  before: LoadedMeeting,
  body: UpdateBody,
): Promise<LoadedMeeting> {
  const { date_options: wanted, date_options_before: shown = [] } = body;
  const unseen = wanted ? await listUnseenDates(scope, before.id, { wanted, shown }) : [];
  const when = changedTimes(before, body, unseen);
  const type = body.type ?? before.type;
  if (type !== before.type && before.state !== 'draft') throw refused(meetingMessages.timesFixed);
  const after = {
    title: body.title ?? before.title,
    type,
    starts_at: when.starts_at,
    ends_at: when.ends_at,
    finds_date: when.finds_date,
    location: body.location ?? before.location,
    join_url: body.join_url === undefined ? before.join_url : checkedJoinUrl(body.join_url),
    description: body.description ?? before.description,
  };
  const haveDatesChanged = when.offered !== null && (await areOtherDates(scope, before.id, when.offered));
  const changed = [...changedFields(before, after), ...(haveDatesChanged ? ['date_options'] : [])];
  if (changed.length === 0) return before;
  if (when.offered !== null) await offerDates(scope, before.id, when.offered);
  const sequence = before.state === 'draft' ? before.sequence : before.sequence + 1;
  await scope.tx
    .updateTable('meetings')
    .set({ ...after, sequence, updated_at: scope.now })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', before.id)
    .execute();
  await audit(scope, {
    action: 'meeting.updated',
    subjectKind: 'meeting',
    subjectId: before.id,
    detail: { fields: changed.join(' ') },
  });
  await publishMeetingChanged(scope, before);
  return loadMeeting(scope, before.id);
}

interface ChangedTimes {
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly finds_date: boolean;
  /** All dates that are offered from now on; null where that is not said. */
  readonly offered: readonly OfferedTime[] | null;
}

/** A draft takes any time or none, or dates to choose from; while it finds its date, other dates; after that nothing here. */
function changedTimes(before: LoadedMeeting, body: UpdateBody, unseen: readonly OfferedTime[]): ChangedTimes {
  const { date_options: options } = body;
  if (options !== undefined && options !== null) {
    if (before.state !== 'draft' && before.state !== 'finding-date') throw refused(dateMessages.notFinding);
    const { times, span } = offeredTimes(options, unseen);
    if (times.length > dateOptionsMax) throw invalid({ date_options: dateMessages.tooMany(dateOptionsMax) });
    return { starts_at: span.start, ends_at: span.end, finds_date: true, offered: times };
  }
  const startsAt = plannedAt(body.start, before.starts_at);
  const endsAt = plannedAt(body.end, before.ends_at);
  if ((startsAt === null) !== (endsAt === null)) {
    throw invalid({ [startsAt === null ? 'start' : 'end']: validationMessages.meetingTimeMissing });
  }
  const endError = startsAt === null || endsAt === null ? null : meetingEndError(startsAt, endsAt);
  if (endError) throw invalid({ end: endError });
  const stopsFinding = options === null && before.finds_date;
  const isMoved =
    startsAt?.getTime() !== before.starts_at?.getTime() || endsAt?.getTime() !== before.ends_at?.getTime();
  if ((isMoved || stopsFinding) && before.state === 'finding-date') throw refused(dateMessages.pickInstead);
  if (isMoved && before.state !== 'draft') throw refused(meetingMessages.timesFixed);
  if (stopsFinding) {
    if (before.state !== 'draft') throw refused(meetingMessages.cancelled);
    if (body.start === undefined || body.end === undefined) {
      throw invalid({ start: validationMessages.meetingTimeMissing });
    }
    return { starts_at: startsAt, ends_at: endsAt, finds_date: false, offered: [] };
  }
  if (isMoved && before.finds_date) throw refused(dateMessages.stillFinding);
  return { starts_at: startsAt, ends_at: endsAt, finds_date: before.finds_date, offered: null };
}

/** Undefined: as before. Null: no date any more. */
function plannedAt(said: string | null | undefined, before: Date | null): Date | null {
  if (said === undefined) return before;
  return said === null ? null : new Date(said);
}

function changedFields(before: MeetingRow, after: Partial<MeetingRow>): readonly string[] {
  return (Object.keys(after) as (keyof MeetingRow)[]).filter(
    (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  );
}

/** Writes down that an invited reader looks at a meeting; answers when the visit before ended, null for none. */
export async function rememberVisit(scope: BoardScope, meetingId: string): Promise<Date | null> {
  const own = await scope.tx
    .selectFrom('invitees')
    .select(['last_visited_at', 'previous_visited_at'])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .where('member_id', '=', scope.member.id)
    .executeTakeFirst();
  if (!own) return null;
  const { last_visited_at: last, previous_visited_at: previous } = own;
  const passedMs = last === null ? Number.POSITIVE_INFINITY : scope.now.getTime() - last.getTime();
  const before = passedMs < visitLastsMs ? previous : last;
  if (passedMs >= visitPauseMs) {
    await scope.tx
      .updateTable('invitees')
      .set({ last_visited_at: scope.now, previous_visited_at: before })
      .where('board_id', '=', scope.board.id)
      .where('meeting_id', '=', meetingId)
      .where('member_id', '=', scope.member.id)
      .execute();
  }
  return before;
}

/** Tells the open pages of whoever may know of the meeting; `alsoTo`: members who may no longer, and should hear of that. */
export async function publishMeetingChanged(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  meeting: Pick<MeetingRow, 'id' | 'state'>,
  alsoTo: readonly string[] = [],
): Promise<void> {
  const row = await scope.tx
    .selectFrom('meetings')
    .select('audience_id')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meeting.id)
    .executeTakeFirstOrThrow();
  const listeners = await listenersOf(scope, { audienceId: row.audience_id, isDraft: meeting.state === 'draft' });
  const told = listeners === 'everyone' ? listeners : [...new Set([...listeners, ...alsoTo])];
  await publishLive(scope, { noun: 'meeting', id: meeting.id }, told);
}

/** The normal form of the address; empty stays empty. */
export function checkedJoinUrl(text: string): string {
  if (text === '') return '';
  const address = publicWebAddress(text);
  if (address === null) throw invalid({ join_url: validationMessages.url });
  if (address.length > limits.urlCharactersMax) {
    throw invalid({ join_url: validationMessages.maxLength(limits.urlCharactersMax) });
  }
  return address;
}
