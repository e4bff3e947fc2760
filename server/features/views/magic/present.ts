import type { z } from 'zod';
import type { getMagicAnnouncement, getMagicMeeting } from '#contract/magic.ts';
import { audienceText } from '#domain/audience.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { canSeeAuthor, pollHomeFactsOfAnnouncement } from '#server/features/homes/announcements/policy.ts';
import type { LoadedAnnouncement } from '#server/features/homes/announcements/queries.ts';
import { canRespond, isClosed } from '#server/features/homes/meetings/base/policy.ts';
import { presentAgenda, presentStatus } from '#server/features/homes/meetings/base/present.ts';
import { findOwnInvitee, type LoadedMeeting, listAgendaItems } from '#server/features/homes/meetings/base/queries.ts';
import { findDateSearch } from '#server/features/homes/meetings/date-finding/queries.ts';
import { pollHomeFacts } from '#server/features/homes/meetings/home/commands.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import { listDocumentsOfAnnouncement, listDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import { readPolls } from '#server/features/papers/polls/commands.ts';

type AnnouncementAnswer = z.output<NonNullable<typeof getMagicAnnouncement.answer>>;

/** An announcement as the holder of a link to it sees it; nothing is written down. */
export async function presentMagicAnnouncement(
  scope: BoardScope,
  item: LoadedAnnouncement,
): Promise<AnnouncementAnswer> {
  const { board } = scope;
  const canRead = canReadByLink(scope);
  const documents = canRead ? await listDocumentsOfAnnouncement(scope, item.id) : [];
  return {
    board: {
      title: board.title,
      logo_url: board.logoUrl,
      primary_color: board.primaryColor,
      time_zone: board.timeZone,
    },
    first_name: await firstNameOf(scope),
    announcement: {
      title: item.title,
      publish_on: item.publish_on?.toISOString() ?? null,
      edited_at: item.edited_at?.toISOString() ?? null,
      audience: audienceText(item.audience),
      author_name: canSeeAuthor(scope, item) ? item.author_name : null,
      body: canRead ? item.body : null,
      documents: documents.map((document) => presentDocument(document, { lastVisit: null })),
      polls: (await readPolls(scope, pollHomeFactsOfAnnouncement(item))).polls,
    },
  };
}

type MeetingAnswer = z.output<NonNullable<typeof getMagicMeeting.answer>>;

/** A meeting as the holder of a link to it sees it: no people, no neighbours, and nothing is written down. */
export async function presentMagicMeeting(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  meeting: LoadedMeeting,
): Promise<MeetingAnswer> {
  const own = await findOwnInvitee(scope, meeting.id);
  if (!own || meeting.state === 'draft') throw notFound();
  const canRead = canReadByLink(scope);
  const items = canRead ? await listAgendaItems(scope, meeting.id) : [];
  const documents = canRead ? await listDocumentsOfMeeting(scope, meeting.id) : [];
  const place = pollHomeFacts(scope, config, { meeting, isInvited: true });
  const { polls } = await readPolls(scope, place);
  const { board } = scope;
  return {
    board: {
      title: board.title,
      logo_url: board.logoUrl,
      primary_color: board.primaryColor,
      time_zone: board.timeZone,
    },
    first_name: await firstNameOf(scope),
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
      date_search: await findDateSearch(scope, { meeting, isInvited: true, invitees: null }),
      polls,
      can: { respond: canRespond(meeting, own, { areEditsClosed: isClosed(scope, config, meeting) }), read: canRead },
    },
  };
}

export async function firstNameOf(scope: BoardScope): Promise<string> {
  const row = await scope.tx
    .selectFrom('users')
    .select('first_name')
    .where('id', '=', scope.member.userId)
    .executeTakeFirstOrThrow();
  return row.first_name;
}
