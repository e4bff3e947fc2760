import { isoDate } from '#domain/dates.ts';
import { updateActionItem } from '#server/features/deciding/action-items/changes/commands.ts';
import { createActionItem } from '#server/features/deciding/action-items/commands.ts';
import { type Act, asMember, meetingOf, memberOf, type Stage } from './seeding.ts';

export interface DemoAction extends Act {
  readonly title: string;
  readonly owner: string;
  readonly meeting?: string;
  readonly dueOn: Date;
  readonly changed?: { readonly at: Date; readonly state: 'in-progress' | 'done'; readonly notes?: string };
}

export async function seedAction(stage: Stage, given: DemoAction): Promise<void> {
  const { title, owner, meeting, changed } = given;
  const { secrets } = stage.context;
  const id = await asMember(stage, given, (scope) =>
    createActionItem(scope, secrets, {
      title,
      notes: '',
      owner_id: memberOf(stage, owner).memberId,
      due_on: isoDate(given.dueOn, stage.timeZone),
      meeting_id: meeting === undefined ? null : meetingOf(stage, meeting),
      agenda_item_id: null,
      body_id: meeting === undefined ? stage.boardId : null,
    }),
  );
  if (changed === undefined) return;
  const { at, ...change } = changed;
  await asMember(stage, { by: owner, at }, (scope) =>
    updateActionItem(scope, secrets, { id, body: { revision: 1, ...change } }),
  );
}
