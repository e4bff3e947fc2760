import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { limits } from '#contract/fields.ts';
import type { DefaultMeeting } from '#contract/meeting-lifecycle.ts';
import type * as contract from '#contract/meetings.ts';
import { dateOptionsMax, type OfferedTime } from '#domain/date-finding.ts';
import { dateOptionsError, meetingEndError } from '#domain/meeting-times.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { dateMessages, meetingMessages } from '#domain/messages/meetings.ts';
import { publicWebAddress, withHttps } from '#domain/web-address.ts';
import { createRow, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { audienceOfInput, createAudience } from '#server/features/members/audience/commands.ts';
import { readAudience } from '#server/features/members/audience/queries.ts';
import { addAgenda, settleOrder } from './agenda/commands.ts';
import { presenterColumns } from './agenda/queries.ts';
import { requireOwnAudience } from './audience/commands.ts';
import { offerDates } from './date-finding/commands.ts';
import { areOtherDates, listUnseenDates, offeredTimes } from './date-finding/queries.ts';
import { publishMeetingChanged } from './meeting/commands.ts';
import { type LoadedMeeting, loadMeeting, type MeetingRow } from './meeting/queries.ts';

type UpdateBody = BodyOf<typeof contract.updateMeeting>;

export async function createMeeting(scope: BoardScope, body: BodyOf<typeof contract.createMeeting>): Promise<string> {
  const { member, now } = scope;
  const offered = body.date_options === null ? null : offeredTimes(body.date_options);
  const id = await createRow(scope, 'meetings', {
    audience_id: await createAudience(scope, audienceOfInput(body.audience)),
    title: body.title,
    type: body.type,
    starts_at: offered === null ? plannedAt(body.start, null) : offered.span.start,
    ends_at: offered === null ? plannedAt(body.end, null) : offered.span.end,
    finds_date: offered !== null,
    location: body.location,
    join_url: checkedJoinUrl(body.join_url),
    description: body.description,
    created_by: member.id,
    created_at: now,
    updated_at: now,
  });
  if (offered !== null) await offerDates(scope, id, offered.times);
  await requireOwnAudience(scope, id);
  await addAgenda(scope, id, body.agenda_items);
  await audit(scope, 'meeting.created', { kind: 'meeting', id });
  await publishMeetingChanged(scope, { id, state: 'draft' });
  return id;
}

export async function updateMeeting(
  scope: BoardScope,
  before: LoadedMeeting,
  body: UpdateBody,
): Promise<LoadedMeeting> {
  refuseOverwriting(before, body);
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
  if (after.title !== before.title) await scope.ports.decisions.refuseRenaming(scope, before.id);
  if (when.offered !== null) await offerDates(scope, before.id, when.offered);
  const sequence = before.state === 'draft' ? before.sequence : before.sequence + 1;
  await updateRow(scope, 'meetings', before.id, { ...after, sequence, updated_at: scope.now });
  await audit(scope, 'meeting.updated', { kind: 'meeting', id: before.id }, { fields: changed.join(' ') });
  await publishMeetingChanged(scope, before);
  return loadMeeting(scope, before.id);
}

function refuseOverwriting(before: LoadedMeeting, body: UpdateBody): void {
  const { texts_before: seen = {} } = body;
  const fields = ['title', 'location', 'description'] as const;
  const overwritten = fields.filter((field) => {
    const now = before[field];
    return seen[field] !== undefined && seen[field] !== now && body[field] !== undefined && body[field] !== now;
  });
  if (overwritten.length === 0) return;
  throw invalid(
    Object.fromEntries(overwritten.map((field) => [field, meetingMessages.changedMeanwhile(before[field])])),
  );
}

function changedTimes(before: LoadedMeeting, body: UpdateBody, unseen: readonly OfferedTime[]) {
  const { date_options: options } = body;
  if (options !== undefined && options !== null) {
    if (before.state !== 'draft' && before.state !== 'finding-date') throw refused(dateMessages.notFinding);
    const { times, span } = offeredTimes(options, unseen);
    const tooFew = dateOptionsError(times);
    if (before.state === 'finding-date' && tooFew !== null) throw invalid({ date_options: tooFew });
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

function plannedAt(given: string | null | undefined, before: Date | null): Date | null {
  if (given === undefined) return before;
  return given === null ? null : new Date(given);
}

function changedFields(before: MeetingRow, after: Partial<MeetingRow>): readonly string[] {
  return (Object.keys(after) as (keyof MeetingRow)[]).filter(
    (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
  );
}

export async function duplicateMeeting(scope: BoardScope, original: MeetingRow): Promise<string> {
  const { tx, board, member, now } = scope;
  const copyId = await createRow(scope, 'meetings', {
    audience_id: await createAudience(scope, await readAudience(scope, original.audience_id)),
    title: original.title,
    type: original.type,
    location: original.location,
    join_url: original.join_url,
    description: original.description,
    created_by: member.id,
    created_at: now,
    updated_at: now,
  });
  await sql`
    insert into agenda_items
      (board_id, meeting_id, position, depth, title, description, presenter, presenter_id, minutes, purpose, kind, copied_from, created_at)
    select board_id, ${copyId}::uuid, position, depth, title, description, presenter, presenter_id, minutes, purpose, kind,
      coalesce(copied_from, id), ${now}
    from agenda_items where board_id = ${board.id} and meeting_id = ${original.id} and kind is distinct from 'minutes'
  `.execute(tx);
  await settleOrder(scope, copyId);
  const detail = { copy_of: original.id };
  await audit(scope, 'meeting.duplicated', { kind: 'meeting', id: copyId }, detail);
  await publishMeetingChanged(scope, { id: copyId, state: 'draft' });
  return copyId;
}

export async function saveDefaultMeeting(scope: BoardScope, wanted: DefaultMeeting): Promise<DefaultMeeting> {
  const agenda_items = [];
  for (const item of wanted.agenda_items) {
    const { presenter, presenter_id: presenterId } = item;
    agenda_items.push({ ...item, ...(await presenterColumns(scope, { presenter, presenterId })) });
  }
  const saved = { ...wanted, agenda_items, join_url: checkedJoinUrl(wanted.join_url) };
  const row = { ...saved, agenda_items: JSON.stringify(saved.agenda_items), updated_at: scope.now };
  await scope.tx
    .insertInto('meeting_defaults')
    .values({ ...row, board_id: scope.board.id })
    .onConflict((conflict) => conflict.column('board_id').doUpdateSet(row))
    .execute();
  await audit(scope, 'default-meeting.saved', { kind: 'board', id: scope.board.id });
  return saved;
}

function checkedJoinUrl(text: string): string {
  if (text === '') return '';
  const address = publicWebAddress(withHttps(text));
  if (address === null) throw invalid({ join_url: validationMessages.url });
  if (address.length > limits.urlCharactersMax) {
    throw invalid({ join_url: validationMessages.maxLength(limits.urlCharactersMax) });
  }
  return address;
}
