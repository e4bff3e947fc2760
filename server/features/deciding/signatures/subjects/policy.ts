import type { SignatureKind } from '#domain/signatures.ts';
import type { ReaderWithPorts } from '#server/db/board-scope.ts';
import type { StatementResults } from '#server/db/page-statement.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { canWriteMinutes, isVotedOn } from '#server/features/deciding/meeting-minutes/minutes/policy.ts';
import { canSeeMinutes } from '#server/features/deciding/meeting-minutes/minutes/visibility.ts';
import { canSeeWritten } from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { isWithheld } from '#server/features/members/audience/visibility.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import { homeOf } from '#server/features/papers/documents/ports.ts';
import type { subjectReads } from './queries.ts';

export type FoundSubject = StatementResults<ReturnType<typeof subjectReads>>;

export interface SubjectRights {
  readonly kind: SignatureKind | null;
  readonly sees: boolean;
  readonly edits: boolean;
  /** Whether the subject has a PDF that cannot change while it is being signed. */
  readonly isFinal: boolean;
  readonly title: string;
}

const nothing: SubjectRights = { kind: null, sees: false, edits: false, isFinal: false, title: '' };

export function subjectRights(reader: ReaderWithPorts, found: FoundSubject): SubjectRights {
  const { document, page, minutes, written, vote } = found;
  if (document !== null) {
    const { home } = document;
    if (home === null || isWithheld(document) || !homeOf(reader, home).isVisible(reader, home)) return nothing;
    const edits = canEditHome(reader, home);
    const isHere = home.kind === 'meeting' || home.kind === 'library';
    return {
      kind: 'document',
      sees: edits || !document.hidden,
      edits,
      isFinal: isHere && document.extension === 'pdf',
      title: document.title,
    };
  }
  if (page !== null && minutes !== null) {
    const isToBeSigned = minutes.state === 'circulated' && page.settings.minutes_approval === 'signatures';
    const isFinal = minutes.has_pdf && (minutes.state === 'approved' || (isToBeSigned && !isVotedOn(minutes)));
    const sees = canSeeMinutes(reader, page, minutes);
    return {
      kind: 'minutes',
      sees,
      edits: sees && canWriteMinutes(reader, page),
      isFinal,
      title: `Minutes of ${page.title}`,
    };
  }
  if (vote !== null) {
    const { number, is_desk: edits, title } = vote;
    return { kind: 'vote', sees: true, edits, isFinal: true, title: `${number ?? ''} ${title}`.trim() };
  }
  if (written === null) return nothing;
  const title = `${written.number ?? ''} ${written.title}`.trim();
  const sees = canSeeWritten(reader, written);
  return { kind: 'resolution', sees, edits: isDeskOf(reader, written), isFinal: written.base64 !== null, title };
}
