import type { BoardScope } from '#server/db/board-scope.ts';
import type { PollHomeFacts } from './policy.ts';

export const publishPollChanged = (scope: BoardScope, home: PollHomeFacts): Promise<void> =>
  scope.ports.pollHomes[home.item.kind].publishChanged(scope, home);

export const pollHomeDetail = ({ item }: PollHomeFacts): Readonly<Record<string, string>> =>
  item.kind === 'meeting' ? { meeting_id: item.id } : { announcement_id: item.id };
