import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { PollHomeFacts } from './policy.ts';
import type { PollItem } from './queries.ts';

/** What an item that has polls must answer; meetings and announcements each supply one. */
export interface PollHome {
  /** The item as whoever acts stands towards it, held until the transaction ends. Throws `not-found` where they do not see it. */
  open(
    scope: BoardScope,
    config: Pick<Config, 'editsCloseMinutesAfter'>,
    item: { readonly id: string; readonly lock: 'share' | 'update' },
  ): Promise<PollHomeFacts>;
  /** Tells the open pages of the item that its polls changed. */
  publishChanged(scope: BoardScope, place: PollHomeFacts): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly pollHomes: Readonly<Record<PollItem['kind'], PollHome>>;
  }
}
