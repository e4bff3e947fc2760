import type { RichText } from '#domain/rich-text.ts';
import { placeOfMinutes } from '#domain/standing-items.ts';
import { openMinutes } from '#server/features/deciding/meeting-minutes/base/commands.ts';
import { type OpenMinutes, placedSections } from '#server/features/deciding/meeting-minutes/base/present.ts';
import { circulate, startMinutes } from '#server/features/deciding/meeting-minutes/commands.ts';
import { commentOn } from '#server/features/deciding/meeting-minutes/comments/commands.ts';
import { placeOffer } from '#server/features/deciding/meeting-minutes/filled/commands.ts';
import { saveSection } from '#server/features/deciding/meeting-minutes/sections/commands.ts';
import { listAgendaItems } from '#server/features/homes/meetings/base/queries.ts';
import { asMember, type SeededMember, type Seeding } from './seeding.ts';

interface DemoMinutes {
  readonly meetingId: string;
  readonly secretary: SeededMember;
  readonly begunAt: Date;
  readonly circulatedAt: Date;
  /** Keys are the beginnings of section titles. */
  readonly notes: Readonly<Record<string, readonly string[]>>;
}

interface DemoRevision {
  readonly meetingId: string;
  readonly secretary: SeededMember;
  readonly comment: { readonly by: SeededMember; readonly on: string; readonly text: string; readonly at: Date };
  readonly edit: { readonly on: string; readonly notes: readonly string[]; readonly at: Date };
}

const paragraphs = (texts: readonly string[]): RichText => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

export async function seedMinutes(seeding: Seeding, minutes: DemoMinutes): Promise<void> {
  const { meetingId, secretary, begunAt, circulatedAt } = minutes;
  const { userId } = secretary;
  await asMember(seeding, { userId, at: begunAt }, (scope) => startMinutes(scope, meetingId));
  for (const [on, notes] of Object.entries(minutes.notes))
    await write(seeding, { meetingId, secretary, on, notes, at: begunAt });
  await asMember(seeding, { userId, at: circulatedAt }, (scope) => circulate(scope, meetingId, {}));
}

interface DemoApproval {
  readonly meetingId: string;
  readonly inMeetingId: string;
  readonly adminId: string;
  readonly at: Date;
}

export const seedApproval = (seeding: Seeding, given: DemoApproval): Promise<void> =>
  asMember(seeding, { userId: given.adminId, at: given.at }, async (scope) => {
    const items = await listAgendaItems(scope, given.inMeetingId, 'everybody');
    const body = { minutes_of: given.meetingId, before_id: placeOfMinutes(items) };
    await placeOffer(scope, seeding.context.config, { meetingId: given.inMeetingId, body });
  });

export async function seedRevision(seeding: Seeding, revision: DemoRevision): Promise<void> {
  const { meetingId, secretary, comment, edit } = revision;
  await asMember(seeding, { userId: comment.by.userId, at: comment.at }, async (scope) => {
    const open = await openMinutes(scope, meetingId);
    await commentOn(scope, open, { sectionId: sectionOf(open, comment.on).id, text: comment.text });
  });
  await write(seeding, { meetingId, secretary, ...edit });
}

interface DemoNotes extends Pick<DemoMinutes, 'meetingId' | 'secretary'> {
  readonly on: string;
  readonly notes: readonly string[];
  readonly at: Date;
}

const write = (seeding: Seeding, { meetingId, secretary: { userId }, on, notes, at }: DemoNotes): Promise<void> =>
  asMember(seeding, { userId, at }, async (scope) => {
    const open = await openMinutes(scope, meetingId);
    const { id, revision } = sectionOf(open, on);
    await saveSection(scope, open, { sectionId: id, body: { revision, notes: paragraphs(notes) } });
  });

function sectionOf(open: OpenMinutes, on: string): { readonly id: string; readonly revision: number } {
  const found = placedSections(open).find(({ title }) => title.startsWith(on));
  if (!found) throw new Error(`The demonstration writes minutes of ‘${on}’, which its meeting does not have.`);
  return { id: found.id, revision: found.row?.revision ?? 0 };
}
