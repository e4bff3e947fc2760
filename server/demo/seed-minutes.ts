import { placeOfMinutes } from '#domain/standing-items.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { circulate, startMinutes } from '#server/features/deciding/meeting-minutes/commands.ts';
import { commentOn } from '#server/features/deciding/meeting-minutes/comments/commands.ts';
import { placeOffer } from '#server/features/deciding/meeting-minutes/filled/commands.ts';
import { openMinutes } from '#server/features/deciding/meeting-minutes/minutes/commands.ts';
import { type OpenMinutes, placedSections } from '#server/features/deciding/meeting-minutes/minutes/present.ts';
import { saveSection } from '#server/features/deciding/meeting-minutes/sections/commands.ts';
import { listAgendaItems } from '#server/features/homes/meetings/meeting/queries.ts';
import { richBlock } from './seed-announcements.ts';
import type { MeetingAct } from './seed-meeting.ts';
import { asMember, meetingOf, type Stage } from './seeding.ts';

/** Keyed by the beginning of a section's title. Values are paragraphs. */
type Notes = Readonly<Record<string, readonly string[]>>;

export interface DemoMinutes extends MeetingAct {
  readonly circulatedAt: Date;
  readonly notes: Notes;
}

export async function seedMinutes(stage: Stage, given: DemoMinutes): Promise<void> {
  const id = meetingOf(stage, given.meeting);
  await asMember(stage, given, (scope) => startMinutes(scope, id));
  await seedNotes(stage, given);
  await asMember(stage, { by: given.by, at: given.circulatedAt }, (scope) => circulate(scope, id, {}));
}

export interface DemoNotes extends MeetingAct {
  readonly notes: Notes;
}

export async function seedNotes(stage: Stage, given: DemoNotes): Promise<void> {
  for (const [on, notes] of Object.entries(given.notes)) {
    await inMinutes(stage, given, async (scope, open) => {
      const { id, row } = sectionOf(open, on);
      const body = { revision: row?.revision ?? 0, notes: { type: 'doc' as const, content: notes.map(richBlock) } };
      await saveSection(scope, open, { sectionId: id, body });
    });
  }
}

export interface DemoComment extends MeetingAct {
  readonly on: string;
  readonly text: string;
}

export const seedComment = (stage: Stage, given: DemoComment): Promise<void> =>
  inMinutes(stage, given, (scope, open) =>
    commentOn(scope, open, { sectionId: sectionOf(open, given.on).id, text: given.text }),
  );

export interface DemoApproval extends MeetingAct {
  readonly minutesOf: string;
}

export const seedApproval = (stage: Stage, given: DemoApproval): Promise<void> =>
  asMember(stage, given, async (scope) => {
    const meetingId = meetingOf(stage, given.meeting);
    const items = await listAgendaItems(scope, meetingId, 'everybody');
    const body = { minutes_of: meetingOf(stage, given.minutesOf), before_id: placeOfMinutes(items) };
    await placeOffer(scope, stage.context.config, { meetingId, body });
  });

const inMinutes = (
  stage: Stage,
  given: MeetingAct,
  work: (scope: BoardScope, open: OpenMinutes) => Promise<unknown>,
): Promise<void> =>
  asMember(stage, given, async (scope) => {
    await work(scope, await openMinutes(scope, meetingOf(stage, given.meeting)));
  });

function sectionOf(open: OpenMinutes, on: string) {
  const found = placedSections(open).find(({ title }) => title.startsWith(on));
  if (!found) throw new Error(`The demonstration writes minutes of ‘${on}’, which its meeting does not have.`);
  return found;
}
