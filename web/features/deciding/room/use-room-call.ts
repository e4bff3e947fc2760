import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { getRoom, type Room } from '#contract/room.ts';
import { type CallOptions, useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';

type RoomEndpoint = Endpoint & { readonly answer: NonNullable<Endpoint['answer']> };

export function useRoomCall<E extends RoomEndpoint>(endpoint: E, meetingId: string, options: CallOptions<E> = {}) {
  const client = useQueryClient();
  const { queryKey } = queryFor(getRoom, { params: { id: meetingId } });
  return useCall(endpoint, {
    ...options,
    invalidates: ['meetings', ...(options.invalidates ?? [])],
    onSuccess: async (answer, input) => {
      const { room } = answer as AnswerOf<E> & { readonly room: Room };
      client.setQueryData<AnswerOf<typeof getRoom>>(queryKey, { room });
      await options.onSuccess?.(answer, input);
    },
  });
}
