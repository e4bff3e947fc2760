import { actOnPaper, askForPapers, listPaperRequests, openSubmission } from '#contract/paper-requests.ts';
import { isoDate } from '#domain/dates.ts';
import { kindOfFile } from '#domain/documents.ts';
import { defaultDueDay } from '#domain/paper-requests.ts';
import { todayOf } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { canEditMeeting, isClosed } from '#server/features/homes/meetings/meeting/policy.ts';
import { meetingOfReader } from '#server/features/homes/meetings/meeting/queries.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { presentFile } from '#server/features/papers/documents/openings/present.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as asking from './asking/commands.ts';
import { paperLinkRoutes } from './author/routes.ts';
import * as commands from './commands.ts';
import { presentPaperRequest } from './paper/present.ts';
import { expectedPapers, paperLinksOfBoard, paperOfReader, papersOfMeeting } from './paper/queries.ts';

/** Limited, because editors can make the server send mail to any address. */
const mailLimit = { points: 120, seconds: 900, per: 'user' } as const;

export const paperRequestRoutes: readonly Route[] = [
  implementRead(listPaperRequests, {
    reads: {
      meeting: meetingOfReader,
      papers: papersOfMeeting,
      expected: expectedPapers,
      board: paperLinksOfBoard,
    },
    answer({ context, reader, found: { meeting, papers, expected, board } }) {
      if (meeting === null || !canSeeMeeting(reader, meeting)) throw notFound();
      authorize(canEditMeeting(reader, meeting));
      const today = todayOf(reader);
      const links = board?.paper_links ?? 'off';
      const isOver = meeting.state === 'cancelled' || isClosed(reader, context.config, meeting);
      const day = meeting.starts_at === null ? null : isoDate(meeting.starts_at, reader.board.timeZone);
      return {
        requests: papers.map((paper) => presentPaperRequest(paper, today)),
        expected: [...expected],
        default_due_on: defaultDueDay(day, today),
        today,
        paper_links: links,
        can: { ask: links !== 'off' && !isOver },
      };
    },
  }),

  implement(
    askForPapers,
    async ({ scope, context, params, body }) => {
      await asking.askForPapers(scope, context, { meetingId: params.id, papers: body.papers });
    },
    { limit: { ...mailLimit, name: 'papers-asked' } },
  ),

  implementRead(openSubmission, {
    reads: { paper: paperOfReader },
    answer({ context, reader, found: { paper } }) {
      if (paper === null || !canSeeMeeting(reader, { ...paper, id: paper.meeting_id })) throw notFound();
      authorize(canEditMeeting(reader, paper));
      const { submission_id: id, filename, storage_key: key, byte_size: byteSize } = paper;
      if (id === null || filename === null || key === null || byteSize === null) throw notFound();
      const { extension, mime_type: mimeType } = kindOfFile(filename);
      const file = { title: paper.title, extension, mimeType, key, byteSize };
      return presentFile(context, { ...file, as: 'inline', versionId: id, wasJustOpened: false });
    },
  }),

  implement(
    actOnPaper,
    async ({ scope, context, params, body }) => {
      await commands.actOnPaper(scope, context, { id: params.id, act: body.act });
    },
    { limit: { ...mailLimit, name: 'papers-acted-on' } },
  ),

  ...paperLinkRoutes,
];
