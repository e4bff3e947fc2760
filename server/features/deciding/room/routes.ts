import type { Room } from '#contract/room.ts';
import * as endpoints from '#contract/room.ts';
import { validationMessages } from '#domain/messages/general.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound } from '#server/errors.ts';
import { canEditMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import * as declarations from './declarations/commands.ts';
import { copiedItems, listCopyMeetingIds, meetingOfWithheld, openedPapers } from './declarations/queries.ts';
import { addPresenceByDesk, removePresenceByDesk, updatePresenceByDesk } from './presences/corrections/commands.ts';
import { findMeetingOf } from './presences/queries.ts';
import { lockRooms, type OpenRoom, openRoom, publishAttendance, refuseUnopened, settleRoom } from './state/commands.ts';
import { canRun, canSeeRoom } from './state/policy.ts';
import { presentRoom } from './state/present.ts';
import { roomPage } from './state/queries.ts';

async function openDesk(scope: BoardScope, config: Config, meetingId: string): Promise<OpenRoom> {
  const open = await openRoom(scope, meetingId);
  authorize(canRun(scope, open.page));
  refuseUnopened(open, config);
  return open;
}

async function openDeskOf(scope: BoardScope, config: Config, presenceId: string): Promise<OpenRoom> {
  const meetingId = await findMeetingOf(scope, 'presences', presenceId);
  if (meetingId === null) throw notFound();
  return openDesk(scope, config, meetingId);
}

const refuseApproved = (scope: BoardScope, { page }: OpenRoom): Promise<void> =>
  scope.ports.minutes.refuseCorrecting(scope, { meetingId: page.id, what: 'record' });

async function changedRoom(
  scope: BoardScope,
  config: Config,
  of: {
    readonly open: OpenRoom;
    readonly hasChanged?: boolean;
    readonly atOnce?: boolean;
    readonly attendance?: boolean;
  },
): Promise<Room> {
  const { open, hasChanged = true, atOnce = false, attendance = false } = of;
  const page = hasChanged ? await settleRoom(scope, open.room, { atOnce }) : open.page;
  if (hasChanged && attendance) await publishAttendance(scope, page);
  if (!canSeeRoom(scope, page)) throw notFound();
  return presentRoom(scope, config, page);
}

export const roomRoutes: readonly Route[] = [
  implementRead(endpoints.getRoom, {
    reads: { page: roomPage },
    answer({ context, reader, found: { page } }) {
      if (page === null || !canSeeRoom(reader, page)) throw notFound();
      return { room: presentRoom(reader, context.config, page) };
    },
  }),

  implement(endpoints.setPhase, async ({ scope, context, params, body }) => {
    const open = await openDesk(scope, context.config, params.id);
    const hasChanged = await commands.setPhase(scope, open, { to: body.to, takesBack: body.takes_back });
    return { room: await changedRoom(scope, context.config, { open, hasChanged, atOnce: true, attendance: true }) };
  }),

  implement(endpoints.movePointer, async ({ scope, context, params, body }) => {
    const open = await openDesk(scope, context.config, params.id);
    const hasChanged = await commands.movePointer(scope, open, body.agenda_item_id);
    return { room: await changedRoom(scope, context.config, { open, hasChanged }) };
  }),

  implement(endpoints.setDesk, async ({ scope, context, params, body }) => {
    const open = await openRoom(scope, params.id);
    authorize(canEditMeeting(scope, open.page));
    const hasChanged = await commands.setDesk(scope, open, body);
    return { room: await changedRoom(scope, context.config, { open, hasChanged }) };
  }),

  implement(endpoints.setOwnPresence, async ({ scope, context, params, body }) => {
    const open = await openRoom(scope, params.id);
    refuseUnopened(open, context.config);
    authorize(open.page.settings.check_in === 'self');
    await refuseApproved(scope, open);
    const hasChanged = await commands.setOwnPresence(scope, open, body.mode);
    return { room: await changedRoom(scope, context.config, { open, hasChanged, attendance: true }) };
  }),

  implement(endpoints.addPresence, async ({ scope, context, params, body }) => {
    const open = await openDesk(scope, context.config, params.id);
    await refuseApproved(scope, open);
    await addPresenceByDesk(scope, context.config, { open, body });
    return { room: await changedRoom(scope, context.config, { open, attendance: true }) };
  }),

  implement(endpoints.updatePresence, async ({ scope, context, params, body }) => {
    const open = await openDeskOf(scope, context.config, params.id);
    await refuseApproved(scope, open);
    const { isWritten: hasChanged, lostQuorum } = await updatePresenceByDesk(scope, context.config, {
      open,
      id: params.id,
      body,
    });
    const room = await changedRoom(scope, context.config, { open, hasChanged, attendance: true });
    return {
      room,
      has_conflict: !hasChanged && lostQuorum.length === 0,
      lost_quorum: hasChanged ? [] : [...lostQuorum],
    };
  }),

  implement(endpoints.declare, async ({ scope, context, params, body }) => {
    const { id: itemId, member_id: memberId } = params;
    const isLifted = body.effect === 'lifted';
    const meetingId =
      (await findMeetingOf(scope, 'agenda_items', itemId)) ??
      (isLifted ? await meetingOfWithheld(scope, itemId) : null);
    if (meetingId === null) throw notFound();
    if (isLifted || body.effect === 'withheld') {
      await lockRooms(scope, [meetingId, ...(await listCopyMeetingIds(scope, { itemId, memberId }))]);
    }
    const open = await openRoom(scope, meetingId);
    if (!isLifted) await refuseApproved(scope, open);
    if (body.effect === 'lifted') {
      await declarations.liftDeclaration(scope, open, { itemId, memberId });
    } else if (body.effect === 'withheld') {
      if (body.reason === '') throw invalid({ reason: validationMessages.required });
      await declarations.withhold(scope, open, { itemId, memberId, reason: body.reason });
    } else {
      authorize(memberId === scope.member.id);
      if (body.nature === '') throw invalid({ nature: validationMessages.required });
      await declarations.declare(scope, open, { itemId, effect: body.effect, nature: body.nature });
    }
    return { room: await changedRoom(scope, context.config, { open }) };
  }),

  implementRead(endpoints.listOpenedPapers, {
    reads: { page: roomPage, items: openedPapers, copies: copiedItems },
    paramsOf: ({ params }) => ({ id: params.id, member_id: params.member_id }),
    async answer({ reader, params, inScope, found: { page, items, copies } }) {
      if (page === null || !canSeeRoom(reader, page)) throw notFound();
      authorize(params.member_id === reader.member.id || canRun(reader, page));
      const taking =
        copies.length === 0
          ? new Set<string>()
          : await inScope((scope) => declarations.copiesTakingVote(scope, params.member_id, copies));
      return {
        items: items.map((item) => ({ ...item, last_at: item.last_at.toISOString() })),
        copies: copies.map(({ id, agenda_item_id, title, starts_at: start }) => ({
          agenda_item_id,
          title,
          start: start?.toISOString() ?? null,
          takes_vote: taking.has(id),
        })),
      };
    },
  }),

  implement(endpoints.removePresence, async ({ scope, context, params, query }) => {
    const open = await openDeskOf(scope, context.config, params.id);
    await refuseApproved(scope, open);
    const { isWritten: hasChanged, lostQuorum } = await removePresenceByDesk(scope, open, {
      id: params.id,
      acceptsLostQuorum: query.accepts_lost_quorum === 'true',
    });
    const room = await changedRoom(scope, context.config, { open, hasChanged, attendance: true });
    return { room, lost_quorum: hasChanged ? [] : [...lostQuorum] };
  }),
];
