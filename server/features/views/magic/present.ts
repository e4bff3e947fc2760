import type { AnswerOf } from '#contract/endpoint.ts';
import type { getMagicAnnouncement, getMagicMeeting } from '#contract/magic.ts';
import { audienceText } from '#domain/audience.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { canSeeAuthor, pollHomeFactsOfAnnouncement } from '#server/features/homes/announcements/announcement/policy.ts';
import { presentDateSearch } from '#server/features/homes/meetings/date-finding/present.ts';
import { canRespond, isClosed, pollHomeFacts } from '#server/features/homes/meetings/meeting/policy.ts';
import { presentAgenda, presentStatus } from '#server/features/homes/meetings/meeting/present.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import { presentPoll } from '#server/features/papers/polls/present.ts';
import type { loadMagicAnnouncement, loadMagicMeeting } from './queries.ts';

export function presentMagicAnnouncement(
  scope: BoardScope,
  { item, documents, polls, firstName }: Awaited<ReturnType<typeof loadMagicAnnouncement>>,
): AnswerOf<typeof getMagicAnnouncement> {
  return {
    board: presentBoard(scope),
    first_name: firstName,
    announcement: {
      title: item.title,
      publish_on: item.publish_on?.toISOString() ?? null,
      edited_at: item.edited_at?.toISOString() ?? null,
      audience: audienceText(item.audience),
      author_name: canSeeAuthor(scope, item) ? item.author_name : null,
      body: canReadByLink(scope) ? item.body : null,
      documents: documents.map((document) => presentDocument(document, { lastVisit: null })),
      polls: polls.map((poll) => presentPoll(scope, pollHomeFactsOfAnnouncement(item), poll)),
    },
  };
}

/** Omits people, because the link may have been forwarded to anyone. */
export function presentMagicMeeting(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  page: Awaited<ReturnType<typeof loadMagicMeeting>>,
): AnswerOf<typeof getMagicMeeting> {
  const { meeting, own, items, documents, polls, firstName } = page;
  const canRead = canReadByLink(scope);
  const pollHome = pollHomeFacts(scope, config, { meeting, isInvited: true });
  return {
    board: presentBoard(scope),
    first_name: firstName,
    meeting: {
      title: meeting.title,
      type: meeting.type,
      state: meeting.state,
      start: meeting.starts_at.toISOString(),
      end: meeting.ends_at.toISOString(),
      location: meeting.location,
      join_url: meeting.join_url,
      description: canRead ? meeting.description : '',
      ...presentAgenda({ items, documents, lastVisit: own.last_visited_at, seesPeople: false }),
      meeting_status: presentStatus(own),
      date_search: presentDateSearch(scope, {
        meeting,
        isInvited: true,
        invitees: null,
        options: page.dateOptions,
        answers: page.dateAnswers,
      }),
      polls: polls.map((poll) => presentPoll(scope, pollHome, poll)),
      can: {
        respond: canRespond(meeting, own, {
          areEditsClosed: isClosed(scope, config, meeting) || meeting.is_adjourned,
        }),
        read: canRead,
      },
    },
  };
}

const presentBoard = ({ board }: BoardScope) => ({
  title: board.title,
  logo_url: board.logoUrl,
  primary_color: board.primaryColor,
  time_zone: board.timeZone,
  date_style: board.dates.dateStyle,
});
