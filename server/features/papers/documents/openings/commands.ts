import { copyMessages } from '#domain/board-book.ts';
import type { BoardScope, ScopeBoard } from '#server/db/board-scope.ts';
import type { ReadFollowUp } from '#server/db/flight.ts';
import { refused } from '#server/errors.ts';
import { audit, auditRecord, auditRecordOf } from '#server/features/core/audit/commands.ts';
import { isOpening, needsCopy } from './policy.ts';
import { type OpenedFile, openedFile } from './present.ts';
import { type OpenedAs, type OpenedVersion, openedVersion, openedVersionOf, openingEntry } from './queries.ts';

interface Opening {
  readonly document: { readonly id: string; readonly title: string };
  readonly as: OpenedAs;
  readonly range: string | undefined;
  /** If this is null, the original may be downloaded even if the board requires a watermark. */
  readonly board: Pick<ScopeBoard, 'watermark'> | null;
}

/**
 * Writes an audit entry only if `isRecorded` is true and the request counts as an opening. Throws `not-found` for a
 * web link.
 */
export async function openFile(
  scope: BoardScope,
  opening: Omit<Opening, 'board'>,
  { isRecorded }: { readonly isRecorded: boolean },
): Promise<OpenedFile> {
  const of = openedVersionOf({ ...opening, id: opening.document.id, now: scope.now });
  const version = await openedVersion.run(scope.tx, of, scope.now);
  const { file, entry } = chosenFile({ ...opening, board: scope.board }, version);
  if (entry !== null && isRecorded)
    await audit(scope, entry.action, { kind: entry.subjectKind, id: entry.subjectId }, entry.detail);
  return file;
}

export async function openFound(
  record: ReadFollowUp<unknown>['record'],
  opening: Opening & { readonly version: OpenedVersion | null },
): Promise<OpenedFile> {
  const { file, entry } = chosenFile(opening, opening.version);
  if (entry !== null) await record(auditRecord, auditRecordOf([entry]));
  return file;
}

function chosenFile({ document, as, range, board }: Opening, version: OpenedVersion | null) {
  const file = openedFile({ document, as, version });
  if (board !== null && needsCopy(board, file)) throw refused(copyMessages.needed);
  const isLogged = isOpening(range, { byteSize: file.byteSize, wasJustOpened: file.wasJustOpened });
  return { file, entry: isLogged ? openingEntry(document.id, { as, versionId: file.versionId }) : null };
}
