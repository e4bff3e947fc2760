import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { listMotions, type MotionsOfMeeting } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { callWith } from '#web/api/call.ts';
import { type CallOptions, useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';

export function useMotions(room: Room) {
  const { id, motions, phase, vote } = room.line;
  const { queryKey } = queryFor(listMotions, { params: { id } });
  const received = room.can.run ? (vote?.received ?? 0) : 0;
  const presence = room.own.presence?.mode ?? null;
  const eligible = room.can.run ? (vote?.eligible ?? 0) : 0;
  return useQuery<MotionsOfMeeting>({
    queryKey: [...queryKey, motions, phase, presence, received, eligible, ownRecusals(room)],
    queryFn: ({ signal }) => callWith(listMotions, { params: { id } }, signal),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

function ownRecusals({ own, declarations }: Room): readonly (string | boolean)[] {
  const listed = declarations?.filter(({ member_id: id, is_recused: isSo }) => id === own.member_id && isSo) ?? [];
  return [own.declaration?.is_recused === true, ...listed.map(({ agenda_item_id: item }) => item)];
}

export const useMotionCall = <E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) =>
  useCall(endpoint, { ...options, invalidates: ['motions'] });
