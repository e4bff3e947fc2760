import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { BoardEntry } from '#server/db/entry.ts';

const uuid = z.uuid();

export function boardOf(
  endpoint: Endpoint,
  asked: {
    readonly params: unknown;
    readonly query: unknown;
    readonly header: (name: string) => string | undefined;
  },
): BoardEntry['board'] | null {
  const from = endpoint.board ?? 'header';
  if (from !== 'header' && from !== 'query') return { from, id: (asked.params as { readonly id: string }).id };
  const named = from === 'query' ? (asked.query as { readonly board?: string }).board : asked.header('x-board');
  if (named !== undefined && !uuid.safeParse(named).success) return null;
  return { from: 'header', id: named ?? null };
}
