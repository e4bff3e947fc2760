import { sql } from 'kysely';
import type { AuditAction } from '#domain/audit.ts';
import { formatListDate } from '#domain/dates.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { createRow, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { ResultOf } from '#server/db/page-statement.ts';
import { authorize, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { isOnBoard } from '#server/features/deciding/deciding/queries.ts';
import { recountQuorum } from '#server/features/deciding/room/presences/commands.ts';
import { type OpenRoom, readRoom, refuseWhileVoting } from '#server/features/deciding/room/state/commands.ts';
import {
  canLift,
  canWithhold,
  deskOf,
  findDeclaration,
  hasRoom,
  isVoteOpen,
  recusedItems,
  votersOf,
} from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import { publishMeetingChanged } from '#server/features/homes/meetings/meeting/commands.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { liftMovedOut, liftWithheldItem, withholdItem } from '#server/features/members/audience/commands.ts';
import { withheldFrom } from '#server/features/members/audience/visibility.ts';
import {
  type copiedItems,
  hasCarriedMotion,
  listWithheldCopies,
  listWithheldWith,
  type WithheldCopy,
} from './queries.ts';

export const declarationMail = 'declaration';

interface About {
  readonly itemId: string;
  readonly memberId: string;
}

export async function declare(
  scope: BoardScope,
  open: OpenRoom,
  given: { readonly itemId: string; readonly effect: 'declared' | 'recused'; readonly nature: string },
): Promise<void> {
  const { member } = scope;
  const { room } = open;
  const { itemId, effect, nature } = given;
  const of = { itemId, memberId: member.id };
  if (isWithheldFrom(open, of)) throw refused(motionMessages.liftedByOthers);
  if (effect === 'recused' && room.phase === 'adjourned') throw refused(roomMessages.notInSession);
  if (effect === 'recused' && hasCastOn(open, of)) throw refused(motionMessages.votedBeforeRecusal);
  const before = findDeclaration(open.page, of);
  if (before?.recused_at && effect === 'declared') throw refused(motionMessages.liftedByDesk);
  const recused_at = effect === 'recused' ? (before?.recused_at ?? room.at) : null;
  const id = await writeDeclaration(scope, open, { ...of, id: before?.id, fields: { nature, recused_at } });
  const action = effect === 'recused' ? 'declaration.recused' : 'declaration.declared';
  await settle(scope, open, { ...of, id, action });
}

/** A member who has cast a ballot cannot be recused until the vote closes. */
const hasCastOn = ({ page: { vote } }: OpenRoom, { itemId, memberId }: About): boolean =>
  vote?.state === 'open' && vote.agenda_item_id === itemId && vote.cast_ids.includes(memberId);

/**
 * Throws while a vote is open. Withholding an item from a voter who is not recused requires a carried motion on that
 * item.
 */
export async function withhold(
  scope: BoardScope,
  open: OpenRoom,
  given: About & { readonly reason: string },
): Promise<void> {
  const { member } = scope;
  const { room, page } = open;
  const { itemId, memberId, reason } = given;
  authorize(canWithhold(scope, page) && memberId !== member.id);
  if (isWithheldFrom(open, { itemId, memberId: member.id }) || !(await isOnBoard(scope, memberId))) throw notFound();
  if (!page.settings.withholding) throw refused(motionMessages.withholdingOff);
  refuseWhileVoting(page);
  const before = findDeclaration(page, given);
  if (before?.withheld_at) throw refused(motionMessages.withheldAlready);
  if (votersOf(page).has(memberId) && !before?.recused_at && !(await hasCarriedMotion(scope, itemId))) {
    throw refused(motionMessages.withholdingTakesMotion);
  }
  const recused_at = before?.recused_at ?? room.at;
  const fields = { recused_at, withheld_at: room.at, withheld_by: member.id, reason };
  const id = await writeDeclaration(scope, open, { itemId, memberId, id: before?.id, fields });
  await withholdItem(scope, { memberId, itemId, reason, at: room.at });
  await settle(scope, open, { itemId, memberId, id, action: 'declaration.withheld' });
  await publishMeetingChanged(scope, page);
  const copies = await listWithheldCopies(scope, { memberId, besides: page.id, items: [itemId] });
  await settleWithheldCopies(scope, page, copies);
}

export async function settleWithheldCopies(
  scope: BoardScope,
  page: RoomPage,
  copies: readonly WithheldCopy[],
): Promise<void> {
  const informed = deskOf(page).chair_id;
  const blocking = new Map<string, RoomPage>();
  for (const copy of copies) {
    if (copy.has_open_vote) throw refused(motionMessages.anotherVote);
    const there = await readRoom(scope, copy.id);
    if (wouldTakeVote(copy, there) && !(await hasCarriedMotion(scope, copy.item_id))) blocking.set(copy.id, there);
    const { chair_id: chair } = deskOf(there);
    if (chair === null || chair === informed || chair === copy.member_id || !hasRoom(there)) continue;
    await queueMails(scope, { kind: declarationMail, subjectId: copy.withheld_id, memberIds: [chair] });
  }
  if (blocking.size > 0) throw refused(blockedText(scope, [...blocking.values()]));
  await settleCopies(scope, copies);
}

function blockedText(scope: BoardScope, blocking: readonly RoomPage[]): string {
  const namesOf = (meetings: readonly RoomPage[]) => meetings.map((there) => meetingNamed(scope, there));
  const upcoming = namesOf(blocking.filter(hasRoom));
  const others = namesOf(blocking.filter((there) => !hasRoom(there)));
  return [
    ...(upcoming.length === 0 ? [] : [motionMessages.withholdingTakesVote(upcoming)]),
    ...(others.length === 0 ? [] : [motionMessages.withholdingTakesLaterVote(others)]),
  ].join(' ');
}

function meetingNamed(scope: BoardScope, there: RoomPage): string | null {
  if (!canSeeMeeting(scope, there)) return null;
  const { title, starts_at: start } = there;
  return start === null ? title : `${title} (${formatListDate(start, scope.board.dates)})`;
}

function wouldTakeVote(
  copy: Pick<WithheldCopy, 'item_id' | 'member_id' | 'withheld_with' | 'is_over'>,
  there: RoomPage,
): boolean {
  if (copy.is_over || !votersOf(there).has(copy.member_id)) return false;
  const others = there.withheld.filter(({ agenda_item_id: item }) => item !== copy.withheld_with);
  return !recusedItems({ ...there, withheld: others }, copy.member_id).has(copy.item_id);
}

export async function copiesTakingVote(
  scope: BoardScope,
  memberId: string,
  copies: ResultOf<typeof copiedItems>,
): Promise<ReadonlySet<string>> {
  const rooms = new Map<string, RoomPage>();
  const taking = new Set<string>();
  for (const { id, meeting_id: meetingId, agenda_item_id, is_over, has_carried } of copies) {
    if (is_over || has_carried) continue;
    const there = rooms.get(meetingId) ?? (await readRoom(scope, meetingId));
    rooms.set(meetingId, there);
    if (wouldTakeVote({ item_id: id, member_id: memberId, withheld_with: agenda_item_id, is_over }, there))
      taking.add(id);
  }
  return taking;
}

/** Throws while a vote is open. */
export async function liftDeclaration(scope: BoardScope, open: OpenRoom, of: About): Promise<void> {
  const { member } = scope;
  const { page, room } = open;
  const withheldWith = (memberId: string) => listWithheldWith(scope, { memberId, subjectId: of.itemId });
  const all = await withheldWith(of.memberId);
  const isWithheld = all.length > 0;
  const isOwn = of.memberId === member.id;
  if (isWithheld && (isOwn || (await withheldWith(member.id)).length > 0)) throw refused(motionMessages.liftedByOthers);
  authorize(canLift(scope, page, of));
  const copies = await listWithheldCopies(scope, { memberId: of.memberId, items: all, besides: page.id });
  if (isVoteOpen(page) || copies.some((copy) => copy.has_open_vote)) throw refused(motionMessages.anotherVote);
  const items = all.includes(of.itemId) ? [of.itemId] : all.filter((id) => !isOnAgenda(open, id));
  const outOf = movedOutOf(open, of).filter((id) => !items.includes(id));
  if (isWithheld && items.length === 0 && outOf.length === 0) throw refused(motionMessages.liftedWithItem);
  if (!isWithheld) await scope.ports.minutes.refuseCorrecting(scope, { meetingId: page.id, what: 'record' });
  const before = findDeclaration(page, of);
  if (!isWithheld && !before) throw notFound();
  for (const itemId of items) await liftWithheldItem(scope, { memberId: of.memberId, itemId, at: room.at });
  if (outOf.length > 0) await liftMovedOut(scope, { ...of, outOf, at: room.at });
  const lifted = await liftDeclarations(scope, { ...of, items: [of.itemId, ...items], at: room.at });
  await settle(scope, open, { ...of, id: lifted.at(0) ?? null, action: 'declaration.lifted' });
  if (isWithheld) {
    await publishMeetingChanged(scope, page);
    await settleCopies(scope, copies);
  }
}

async function settleCopies(scope: BoardScope, copies: readonly WithheldCopy[]): Promise<void> {
  for (const copy of new Map(copies.map((each) => [each.id, each])).values()) {
    if (!copy.is_over) await recountQuorum(scope, copy.id);
    await publishMeetingChanged(scope, copy);
  }
}

async function liftDeclarations(
  { tx, board, member }: BoardScope,
  of: { readonly memberId: string; readonly items: readonly string[]; readonly at: Date },
): Promise<readonly string[]> {
  const rows = await updateRows({ tx, board }, 'declarations', { member_id: of.memberId, lifted_at: null })
    // `greatest` prevents an end before the beginning, because `at` may come from another meeting's room.
    .set({ lifted_at: sql<Date>`greatest(${of.at}::timestamptz, declared_at, recused_at)`, lifted_by: member.id })
    .where('agenda_item_id', 'in', of.items)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('meeting_minutes as minutes')
            .select('minutes.meeting_id')
            .whereRef('minutes.board_id', '=', 'declarations.board_id')
            .whereRef('minutes.meeting_id', '=', 'declarations.meeting_id')
            .where('minutes.approved_at', 'is not', null),
        ),
      ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

const isOnAgenda = ({ page }: OpenRoom, itemId: string): boolean =>
  page.withheld.some(({ subject_id: id, agenda_item_id: item }) => id === itemId && item === itemId);

const movedOutOf = ({ page }: OpenRoom, { itemId, memberId }: About): readonly string[] =>
  page.withheld
    .filter(
      ({ subject_id: id, member_id: of, lifted_at: lifted }) => id === itemId && of === memberId && lifted === null,
    )
    .filter(({ agenda_item_id: item, is_within }) => item !== itemId && !is_within)
    .map(({ agenda_item_id: item }) => item);

const isWithheldFrom = ({ page }: OpenRoom, { itemId, memberId }: About): boolean =>
  withheldFrom(page.withheld, memberId).has(itemId);

async function writeDeclaration(
  scope: BoardScope,
  { room }: OpenRoom,
  given: About & {
    readonly id: string | undefined;
    readonly fields: {
      readonly nature?: string;
      readonly recused_at: Date | null;
      readonly withheld_at?: Date;
      readonly withheld_by?: string;
      readonly reason?: string;
    };
  },
): Promise<string> {
  const { id, itemId, memberId, fields } = given;
  if (id !== undefined) {
    await updateRow(scope, 'declarations', id, fields);
    return id;
  }
  return createRow(scope, 'declarations', {
    meeting_id: room.meetingId,
    agenda_item_id: itemId,
    member_id: memberId,
    declared_at: room.at,
    nature: '',
    ...fields,
  });
}

async function settle(
  scope: BoardScope,
  { room, page }: OpenRoom,
  of: About & { readonly id: string | null; readonly action: AuditAction },
): Promise<void> {
  await audit(
    scope,
    of.action,
    { kind: 'agenda-item', id: of.itemId },
    { for_member_id: of.memberId, meeting_id: room.meetingId },
  );
  if (of.id === null) return;
  const informed = [of.memberId, deskOf(page).chair_id].filter((id) => id !== null);
  await queueMails(scope, { kind: declarationMail, subjectId: of.id, memberIds: [...new Set(informed)] });
  await recountQuorum(scope, room.meetingId);
}
