import type { BodyOf } from '#contract/endpoint.ts';
import type { saveMinutesSection } from '#contract/meeting-minutes.ts';
import { wordingLastsMs } from '#domain/meeting-minutes.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { emptyRichText, type RichText, richTextToPlainText } from '#domain/rich-text.ts';
import { insertRow, selectRows, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound } from '#server/errors.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import {
  auditMinutes,
  publishMinutes,
  refuseFinal,
} from '#server/features/deciding/meeting-minutes/minutes/commands.ts';
import { canWriteMinutes } from '#server/features/deciding/meeting-minutes/minutes/policy.ts';
import {
  isSameJson,
  type OpenMinutes,
  type PlacedSection,
  placedSection,
} from '#server/features/deciding/meeting-minutes/minutes/present.ts';
import { sectionRows } from '#server/features/deciding/meeting-minutes/minutes/queries.ts';
import { listMeetingDesk } from '#server/features/deciding/room/desk/queries.ts';
import { listenersWhoSee } from '#server/features/members/audience/commands.ts';

/** Saves nothing if the revision is outdated. */
export async function saveSection(
  scope: BoardScope,
  open: OpenMinutes,
  given: { readonly sectionId: string; readonly body: BodyOf<typeof saveMinutesSection> },
) {
  authorize(canWriteMinutes(scope, open.page));
  refuseFinal(open);
  const { sectionId, body } = given;
  const placed = placedSection(open, sectionId);
  const before = placed.row;
  const revision = before?.revision ?? 0;
  if (body.revision > revision) throw invalid({ revision: minutesMessages.notYet });
  if (isSameJson(before?.notes ?? emptyRichText, body.notes)) return { conflict: null, open };
  if (body.revision < revision && before?.changed_by_id != null && before.changed_at !== null) {
    const conflict = { byId: before.changed_by_id, by: before.changed_by ?? '', at: before.changed_at };
    return { conflict, open };
  }
  await writeSection(scope, open, placed, { notes: body.notes, revision: revision + 1 });
  await publishMinutes(scope, open, sectionId);
  const [row] = await sectionRows(scope, open.page.id, sectionId);
  if (row === undefined) throw notFound();
  const sections = [...open.minutes.sections.filter(({ id }) => id !== sectionId), row];
  return { conflict: null, open: { ...open, minutes: { ...open.minutes, sections } } };
}

async function writeSection(
  scope: BoardScope,
  { page, minutes }: OpenMinutes,
  placed: PlacedSection & { readonly position: number },
  { notes, revision }: { readonly notes: RichText; readonly revision: number },
): Promise<void> {
  const { tx, board, member, now } = scope;
  const written = {
    notes: JSON.stringify(notes),
    revision,
    changed_at: now,
    changed_by: member.id,
  };
  const place = {
    text: richTextToPlainText(notes),
    number: placed.number,
    depth: placed.depth,
    position: placed.position,
    title: placed.title,
    kind: placed.item?.kind ?? null,
  };
  await tx
    .insertInto('minutes_sections')
    .values({ id: placed.id, board_id: board.id, meeting_id: page.id, ...place, ...written })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(minutes.state === 'draft' ? { ...place, ...written } : written),
    )
    .execute();
  const isNew = await keepWording(scope, placed.id, { notes, revision });
  if (!isNew) return;
  const detail = { state: minutes.state, section_id: placed.id, number: placed.number };
  await auditMinutes(scope, page.id, 'minutes.written', detail);
}

/** Merges a member's saves within a few minutes into one wording, so that the history stays readable. */
async function keepWording(
  scope: BoardScope,
  sectionId: string,
  wording: { readonly notes: RichText; readonly revision: number },
): Promise<boolean> {
  const { member, now } = scope;
  const notes = JSON.stringify(wording.notes);
  const last = await selectRows(scope, 'minutes_wordings', { section_id: sectionId })
    .select(['revision', 'written_by', 'begun_at'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  const goesOn = last?.written_by === member.id && +now - +last.begun_at < wordingLastsMs;
  if (last && goesOn) {
    await updateRows(scope, 'minutes_wordings', { section_id: sectionId, revision: last.revision })
      .set({ notes, revision: wording.revision, at: now })
      .execute();
    return false;
  }
  await insertRow(scope, 'minutes_wordings', {
    section_id: sectionId,
    revision: wording.revision,
    notes,
    written_by: member.id,
    begun_at: now,
    at: now,
  });
  return true;
}

export async function announceWriting(scope: BoardScope, open: OpenMinutes, sectionId: string): Promise<void> {
  const { tx, board, member, now } = scope;
  authorize(canWriteMinutes(scope, open.page));
  refuseFinal(open);
  placedSection(open, sectionId);
  await tx
    .insertInto('minutes_writers')
    .values({ board_id: board.id, meeting_id: open.page.id, member_id: member.id, section_id: sectionId, at: now })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'meeting_id', 'member_id']).doUpdateSet({ section_id: sectionId, at: now }),
    )
    .execute();
  const heard = await listenersWhoSee(scope, sectionId, await listMeetingDesk(scope, open.page.id));
  await publishLive(scope, { noun: 'minutes-writing', id: open.page.id }, heard);
}
