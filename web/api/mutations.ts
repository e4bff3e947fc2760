import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { type CallInput, callWith } from './call.ts';
import { CallError } from './call-error.ts';
import { invalidateNouns, type QueryNoun } from './queries.ts';

export interface CallOptions<E extends Endpoint> {
  readonly onSuccess?: (answer: AnswerOf<E>, input: CallInput<E>) => void | Promise<void>;
  readonly onError?: (error: CallError, input: CallInput<E>) => void;
  readonly invalidates?: readonly QueryNoun[];
  readonly quiet?: boolean;
  /** Requests with the same name are sent one after another, so that the last change is saved last. */
  readonly inOrder?: string;
}

export function useCall<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): UseMutationResult<AnswerOf<E>, CallError, CallInput<E>> {
  const client = useQueryClient();
  const onTheWay = useRef<string[]>([]);
  const mutation = useMutation<AnswerOf<E>, CallError, CallInput<E>>({
    mutationKey: [endpoint.name],
    meta: { quiet: options.quiet === true },
    ...(options.inOrder === undefined ? {} : { scope: { id: options.inOrder } }),
    mutationFn: (input) => callConfirmed(endpoint.method, () => callWith(endpoint, input, undefined)),
    onSuccess: async (answer, input) => {
      void invalidateNouns(client, options.invalidates ?? []);
      await options.onSuccess?.(answer, input);
    },
    onError: (error, input) => options.onError?.(error, input),
    onSettled: (_answer, _error, input) => {
      const settled = onTheWay.current.indexOf(JSON.stringify(input));
      onTheWay.current = onTheWay.current.toSpliced(settled, 1);
    },
  });
  const send = mutation.mutate;
  const mutate = useCallback<typeof send>(
    (...given) => {
      const key = JSON.stringify(given[0]);
      if (repeats(key, onTheWay.current, options.inOrder !== undefined)) return;
      onTheWay.current = [...onTheWay.current, key];
      send(...given);
    },
    [send, options.inOrder],
  );
  return { ...mutation, mutate };
}

/** If requests run in order, checks only the last pending one, because a user may choose A, then B, then A again. */
export const repeats = (key: string, onTheWay: readonly string[], isInOrder: boolean): boolean =>
  (isInOrder ? onTheWay.slice(-1) : onTheWay).includes(key);

async function callConfirmed<T>(method: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallError) || error.step !== 'confirm-password') throw error;
    const { callAfterConfirmation } = await import('./password-confirmation.ts');
    return callAfterConfirmation(method, send);
  }
}

interface SentCall<Body> {
  readonly isError: boolean;
  readonly variables: { readonly body?: Body | undefined } | undefined;
}

export function pressedOrSaved<Name extends string>(
  name: Name,
  saved: Readonly<Record<Name, boolean>>,
  sent: SentCall<Readonly<Partial<Record<Name, boolean | undefined>>>>,
): boolean {
  return (sent.isError ? undefined : sent.variables?.body?.[name]) ?? saved[name];
}
