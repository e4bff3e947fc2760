import type { z } from 'zod';
import type { getMagicAnnouncement } from '#contract/magic.ts';
import { audienceWords } from '#domain/audience.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { canSeeAuthor, pollPlaceOfAnnouncement } from '#server/features/homes/announcements/policy.ts';
import type { LoadedAnnouncement } from '#server/features/homes/announcements/queries.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import { listDocumentsOfAnnouncement } from '#server/features/papers/documents/queries.ts';
import { presentPolls } from '#server/features/papers/polls/present.ts';
import { firstNameOf } from './present.ts';

type Answer = z.output<NonNullable<typeof getMagicAnnouncement.answer>>;

/** An announcement as the holder of a link to it sees it; nothing is written down. */
export async function presentMagicAnnouncement(scope: BoardScope, item: LoadedAnnouncement): Promise<Answer> {
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
      audience: audienceWords(item.audience),
      author_name: canSeeAuthor(scope, item) ? item.author_name : null,
      body: canRead ? item.body : null,
      documents: documents.map((document) => presentDocument(document, { lastVisit: null })),
      polls: (await presentPolls(scope, pollPlaceOfAnnouncement(item))).polls,
    },
  };
}
