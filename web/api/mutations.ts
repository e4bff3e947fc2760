import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, Endpoint } from '../../contract/endpoint.ts';
import { type CallInput, callWith } from './call.ts';
import type { CallError } from './call-error.ts';
import { invalidateNouns, type QueryNoun } from './queries.ts';

export interface CallOptions<E extends Endpoint> {
  readonly onSuccess?: (answer: AnswerOf<E>, input: CallInput<E>) => void | Promise<void>;
  readonly onError?: (error: CallError, input: CallInput<E>) => void;
  /** Nouns to ask again after a success. */
  readonly invalidates?: readonly QueryNoun[];
  /** The caller shows failures itself: no general error modal. */
  readonly quiet?: boolean;
}

/**
 * A changing call as a mutation: `const publish = useCall(publishMeeting, {invalidates: ['meetings']});
 * publish.mutate({params: {id}, body: {}})`. Failures open the general error modal, 422 with fields opens none.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): UseMutationResult<AnswerOf<E>, CallError, CallInput<E>> {
  const client = useQueryClient();
  return useMutation<AnswerOf<E>, CallError, CallInput<E>>({
    mutationKey: [endpoint.name],
    meta: { quiet: options.quiet === true },
    mutationFn: (input) => callWith(endpoint, input, undefined),
    onSuccess: async (answer, input) => {
      // Not awaited: what the answer leads to must not wait for lists that are asked again.
      void invalidateNouns(client, options.invalidates ?? []);
      await options.onSuccess?.(answer, input);
    },
    onError: (error, input) => options.onError?.(error, input),
  });
}
