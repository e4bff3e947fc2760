import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerAttendance } from '#contract/attendance.ts';
import { acceptanceForLetter, type MeetingType, type RsvpLetter } from '#domain/rsvp.ts';
import { call } from '#web/api/call.ts';
import { invalidateNouns, type QueryNoun } from '#web/api/queries.ts';
import { type ReplyTarget, showsReply, withReply } from './cached-reply.ts';

/** What shows replies. */
const shownIn: readonly QueryNoun[] = ['meetings', 'timeline', 'magic'];

/**
 * Sends a reply by its letter. It stands on the screen at once, wherever the meeting is shown, and goes back to what
 * it was if it cannot be kept; the failure itself opens the general error modal. Replies are sent in the order made.
 */
export function useReply(target: ReplyTarget, type: MeetingType) {
  const client = useQueryClient();
  const uid = target.kind === 'magic' ? target.uid : target.meetingId;
  const mutationKey = [answerAttendance.name, uid];
  const predicate = (query: { readonly queryKey: readonly unknown[] }): boolean => showsReply(query.queryKey, target);
  return useMutation({
    mutationKey,
    meta: { asksAgain: shownIn },
    scope: { id: `${answerAttendance.name} ${uid}` },
    mutationFn: (letter: RsvpLetter) => call(answerAttendance, { params: { uid, letter }, body: {} }),
    onMutate: async (letter) => {
      await client.cancelQueries({ predicate });
      const before = client.getQueriesData({ predicate });
      const acceptance = acceptanceForLetter(letter, type) ?? 'none';
      const answered_at = acceptance === 'none' ? null : new Date().toISOString();
      client.setQueriesData({ predicate }, (kept: unknown) => withReply(kept, target, { acceptance, answered_at }));
      return { before };
    },
    onError: (_error, _letter, kept) => {
      for (const [key, answer] of kept?.before ?? []) client.setQueryData(key, answer);
    },
    onSettled: () => {
      // A later reply is still on its way: what the server says now would show the one before it.
      if (client.isMutating({ mutationKey }) > 1) return;
      void invalidateNouns(client, shownIn);
    },
  });
}
