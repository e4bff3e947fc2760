import type { DraftComment, DraftShowing } from '#contract/draft-showing.ts';
import { knownName, sortPeople } from '#domain/identity.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { canEditMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import type { LoadedMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { isShownDraft } from '#server/features/homes/meetings/meeting/visibility.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import type { PersonRow } from '#server/features/members/people/queries.ts';
import type { DraftCommentRow } from './queries.ts';

export function presentShowing(
  reader: Reader,
  given: {
    readonly meeting: LoadedMeeting;
    readonly comments: readonly DraftCommentRow[];
    readonly shownTo: readonly PersonRow[];
  },
): DraftShowing {
  const { meeting, comments, shownTo } = given;
  const edits = canEditMeeting(reader, meeting) && meeting.state === 'draft';
  return {
    shown_to: edits ? sortPeople(shownTo).map((row) => ({ member_id: row.id, name: knownName(row) })) : null,
    comments: comments.map((row) => presentComment(reader, row)),
    can: { show: edits, comment: isShownDraft(reader, meeting) },
  };
}

function presentComment(reader: Reader, row: DraftCommentRow): DraftComment {
  const seesPeople = canSeePeople(reader);
  const isKnown = seesPeople || row.author_id === reader.member.id;
  return {
    id: row.id,
    agenda_item_id: row.agenda_item_id,
    text: row.text,
    at: row.at.toISOString(),
    author: isKnown ? { member_id: row.author_id, name: row.author, img_url: row.img_url } : null,
    answer: row.answer,
    settled_by: seesPeople ? row.settled_by : null,
    is_resolved: row.is_resolved,
  };
}
