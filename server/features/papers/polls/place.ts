import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import type { PollPlace } from './policy.ts';
import { findPoll, type PollItem, type PollRow } from './queries.ts';

type WindowConfig = Pick<Config, 'editsCloseMinutesAfter'>;

export interface OpenedPoll {
  readonly poll: PollRow;
  readonly place: PollPlace;
}

/**
 * A poll, its row and its item held until the transaction ends, for who sees the item. Throws `not-found` when it is not
 * there, and for a magic visitor unless it stands on the one item. `deletedSince`: one that was deleted after that.
 */
export async function openPoll(
  scope: BoardScope,
  config: WindowConfig,
  given: { readonly pollId: string; readonly deletedSince?: Date },
): Promise<OpenedPoll> {
  const { pollId, ...which } = given;
  const found = await findPoll(scope, pollId, which);
  if (!found) throw notFound();
  const place = await openPollPlace(scope, config, found.item, { lock: 'share' });
  const poll = await findPoll(scope, pollId, { ...which, lock: true });
  if (!poll) throw notFound();
  return { poll, place };
}

/** The item of polls, for who sees it. */
export const openPollPlace = (
  scope: BoardScope,
  config: WindowConfig,
  { kind, id }: PollItem,
  options: { readonly lock: 'share' | 'update' },
): Promise<PollPlace> => scope.ports.pollHomes[kind].open(scope, config, { id, lock: options.lock });
