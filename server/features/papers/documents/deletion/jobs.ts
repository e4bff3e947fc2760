import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { fileAgeMsMin } from '#server/integrations/storage/document-storage.ts';
import { type DueItem, eachDueJobs } from '#server/jobs/each-due.ts';
import type { JobHandler } from '#server/jobs/worker.ts';

const purgedAtOnceMax = 500;
const tableOf = { category: 'categories', folder: 'folders', document: 'documents' } as const;

type Due = DueItem & { readonly kind: keyof typeof tableOf };

/**
 * Remove for good what was deleted 30 days ago: categories and folders with what stands in them, and documents wherever
 * they stood; versions, previews, text and marks go along (product.md, section 9).
 */
export const purgeDocumentJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'purge-documents',
    does: 'purge-document',
    schedule: '40 * * * *',
    due: (now) => sql<Due>`
      select board_id, kind, id from gate.documents_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
    `,
    evenSuspended: true,
    act: purge,
  });

/** Answers the storage keys of what is gone. */
async function purge(scope: BoardJobScope, item: Due): Promise<readonly string[]> {
  const { tx, board } = scope;
  const locked = await tx
    .selectFrom(tableOf[item.kind])
    .select('id')
    .where('board_id', '=', board.id)
    .where('id', '=', item.id)
    .where('deleted_at', '<', restorableSince(scope.now))
    .forUpdate()
    .executeTakeFirst();
  // Restored meanwhile, or gone with what it stood in.
  if (!locked) return [];
  const keys = await keysInside(scope, item);
  const audiences = await audiencesInside(scope, item);
  await tx.deleteFrom(tableOf[item.kind]).where('board_id', '=', board.id).where('id', '=', item.id).execute();
  if (audiences.length > 0) {
    await tx.deleteFrom('audiences').where('board_id', '=', board.id).where('id', 'in', audiences).execute();
  }
  await audit(scope, { action: `${item.kind}.purged`, subjectKind: item.kind, subjectId: item.id });
  return keys;
}

async function keysInside(scope: BoardJobScope, item: Due): Promise<readonly string[]> {
  const id = sql`${item.id}::uuid`;
  const isInside = {
    category: sql<boolean>`${id} in (document.category_id, folder.category_id)`,
    folder: sql<boolean>`folder.path @> array[${id}]`,
    document: sql<boolean>`document.id = ${id}`,
  }[item.kind];
  const rows = await scope.tx
    .selectFrom('document_versions as version')
    .innerJoin('documents as document', (join) =>
      join.onRef('document.board_id', '=', 'version.board_id').onRef('document.id', '=', 'version.document_id'),
    )
    .leftJoin('folders as folder', (join) =>
      join.onRef('folder.board_id', '=', 'document.board_id').onRef('folder.id', '=', 'document.folder_id'),
    )
    .select(['version.storage_key', 'version.preview_key'])
    .where('version.board_id', '=', scope.board.id)
    .where(isInside)
    .execute();
  return rows.flatMap((row) => [row.storage_key, ...(row.preview_key === null ? [] : [row.preview_key])]);
}

/** Of a category its own and those of its top folders, of a folder its own. */
async function audiencesInside(scope: BoardJobScope, item: Due): Promise<readonly string[]> {
  if (item.kind === 'document') return [];
  const id = sql`${item.id}::uuid`;
  const { rows } = await sql<{ audience_id: string }>`
    select audience_id from categories where board_id = ${scope.board.id}::uuid and id = ${id}
    union all
    select audience_id from folders
    where board_id = ${scope.board.id}::uuid and audience_id is not null and (category_id = ${id} or id = ${id})
  `.execute(scope.tx);
  return rows.map((row) => row.audience_id);
}

/**
 * Removes the files that no row names: what a server leaves behind that fell, or a refusal that came, between the
 * storing of the bytes and the commit of their row (quality.md, "What goes wrong": swept within an hour). Board books that
 * nobody has asked for in a month go too: they can be made again.
 */
export function sweepFilesJob(context: Context): JobHandler {
  return {
    name: 'sweep-files',
    lane: 'slow',
    schedule: '5,25,45 * * * *',
    async handle() {
      const failures: unknown[] = [];
      for (const boardId of await context.storage.folders('boards')) {
        // One board's trouble must not keep the others' files.
        await sweepBoard(context, boardId).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'The files of some boards could not be swept.');
    },
  };
}

async function sweepBoard(context: Context, boardId: string): Promise<void> {
  // Files carry the machine's time, whatever clock the product goes by.
  const oldest = Date.now() - fileAgeMsMin;
  const stored = (await context.storage.list(`boards/${boardId}`)).flatMap(({ key, storedAt }) =>
    /^boards\/[^/]+\/(?:documents|previews|books)\/[^/]+$/.test(key) && storedAt.getTime() < oldest ? [key] : [],
  );
  const known = await keysAmong(context, boardId, stored);
  // A board that is not found, as on a database that was just restored, is no reason to remove its files.
  if (known === null) return;
  for (const key of stored) if (!known.has(key)) await context.storage.remove(key);
}

async function keysAmong(
  context: Context,
  boardId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string> | null> {
  return withBoardJobScope(
    context,
    boardId,
    async (scope) => {
      const { rows } = await sql<{ key: string }>`
        select storage_key as key from document_versions where board_id = ${boardId}::uuid and storage_key = any(${keys})
        union all
        select preview_key from document_versions where board_id = ${boardId}::uuid and preview_key = any(${keys})
      `.execute(scope.tx);
      const known = new Set(rows.map((row) => row.key));
      for (const noun of scope.ports.ownFiles) {
        await noun.forget(scope);
        for (const key of await noun.keysAmong(scope, keys)) known.add(key);
      }
      return known;
    },
    { evenSuspended: true },
  );
}
