import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { getMinutes, type MinutesAnswer, type MinutesSection } from '#contract/meeting-minutes.ts';
import { type CallOptions, useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';

export function useShownMinutes(meetingId: string) {
  const client = useQueryClient();
  const { queryKey } = queryFor(getMinutes, { params: { id: meetingId } });
  return {
    show: (answer: MinutesAnswer) => client.setQueryData<AnswerOf<typeof getMinutes>>(queryKey, answer),
    showSection: (section: MinutesSection) =>
      client.setQueryData<AnswerOf<typeof getMinutes>>(queryKey, (known) => known && withSection(known, section)),
  };
}

function withSection(known: MinutesAnswer, section: MinutesSection): MinutesAnswer {
  if (known.minutes === null) return known;
  const sections = known.minutes.sections.map((each) => (each.id === section.id ? section : each));
  return { ...known, minutes: { ...known.minutes, sections } };
}

export function useMinutesCall<E extends Endpoint>(endpoint: E, meetingId: string, options: CallOptions<E> = {}) {
  const { show } = useShownMinutes(meetingId);
  return useCall(endpoint, {
    ...options,
    onSuccess: async (answer, input) => {
      show(answer as MinutesAnswer);
      await options.onSuccess?.(answer, input);
    },
  });
}
