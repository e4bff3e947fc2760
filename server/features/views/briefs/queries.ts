import { sql } from 'kysely';
import { isEnded } from '#domain/action-items.ts';
import { numberAgenda } from '#domain/agenda.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { selectItemsOfOwner } from '#server/features/deciding/action-items/reminders/queries.ts';
import { listAgendaItems } from '#server/features/homes/meetings/meeting/queries.ts';
import { memberView } from '#server/features/members/audience/visibility.ts';
import { isNewSince } from '#server/features/papers/documents/policy.ts';
import { lastOpening, selectDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';

const dueAtOnceMax = 500;

export const briefsDue = (now: Date) => sql<DueItem>`
  select board_id, meeting_id as id from gate.due_briefs(${now}, ${dueAtOnceMax})
`;

interface BriefPaper {
  readonly id: string;
  readonly title: string;
}

export interface Brief {
  readonly unopened: readonly BriefPaper[];
  readonly changed: readonly BriefPaper[];
  readonly decisions: readonly string[];
  readonly actions: readonly { readonly title: string; readonly due_on: string }[];
}

/** Omits what is withheld from the member. */
export async function readBrief(
  scope: BoardJobScope,
  { meetingId, memberId }: { readonly meetingId: string; readonly memberId: string },
): Promise<Brief> {
  const view = memberView(scope, memberId);
  const found = await selectDocumentsOfMeeting(scope, meetingId, view)
    .where('document.hidden', '=', false)
    .select(lastOpening(view))
    .execute();
  const items = numberAgenda(await listAgendaItems(scope, meetingId, view), null);
  const places = new Map(items.map(({ item }, nth) => [item.id, nth]));
  const placeOf = (paper: (typeof found)[number]): number => places.get(paper.agenda_item_id ?? '') ?? items.length;
  const papers = found.toSorted((one, other) => placeOf(one) - placeOf(other));
  const owned = await selectItemsOfOwner(scope, memberId).execute();
  return {
    unopened: papers.filter((paper) => paper.opened_at === null),
    changed: papers.filter((paper) => isNewSince(paper.opened_at, paper.version_created_at ?? paper.created_at)),
    decisions: items.flatMap(({ item, number }) =>
      item.purpose === 'decision' && item.withheld === null ? [`${number} ${item.title}`] : [],
    ),
    actions: owned.filter(({ state }) => !isEnded(state)),
  };
}
