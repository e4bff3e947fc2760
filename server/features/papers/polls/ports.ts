import type { Config } from '#server/config.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import type { PollHomeFacts, PollItem } from './poll/policy.ts';

export interface PollHome {
  open(
    scope: BoardScope,
    config: Pick<Config, 'editsCloseMinutesAfter'>,
    item: { readonly id: string; readonly lock: 'share' | 'update' },
  ): Promise<PollHomeFacts>;
  publishChanged(scope: BoardScope, home: PollHomeFacts): Promise<void>;
  publishClosing(scope: BoardJobScope, id: string): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly pollHomes: Readonly<Record<PollItem['kind'], PollHome>>;
  }
}
