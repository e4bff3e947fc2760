import { useMutation, useQueryClient } from '@tanstack/react-query';
import { castBallot } from '#contract/motions.ts';
import { type BallotChoice, ballotRetriedMs } from '#domain/motions.ts';
import { callWith } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { invalidateNouns } from '#web/api/queries.ts';

interface Ballot {
  readonly choice: BallotChoice;
  readonly named: boolean;
  /** The server counts requests with the same key only once. */
  readonly key?: string;
}

/** The caller shows the outcome, because the ballot bar may be gone by the time the response arrives. */
export interface BallotEnds {
  readonly onRefused: (text: string) => void;
  readonly onLost: () => void;
  readonly onSent: () => void;
}

const pauseMs = 1_000;

/** Resends the ballot under the same key until there is a response, for at most 15 seconds. */
export function useBallot(voteId: string, { onRefused, onLost, onSent }: BallotEnds) {
  const client = useQueryClient();
  const mutation = useMutation<unknown, CallError, Required<Ballot>>({
    mutationKey: [castBallot.name],
    meta: { quiet: true },
    networkMode: 'always',
    mutationFn: (ballot) => sendUntilAnswered(voteId, ballot),
    onMutate: onSent,
    // Stays pending until the page shows the counted ballot.
    onSuccess: () => invalidateNouns(client, ['motions', 'waiting']),
    onError: (failure) => {
      if (failure.status === 'network') onLost();
      else onRefused(failure.message);
      void invalidateNouns(client, ['motions']);
    },
  });
  const { variables: sent = null, error, isPending } = mutation;
  return {
    cast: (ballot: Ballot): void => {
      if (!isPending) mutation.mutate({ key: crypto.randomUUID(), ...ballot });
    },
    tryAgain: (): void => {
      if (sent !== null && !isPending) mutation.mutate(sent);
    },
    sent,
    isSending: isPending,
    isIn: mutation.isSuccess,
    isLost: error?.status === 'network',
    refusal: error === null || error.status === 'network' ? null : error.message,
  };
}

async function sendUntilAnswered(voteId: string, body: Required<Ballot>): Promise<unknown> {
  const until = Date.now() + ballotRetriedMs;
  for (;;) {
    try {
      return await callWith(castBallot, { params: { id: voteId }, body }, undefined);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 'network' || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
