import type { MinutesAnswer } from '#contract/meeting-minutes.ts';
import * as endpoints from '#contract/meeting-minutes.ts';
import { fullName } from '#domain/identity.ts';
import { minutesLabels, minutesMessages } from '#domain/messages/meeting-minutes.ts';
import type { BoardScope, Reader } from '#server/db/board-scope.ts';
import { authorize, notFound, refused } from '#server/errors.ts';
import { auditRecord, auditRecordOf } from '#server/features/core/audit/commands.ts';
import { recordDownload } from '#server/features/deciding/deciding/record-download.ts';
import { motionsOfMeeting } from '#server/features/deciding/motions/motion/queries.ts';
import { roomPage } from '#server/features/deciding/room/state/queries.ts';
import { loadMeeting, meetingOfReader } from '#server/features/homes/meetings/meeting/queries.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { isWithheld } from '#server/features/members/audience/visibility.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { madeDownload } from '#server/http/send-file.ts';
import * as commands from './commands.ts';
import * as comments from './comments/commands.ts';
import { holdNotes } from './destruction/commands.ts';
import { holdOfMeeting } from './destruction/queries.ts';
import { planOf } from './file/present.ts';
import { placeOffer } from './filled/commands.ts';
import { offersOf } from './filled/present.ts';
import { filledOfMeeting } from './filled/queries.ts';
import { openMinutes, readMinutes } from './minutes/commands.ts';
import { canPlaceOffers, canWriteMinutes } from './minutes/policy.ts';
import type { OpenMinutes } from './minutes/present.ts';
import { meetingOfSection, minutesFile, minutesOfMeeting, minutesVersion } from './minutes/queries.ts';
import { canSeeMinutes } from './minutes/visibility.ts';
import {
  documentFor,
  type FoundMinutes,
  presentAnswer,
  presentFilledItems,
  presentSection,
  versionFor,
} from './present.ts';
import { recordOfMeeting } from './record/queries.ts';
import * as sections from './sections/commands.ts';
import { minutesOfSection, roomOfSection, wordingsOfSection, writersOfMeeting } from './sections/queries.ts';

const reads = { page: roomPage, motions: motionsOfMeeting, rows: recordOfMeeting, minutes: minutesOfMeeting } as const;

type Found = {
  readonly [Name in keyof FoundMinutes]: FoundMinutes[Name] | null;
};

function foundMinutes(reader: Reader, found: Found): FoundMinutes {
  const { page, motions, rows, minutes } = found;
  const isSeen = page !== null && reader.via.kind === 'session' && canSeeMeeting(reader, page);
  if (!isSeen || rows === null || motions === null) throw notFound();
  return { page, motions, rows, minutes };
}

async function answerOf(scope: BoardScope, meetingId: string): Promise<MinutesAnswer> {
  const found = await readMinutes(scope, meetingId);
  if (found === null) throw notFound();
  return presentAnswer(scope, found);
}

/** Throws `not-found` if the section is withheld from the actor, whatever the actor's role. */
async function openSection(scope: BoardScope, sectionId: string): Promise<OpenMinutes> {
  const open = await openMinutes(scope, await meetingOfSection(scope, sectionId));
  if (open.rows.withheld_ids.includes(sectionId)) throw notFound();
  return open;
}

export const minutesRoutes: readonly Route[] = [
  implementRead(endpoints.getMinutes, {
    reads,
    answer: ({ reader, found }) => presentAnswer(reader, foundMinutes(reader, found)),
  }),

  implement(endpoints.startMinutes, async ({ scope, params }) => {
    await commands.startMinutes(scope, params.id);
    return answerOf(scope, params.id);
  }),

  implement(endpoints.saveMinutesSection, async ({ scope, params, body }) => {
    const open = await openSection(scope, params.id);
    const { conflict, open: after } = await sections.saveSection(scope, open, { sectionId: params.id, body });
    const showsName = conflict !== null && (canSeePeople(scope) || conflict.byId === scope.member.id);
    return {
      section: presentSection(scope, after, params.id),
      conflicts:
        conflict === null
          ? []
          : [{ field: 'notes' as const, by: showsName ? conflict.by : '', at: conflict.at.toISOString() }],
    };
  }),

  implementRead(endpoints.listMinutesWordings, {
    reads: { page: roomOfSection, minutes: minutesOfSection, rows: wordingsOfSection },
    answer({ reader, found: { page, minutes, rows } }) {
      const isThere = page !== null && minutes !== null && !isWithheld(minutes);
      if (!isThere || !canSeeMinutes(reader, page, minutes)) throw notFound();
      authorize(canWriteMinutes(reader, page));
      const seesPeople = canSeePeople(reader);
      return {
        wordings: rows.map(({ revision, notes, at, by, written_by: byId }) => ({
          revision,
          notes,
          at: at.toISOString(),
          by: seesPeople || byId === reader.member.id ? by : '',
        })),
      };
    },
  }),

  implement(endpoints.announceWriting, async ({ scope, params }) => {
    await sections.announceWriting(scope, await openSection(scope, params.id), params.id);
  }),

  implementRead(endpoints.listWriting, {
    reads: { ...reads, writers: writersOfMeeting },
    answer({ reader, found: { writers, ...rest } }) {
      const { page, minutes, rows } = foundMinutes(reader, rest);
      if (minutes === null || !canSeeMinutes(reader, page, minutes)) throw notFound();
      authorize(canWriteMinutes(reader, page));
      const shown = canSeePeople(reader) ? writers.filter(({ section_id: id }) => !rows.withheld_ids.includes(id)) : [];
      return { writers: [...shown] };
    },
  }),

  implement(endpoints.circulateMinutes, async ({ scope, params, body }) => {
    await commands.circulate(scope, params.id, body);
    return answerOf(scope, params.id);
  }),

  implement(endpoints.commentOnMinutes, async ({ scope, params, body }) => {
    const open = await openSection(scope, params.id);
    await comments.commentOn(scope, open, { sectionId: params.id, text: body.text });
    return answerOf(scope, open.page.id);
  }),

  implement(endpoints.settleMinutesComment, async ({ scope, params, body }) => {
    const open = await openSection(scope, params.id);
    await comments.settleComment(scope, open, { sectionId: params.id, commentId: params.comment_id, body });
    return answerOf(scope, open.page.id);
  }),

  implement(endpoints.addMinutesAddendum, async ({ scope, params, body }) => {
    await commands.addAddendum(scope, await openMinutes(scope, params.id), body.text);
    return answerOf(scope, params.id);
  }),

  implementRead(endpoints.getNotesHold, {
    reads: { meeting: meetingOfReader, hold: holdOfMeeting },
    answer({ reader, found: { meeting, hold } }) {
      if (meeting === null || !canSeeMeeting(reader, meeting)) throw notFound();
      const { held_at: at = null, hold_reason: reason = null } = hold ?? {};
      if (hold === null || at === null || reason === null) return { hold: null };
      return { hold: { reason, by: canSeePeople(reader) ? fullName(hold) : '', at: at.toISOString() } };
    },
  }),

  implement(endpoints.holdNotes, async ({ scope, params, body }) => {
    await holdNotes(scope, (await loadMeeting(scope, params.id)).id, body.reason);
  }),

  implementRead(endpoints.listFilledItems, {
    reads: { page: roomPage, rows: filledOfMeeting },
    answer({ context, reader, found: { page, rows } }) {
      if (page === null || rows === null || !canSeeMeeting(reader, page)) throw notFound();
      const offers = canPlaceOffers(reader, context.config, page) ? offersOf(reader, rows) : [];
      return { items: presentFilledItems(reader, rows), offers };
    },
  }),

  implement(endpoints.placeAgendaOffer, async ({ scope, context, params, body }) => {
    await placeOffer(scope, context.config, { meetingId: params.id, body });
  }),

  implementRead(endpoints.downloadMinutes, {
    reads: { ...reads, current: minutesFile, version: minutesVersion },
    paramsOf: ({ params, query }) => ({ id: params.id, version: query.version ?? null }),
    async answer({ context, reader, sessionId, query, found: { current, version, ...rest }, record }) {
      const found = foundMinutes(reader, rest);
      const { minutes, page } = found;
      if (minutes === null || !canSeeMinutes(reader, page, minutes)) throw notFound();
      const isVersion = query.version !== undefined;
      if (isVersion && version === null) throw notFound();
      const open = { ...found, minutes };
      const document = version === null ? documentFor(reader, open) : versionFor(reader, open, version);
      const file = isVersion ? version : current;
      const isKept = document.state !== 'draft' && !document.is_partial;
      if (query.format === 'pdf' && isKept && document.state === 'approved' && file === null)
        throw refused(minutesMessages.fileNotMade);
      const name = { title: minutesLabels.file(document), plainName: 'minutes', format: query.format };
      const plan = planOf(document, reader.board);
      const answer =
        query.format === 'pdf' && isKept && file !== null && file.base64 !== null
          ? madeDownload(Buffer.from(file.base64, 'base64'), name)
          : await recordDownload(context, { sessionId, memberId: reader.member.id }, { ...name, plan });
      const entry = { action: 'minutes.downloaded', subjectKind: 'minutes', subjectId: page.id } as const;
      await record(auditRecord, auditRecordOf([{ ...entry, detail: { state: minutes.state } }]));
      return answer;
    },
  }),
];
