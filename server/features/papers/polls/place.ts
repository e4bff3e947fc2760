import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { type LoadedAnnouncement, loadAnnouncement } from '#server/features/homes/announcements/queries.ts';
import { isClosed } from '#server/features/homes/meetings/lifecycle/closing.ts';
import { findOwnInvitee, type LoadedMeeting, loadMeeting } from '#server/features/homes/meetings/queries.ts';
import type { PollPlace } from './policy.ts';
import { findPoll, type PollItem, type PollRow } from './queries.ts';

type WindowConfig = Pick<Config, 'editsCloseMinutesAfter'>;

export function pollPlaceOf(
  scope: BoardScope,
  config: WindowConfig,
  given: { readonly meeting: LoadedMeeting; readonly isInvited: boolean },
): PollPlace {
  const { meeting, isInvited } = given;
  const { state, administers } = meeting;
  const item = { kind: 'meeting', id: meeting.id } as const;
  return { item, state, administers, isInvited, isReadOnly: isClosed(scope, config, meeting) };
}

/** An announcement's audience is asked for as long as it is out. */
export const pollPlaceOfAnnouncement = (item: LoadedAnnouncement): PollPlace => ({
  item: { kind: 'announcement', id: item.id },
  state: item.state === 'published' ? 'published' : 'draft',
  administers: item.administers,
  isInvited: item.in_audience,
  isReadOnly: false,
});

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
export async function openPollPlace(
  scope: BoardScope,
  config: WindowConfig,
  { kind, id }: PollItem,
  options: { readonly lock: 'share' | 'update' },
): Promise<PollPlace> {
  if (kind === 'announcement') return pollPlaceOfAnnouncement(await loadAnnouncement(scope, id, options));
  const meeting = await loadMeeting(scope, id, options);
  const own = await findOwnInvitee(scope, meeting.id);
  return pollPlaceOf(scope, config, { meeting, isInvited: own !== null });
}
