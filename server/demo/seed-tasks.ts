import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { daysToSign } from '#domain/signatures.ts';
import { updateActionItem } from '#server/features/deciding/action-items/changes/commands.ts';
import { createActionItem } from '#server/features/deciding/action-items/commands.ts';
import { requestSignatures } from '#server/features/deciding/signatures/commands.ts';
import { askForPapers } from '#server/features/homes/paper-requests/asking/commands.ts';
import { type Act, asMember, documentOf, itemOf, meetingOf, memberOf, type Stage } from './seeding.ts';

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

export interface DemoAskedPapers extends Act {
  readonly meeting: string;
  readonly dueOn: Date;
  readonly papers: readonly { readonly item: string; readonly name: string; readonly email: string }[];
}

export async function seedAskedPapers(stage: Stage, given: DemoAskedPapers): Promise<void> {
  const meetingId = meetingOf(stage, given.meeting);
  await asMember(stage, given, async (scope) => {
    const due_on = isoDate(given.dueOn, stage.timeZone);
    const papers: Parameters<typeof askForPapers>[2]['papers'][number][] = [];
    for (const { item, ...author } of given.papers) {
      const agenda_item_id = await itemOf(scope, meetingId, item);
      papers.push({ agenda_item_id, title: item, author, due_on, note: '' });
    }
    await askForPapers(scope, stage.context, { meetingId, papers });
  });
}

export interface DemoSignatures extends Act {
  readonly document: string;
  readonly note: string;
  /** Maps a signer's first name to the capacity in which they sign. */
  readonly signers: Readonly<Record<string, string>>;
}

export async function seedSignatures(stage: Stage, given: DemoSignatures): Promise<void> {
  const signers = Object.entries(given.signers).map(([name, capacity]) => ({
    member_id: memberOf(stage, name).memberId,
    capacity,
  }));
  await requestSignatures((work) => asMember(stage, given, work), stage.context, {
    subject: { kind: 'document', id: documentOf(stage, given.document) },
    signers,
    last_day: dayAfter(isoDate(given.at, stage.timeZone), daysToSign.usual),
    note: given.note,
  });
}
