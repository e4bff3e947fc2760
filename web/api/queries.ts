import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { type CallArguments, type CallInput, callWith } from './call.ts';

export function queryFor<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
  const asked = (input ?? {}) as CallInput<E>;
  return queryOptions<AnswerOf<E>>({
    queryKey: [endpoint.name, asked.params ?? null, asked.query ?? null],
    queryFn: ({ signal }) => callWith(endpoint, asked, signal),
  });
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      readonly quiet?: boolean;
      readonly asksAgain?: readonly QueryNoun[];
    };
  }
}

export type QueryNoun =
  | 'meetings'
  | 'room'
  | 'motions'
  | 'minutes'
  | 'minutesWriting'
  | 'resolutions'
  | 'boardBook'
  | 'actionItems'
  | 'signatures'
  | 'signing'
  | 'waiting'
  | 'timeline'
  | 'announcements'
  | 'people'
  | 'interests'
  | 'groups'
  | 'audience'
  | 'documents'
  | 'annotations'
  | 'library'
  | 'start'
  | 'invitations'
  | 'magic'
  | 'account'
  | 'profile'
  | 'setup'
  | 'boards'
  | 'deciding'
  | 'audit'
  | 'site'
  | 'providers'
  | 'search'
  | 'reports'
  | 'twoFactor'
  | 'passkeys'
  | 'devices'
  | 'keptPapers'
  | 'paperRequests';

export const documentNouns = [
  'documents',
  'library',
  'meetings',
  'boardBook',
  'announcements',
  'timeline',
  'resolutions',
] as const;

/** Restarts initial fetches that are in progress, because their data may be older than the change. */
export async function invalidateNouns(client: QueryClient, nouns: readonly QueryNoun[]): Promise<void> {
  const predicate = ({ queryKey }: Query): boolean => nouns.some((noun) => isOfNoun(queryKey, noun));
  const fetched = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' });
  const first = fetched.filter(({ state }) => state.data === undefined);
  await client.invalidateQueries({ predicate });
  await client.invalidateQueries({ predicate: (query) => first.includes(query) });
}

/**
 * Skips queries that a pending mutation will refetch, so that its optimistic change does not disappear for a moment.
 */
export async function invalidateChanged(client: QueryClient, nouns: readonly QueryNoun[]): Promise<void> {
  const underWay = client.getMutationCache().findAll({ status: 'pending' });
  const waiting = new Set(underWay.flatMap(({ meta }) => meta?.asksAgain ?? []));
  await invalidateNouns(
    client,
    nouns.filter((noun) => !waiting.has(noun)),
  );
}

export function isOfNoun(key: readonly unknown[], noun: QueryNoun): boolean {
  const [name] = key;
  return typeof name === 'string' && name.startsWith(`${noun}.`);
}
