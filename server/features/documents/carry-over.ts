import type { Mark } from '../../../domain/xfdf/mark.ts';
import { parseXfdf } from '../../../domain/xfdf/parse.ts';
import { writeXfdf } from '../../../domain/xfdf/write.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { readReading } from './reading.ts';

/**
 * A member's marks on the version before come along to a new one, on the pages whose text is the same (product.md, section
 * 4): once, when the member first opens it, and only where both texts have been read. The earlier marks stay where they are.
 */
export async function carryMarksOver(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<void> {
  const { tx, board, member } = scope;
  const { version_id: versionId } = document;
  if (versionId === null) return;
  const own = await tx
    .selectFrom('annotations')
    .select('revision')
    .where('board_id', '=', board.id)
    .where('version_id', '=', versionId)
    .where('member_id', '=', member.id)
    .executeTakeFirst();
  if (own) return;
  const { earlier } = await readReading(scope, document);
  if (earlier === null) return;
  const moves = await samePages(scope, { from: earlier.version_id, to: versionId });
  if (moves.size === 0) return;
  const { xfdf } = await tx
    .selectFrom('annotations')
    .select('xfdf')
    .where('board_id', '=', board.id)
    .where('version_id', '=', earlier.version_id)
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const parsed = parseXfdf(xfdf);
  if (parsed.kind !== 'parsed') return;
  const marks = parsed.marks.marks.flatMap((mark): readonly Mark[] => {
    const page = moves.get(mark.page);
    if (page === undefined) return [];
    if (mark.kind !== 'opaque') return [{ ...mark, page }];
    const attributes = { ...mark.element.attributes, page: String(page) };
    return [{ ...mark, page, element: { ...mark.element, attributes } }];
  });
  if (marks.length === 0) return;
  await tx
    .insertInto('annotations')
    .values({
      board_id: board.id,
      version_id: versionId,
      member_id: member.id,
      xfdf: writeXfdf({ marks, envelope: [] }),
      revision: 1,
      updated_at: scope.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** From a page of one version to the page of the other with the same text, counted from 0; pages without text are none. */
async function samePages(
  scope: BoardScope,
  versions: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<number, number>> {
  const rows = await scope.tx
    .selectFrom('document_texts')
    .select(['version_id', 'page', 'text'])
    .where('board_id', '=', scope.board.id)
    .where('version_id', 'in', [versions.from, versions.to])
    .orderBy('page')
    .execute();
  const before = rows.filter((row) => row.version_id === versions.from);
  const after = Map.groupBy(
    rows.filter((row) => row.version_id === versions.to),
    (row) => row.text,
  );
  const moves = new Map<number, number>();
  for (const { page, text } of before) {
    const same = after.get(text) ?? [];
    const there = same.find((row) => row.page === page) ?? (same.length === 1 ? same[0] : undefined);
    if (there) moves.set(page - 1, there.page - 1);
  }
  return moves;
}
