import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, Endpoint } from '../../contract/endpoint.ts';
import { type CallArguments, type CallInput, callWith } from './call.ts';

/**
 * Query options of a GET endpoint, for `useQuery`, `useSuspenseQuery` and route loaders alike. The key is
 * `[endpoint.name, params, query]`, so that everything of a noun can be asked again by the start of the name.
 */
export function queryFor<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
  const asked = (input ?? {}) as CallInput<E>;
  return queryOptions<AnswerOf<E>>({
    queryKey: [endpoint.name, asked.params ?? null, asked.query ?? null],
    queryFn: ({ signal }) => callWith(endpoint, asked, signal),
  });
}

/** First words of endpoint names: `meetings` stands for every query whose name begins `meetings.`. */
export type QueryNoun = 'meetings' | 'timeline' | 'people' | 'documents' | 'start' | 'invitations' | 'magic' | 'setup';

/** Asks again for everything shown of these nouns; what is not on the screen is asked when it comes up. */
export async function invalidateNouns(client: QueryClient, nouns: readonly QueryNoun[]): Promise<void> {
  await client.invalidateQueries({ predicate: (query) => nouns.some((noun) => isOfNoun(query.queryKey, noun)) });
}

export function isOfNoun(key: readonly unknown[], noun: QueryNoun): boolean {
  const [name] = key;
  return typeof name === 'string' && name.startsWith(`${noun}.`);
}
