import type { ActionState } from '#domain/action-items.ts';
import { isEnded, statesAfter } from '#domain/action-items.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type BodyDeskFacts, isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

export const runsActions = (
  reader: Reader,
  { administers }: Pick<BodyDeskFacts, 'administers'>,
  desk: Omit<BodyDeskFacts, 'administers'> | null,
): boolean => isDeskOf(reader, { chair_id: null, secretary_id: null, ...desk, administers });

export interface ActionRights {
  readonly edit: boolean;
  readonly note: boolean;
  readonly states: readonly ActionState[];
}

export function actionCan(
  reader: Reader,
  item: BodyDeskFacts & { readonly state: ActionState; readonly owner_id: string },
): ActionRights {
  const desk = isDeskOf(reader, item);
  const own = item.owner_id === reader.member.id;
  return {
    edit: desk && !isEnded(item.state),
    note: desk || own,
    states: statesAfter(item.state, { isOwner: own, isDesk: desk }),
  };
}

export const statesByLink = (state: ActionState): readonly ActionState[] =>
  statesAfter(state, { isOwner: true, isDesk: false }).filter((each) => each !== 'open');
