import type { Announcement, DeletedAnnouncement, listAnnouncementReaders } from '#contract/announcements.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { AnnouncementSummary } from '#contract/summaries.ts';
import { audienceText } from '#domain/audience.ts';
import { sortPeople } from '#domain/identity.ts';
import { purgedAt } from '#domain/timings.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import { presentPolls } from '#server/features/papers/polls/present.ts';
import {
  canEditAnnouncement,
  canPublishAnnouncement,
  canSeeAuthor,
  canUnpublishAnnouncement,
  pollHomeFactsOfAnnouncement,
} from './announcement/policy.ts';
import type { AnnouncementHead, AnnouncementSummaryRow, DeletedAnnouncementRow } from './announcement/queries.ts';
import type { AnnouncementMore, AnnouncementPage } from './queries.ts';
import type { ReadersPage } from './readers/queries.ts';

const excerptCharactersMax = 200;

export function presentAnnouncement(
  scope: Reader,
  given: { readonly page: AnnouncementPage; readonly more: AnnouncementMore; readonly lastVisit: Date | null },
): Announcement {
  const { page: item, more, lastVisit } = given;
  const { documents } = item;
  const edits = canEditAnnouncement(scope, item);
  return {
    ...presentHead(scope, item),
    document_count: documents.length,
    is_unread: false,
    body: item.body,
    documents: documents.map((document) => presentDocument(document, { lastVisit })),
    polls: presentPolls(scope, pollHomeFactsOfAnnouncement(item), {
      polls: more?.polls ?? [],
      deleted: more?.deleted_polls ?? [],
    }),
    edited_at: item.edited_at?.toISOString() ?? null,
    revision: item.revision,
    opened: edits && item.state === 'published' ? (more?.opened ?? null) : null,
    audience_named:
      edits && more ? { whole_board: more.whole_board, group_ids: more.group_ids, member_ids: more.member_ids } : null,
    can: {
      edit: edits,
      publish: canPublishAnnouncement(scope, item),
      unpublish: canUnpublishAnnouncement(scope, item),
      delete: edits,
    },
  };
}

export function presentAnnouncementSummary(scope: Reader, row: AnnouncementSummaryRow): AnnouncementSummary {
  return {
    ...presentHead(scope, row),
    document_count: row.document_count,
    is_unread: row.is_unread,
    excerpt: excerptOf(row.opening),
  };
}

export function presentDeletedAnnouncement(row: DeletedAnnouncementRow): DeletedAnnouncement {
  return {
    id: row.id,
    title: row.title,
    purged_at: purgedAt(row.deleted_at).toISOString(),
  };
}

function presentHead(scope: Reader, row: AnnouncementHead) {
  const seesPeople = canSeePeople(scope);
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    publish_on: row.publish_on?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    author:
      row.author_id === null || row.author_name === null || !canSeeAuthor(scope, row)
        ? null
        : {
            member_id: row.author_id,
            name: row.author_name,
            img_url: row.author_img_url,
            slug: seesPeople ? row.author_slug : null,
          },
    audience: audienceText(row.audience),
  };
}

export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= excerptCharactersMax) return line;
  const cut = line.slice(0, excerptCharactersMax).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), excerptCharactersMax / 2))}…`;
}

export function presentReaders({
  openings,
  ...page
}: Pick<ReadersPage, 'people' | 'openings' | 'author_id' | 'state'>): AnswerOf<typeof listAnnouncementReaders> {
  const isCounted = ({ id }: ReadersPage['people'][number]) => page.state !== 'published' || id !== page.author_id;
  const people = sortPeople(page.people.filter(isCounted));
  const openedAt = new Map(openings.map((row) => [row.member_id, row.first_opened_at]));
  const active = people.filter((person) => person.status === 'active');
  const opened = active.flatMap((person) => {
    const at = openedAt.get(person.id);
    return at ? [{ ...presentAudienceMember(person), opened_at: at.toISOString() }] : [];
  });
  return {
    opened: opened.toSorted((one, other) => (one.opened_at < other.opened_at ? 1 : -1)),
    not_opened: active.filter((person) => !openedAt.has(person.id)).map(presentAudienceMember),
    pending: people.filter((person) => person.status === 'invited').map(presentAudienceMember),
  };
}
