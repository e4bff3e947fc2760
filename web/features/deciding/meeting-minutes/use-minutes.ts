import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { getMinutes, type MinutesAnswer, type MinutesSection } from '#contract/meeting-minutes.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';

const keyOf = (meetingId: string) => queryFor(getMinutes, { params: { id: meetingId } }).queryKey;

export function showMinutes(answer: MinutesAnswer): void {
  if (answer.minutes !== null) queryClient.setQueryData(keyOf(answer.minutes.meeting.id), answer);
}

export function showSection(meetingId: string, section: MinutesSection): void {
  queryClient.setQueryData<AnswerOf<typeof getMinutes>>(keyOf(meetingId), (known) => {
    if (known === undefined || known.minutes === null) return known;
    const sections = known.minutes.sections.map((each) => (each.id === section.id ? section : each));
    return { ...known, minutes: { ...known.minutes, sections } };
  });
}

export const useMinutesCall = <E extends Endpoint>(endpoint: E) =>
  useCall(endpoint, { onSuccess: (answer) => showMinutes(answer as MinutesAnswer) });
