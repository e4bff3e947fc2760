import { useMutation, useQueryClient } from '@tanstack/react-query';
import { castBallot } from '#contract/motions.ts';
import { type BallotChoice, ballotRetriedMs } from '#domain/motions.ts';
import { callWith } from '#web/api/call.ts';
import { CallError } from '#web/api/call-error.ts';
import { invalidateNouns } from '#web/api/queries.ts';

interface Ballot {
  readonly choice: BallotChoice;
  readonly named: boolean;
  /** Of one that counts once, however often it is pressed; each of the others has its own. */
  readonly key?: string;
}

/** What came of one's ballot outlives its bar, which goes with the vote. */
export interface BallotEnds {
  /** With the server's sentence. */
  readonly onRefused: (text: string) => void;
  /** It may have been received or not. */
  readonly onLost: () => void;
  readonly onSent: () => void;
}

const pauseMs = 1_000;

/** One's ballot in a vote. Each has a key, with which it is sent again until it is answered, for 15 seconds at most. */
export function useBallot(voteId: string, { onRefused, onLost, onSent }: BallotEnds) {
  const client = useQueryClient();
  const mutation = useMutation<unknown, CallError, Required<Ballot>>({
    mutationKey: [castBallot.name],
    // Said in the ballot itself.
    meta: { quiet: true },
    networkMode: 'always',
    mutationFn: (ballot) => sendUntilAnswered(voteId, ballot),
    onMutate: onSent,
    // It is being sent until what counts is shown.
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
    /** The last one; null before the first. */
    sent,
    isSending: isPending,
    isIn: mutation.isSuccess,
    isLost: error?.status === 'network',
    /** The server's sentence. */
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
