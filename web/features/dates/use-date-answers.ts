import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerDates, answerDatesByMagic } from '#contract/dates.ts';
import type { DateAnswer } from '#domain/find-a-date.ts';
import { call } from '#web/api/call.ts';
import { invalidateNouns } from '#web/api/queries.ts';

/** Whose answers: the signed-in member's own, or those of whose magic link it is. */
export type DateAnswerer =
  | { readonly kind: 'member'; readonly meetingId: string }
  | { readonly kind: 'magic'; readonly uid: string };

/** Keeps answers as they are given, one after the other; `given` holds what is on its way, and goes back if it cannot be kept. */
export function useDateAnswers(answerer: DateAnswerer) {
  const client = useQueryClient();
  const [given, setGiven] = useState<ReadonlyMap<string, DateAnswer>>(new Map());
  const key = ['dates', answerer.kind === 'member' ? answerer.meetingId : answerer.uid];
  const sending = useMutation({
    mutationKey: key,
    scope: { id: key.join(' ') },
    mutationFn: async ([optionId, answer]: readonly [string, DateAnswer]) => {
      const body = { answers: [{ option_id: optionId, answer }] };
      if (answerer.kind === 'member') await call(answerDates, { params: { id: answerer.meetingId }, body });
      else await call(answerDatesByMagic, { params: { uid: answerer.uid }, body });
    },
    onSettled: async () => {
      // A later answer is still on its way: what the server says now would show the one before it.
      const isFollowed = () => client.isMutating({ mutationKey: key }) > 1;
      if (isFollowed()) return;
      await invalidateNouns(client, ['meetings', 'timeline', 'magic']);
      // It may have been given while that was asked.
      if (!isFollowed()) setGiven(new Map());
    },
  });
  const answer = (optionId: string, value: DateAnswer): void => {
    setGiven((before) => new Map([...before, [optionId, value]]));
    sending.mutate([optionId, value]);
  };
  return { given, answer, isSaved: sending.isSuccess };
}
