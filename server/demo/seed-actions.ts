import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { updateActionItem } from '#server/features/deciding/action-items/changes/commands.ts';
import { createActionItem } from '#server/features/deciding/action-items/commands.ts';
import type { HarbourCast } from './harbour-meetings.ts';
import { asMember, daysBefore, type SeededMember, type Seeding } from './seeding.ts';

interface SeededAction {
  readonly title: string;
  readonly owner: SeededMember;
  readonly meetingId: string | null;
  readonly due: number;
  readonly state?: 'in-progress' | 'done';
  readonly note?: string;
}

export async function seedActions(seeding: Seeding, cast: HarbourCast, last: string): Promise<void> {
  const { elena, ruth, priya, thomas, aisha } = cast.everyone;
  const actions: readonly SeededAction[] = [
    {
      title: 'Comparison of rents with three neighbouring trusts',
      owner: priya,
      meetingId: last,
      due: -11,
      state: 'in-progress',
      note: 'Two of three have answered.',
    },
    { title: 'Send the signed Wharf Road offer to the vendor’s counsel', owner: thomas, meetingId: last, due: 2 },
    { title: 'Circulate the minutes again', owner: elena, meetingId: last, due: 4, state: 'in-progress' },
    { title: 'Table the hardship fund as a line of its own', owner: priya, meetingId: null, due: 15 },
    {
      title: 'Second ground survey, east plot: bring the result to the board',
      owner: thomas,
      meetingId: last,
      due: 17,
    },
    { title: 'Propose two candidates for the vacant committee seat', owner: aisha, meetingId: null, due: 24 },
    { title: 'Confirm the date of the January strategy day', owner: ruth, meetingId: last, due: -5, state: 'done' },
  ];
  for (const action of actions) await seedAction(seeding, elena, action);
}

async function seedAction(seeding: Seeding, secretary: SeededMember, action: SeededAction): Promise<void> {
  const { secrets } = seeding.context;
  const { meetingId } = action;
  const made = { userId: secretary.userId, at: daysBefore(seeding.today, 30) };
  const id = await asMember(seeding, made, (scope) =>
    createActionItem(scope, secrets, {
      title: action.title,
      notes: '',
      owner_id: action.owner.memberId,
      due_on: dayAfter(isoDate(seeding.today, seeding.timeZone), action.due),
      meeting_id: meetingId,
      agenda_item_id: null,
      body_id: meetingId === null ? seeding.boardId : null,
    }),
  );
  const { state, note } = action;
  if (state === undefined) return;
  const changed = { userId: action.owner.userId, at: daysBefore(seeding.today, 6) };
  await asMember(seeding, changed, (scope) =>
    updateActionItem(scope, secrets, {
      id,
      body: { revision: 1, state, ...(note === undefined ? {} : { notes: note }) },
    }),
  );
}
