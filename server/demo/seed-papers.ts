import { isoDate } from '#domain/dates.ts';
import { listAgendaItems } from '#server/features/homes/meetings/meeting/queries.ts';
import { askForPapers } from '#server/features/homes/paper-requests/asking/commands.ts';
import { type Act, asMember, meetingOf, type Stage } from './seeding.ts';

export interface DemoAskedPapers extends Act {
  readonly meeting: string;
  readonly dueOn: Date;
  readonly papers: readonly { readonly item: string; readonly name: string; readonly email: string }[];
}

export async function seedAskedPapers(stage: Stage, given: DemoAskedPapers): Promise<void> {
  const meetingId = meetingOf(stage, given.meeting);
  await asMember(stage, given, async (scope) => {
    const items = await listAgendaItems(scope, meetingId, 'everybody');
    const papers = given.papers.map(({ item, ...author }) => ({
      agenda_item_id: items.find(({ title }) => title === item)?.id ?? '',
      title: item,
      author,
      due_on: isoDate(given.dueOn, stage.timeZone),
      note: '',
    }));
    await askForPapers(scope, stage.context, { meetingId, papers });
  });
}
