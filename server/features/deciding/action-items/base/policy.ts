import type { ActionState } from '#domain/action-items.ts';
import { isEnded, statesAfter } from '#domain/action-items.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isDesk } from '#server/features/deciding/deciding/base/policy.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

/** Of a meeting or body. */
export interface DeskFacts {
  readonly administers: boolean;
  readonly chair_id: string | null;
  readonly secretary_id: string | null;
}

export const runsActions = (reader: Reader, of: DeskFacts): boolean =>
  isDesk(reader, { chair_id: of.chair_id, secretary_id: of.secretary_id, edits: isEditor(reader, of) });

export interface ActionRights {
  readonly edit: boolean;
  readonly note: boolean;
  readonly states: readonly ActionState[];
}

/** The desk makes, reassigns and drops; the owner does the rest. */
export function actionCan(
  reader: Reader,
  item: DeskFacts & { readonly state: ActionState; readonly owner_id: string },
): ActionRights {
  const desk = runsActions(reader, item);
  const own = item.owner_id === reader.member.id;
  return {
    edit: desk && !isEnded(item.state),
    note: desk || own,
    states: statesAfter(item.state, { isOwner: own, isDesk: desk }),
  };
}

/** What the owner says by the link. */
export const statesByLink = (state: ActionState): readonly ActionState[] =>
  statesAfter(state, { isOwner: true, isDesk: false }).filter((each) => each !== 'open');
