import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { safeFileName } from '#domain/file-name.ts';
import type { Context } from '#server/context.ts';
import { selectRows, updateRow } from '#server/db/board-rows.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { noteAct, sealedMail } from '#server/features/deciding/signatures/request/commands.ts';
import { lockRequest, type RequestRow } from '#server/features/deciding/signatures/request/queries.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { DerivedFiles } from '#server/features/papers/documents/ports.ts';
import { addVersionRow, storageKeyOf } from '#server/features/papers/documents/versions/commands.ts';
import { inTemporaryFolder } from '#server/file-system.ts';
import { sha256OfFile } from '#server/integrations/files/file-check.ts';
import { makeSealKey, readSealP12, type SealKey } from '#server/integrations/pdf/seal/seal-key.ts';
import { sealPdf } from '#server/integrations/pdf/seal/seal-pdf.ts';
import { typeset } from '#server/integrations/pdf/typst/typeset.ts';
import { evidencePlan } from './present.ts';

const sealing = 'seal-key';
const sealIdBytes = 16;

/** If several servers create the first key at once, all of them use the key that was stored first. */
async function sealKeyOf(context: Context, { id: boardId, title }: { readonly id: string; readonly title: string }) {
  const { secrets, config } = context;
  if (config.sealP12 !== null) return readSealP12(await readFile(config.sealP12.path), config.sealP12.password);
  const sealed = await withBoardJobScope(context, boardId, async ({ tx, now }) => {
    const read = () => tx.selectFrom('seal_keys').select('sealed').where('board_id', '=', boardId).executeTakeFirst();
    const known = await read();
    if (known) return known.sealed;
    const made = secrets.seal(sealing, JSON.stringify(await makeSealKey(`${title}, ${config.appName}`, now)));
    await tx
      .insertInto('seal_keys')
      .values({ board_id: boardId, sealed: made, made_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await read())?.sealed;
  });
  if (!sealed) throw new Error('The board no longer exists.');
  return JSON.parse(secrets.unseal(sealing, sealed)) as SealKey;
}

const unsealed = (row: RequestRow | null): row is RequestRow => row?.state === 'complete' && row.sealed_at === null;

/** Stores the file before the transaction that refers to it, so that an interruption leaves only an unused file. */
export async function sealSigned(
  context: Context,
  { boardId, requestId }: { readonly boardId: string; readonly requestId: string },
): Promise<void> {
  const { config, storage } = context;
  const begun = await withBoardJobScope(context, boardId, async (scope) => {
    const row = await lockRequest(scope, requestId, null);
    return unsealed(row) ? { row, board: scope.board, at: scope.now } : null;
  });
  if (begun === null) return;
  const { row, board, at } = begun;
  const sealId = randomBytes(sealIdBytes).toString('base64url');
  const versionId = randomUUID();
  const plan = evidencePlan(row, {
    board,
    appName: config.appName,
    verifyUrl: `${config.appUrl}/verify`,
    sealId,
    at,
  });
  const words = { id: sealId, name: board.title, reason: 'Signed by all signers', at: at.toISOString() };
  await inTemporaryFolder('dais-seal-', async (folder) => {
    const to = join(folder, 'sealed.pdf');
    const evidence = await typeset(context, plan);
    const key = await sealKeyOf(context, board);
    await storage.withLocalFile(row.storage_key, (from) => sealPdf({ from, to, evidence, words, key }));
    const made = {
      storageKey: storageKeyOf(boardId, versionId),
      sha256: await sha256OfFile(to),
      byteSize: (await stat(to)).size,
    };
    await storage.putFile(made.storageKey, to);
    const isKept = await withBoardJobScope(context, boardId, (scope) =>
      keepSealed(scope, context, { requestId, versionId, sealId, at, ...made }),
    );
    if (isKept !== true) await storage.remove(made.storageKey);
  });
}

interface SealedFile {
  readonly requestId: string;
  readonly versionId: string;
  readonly sealId: string;
  readonly at: Date;
  readonly storageKey: string;
  readonly sha256: Buffer;
  readonly byteSize: number;
}

async function keepSealed(scope: BoardJobScope, context: Context, file: SealedFile): Promise<boolean> {
  const row = await lockRequest(scope, file.requestId, null);
  if (!unsealed(row)) return false;
  await updateRow(scope, 'signature_requests', row.id, {
    sealed_at: file.at,
    seal_id: file.sealId,
    sealed_key: file.storageKey,
    sealed_bytes: file.byteSize,
    sealed_sha256: file.sha256,
  });
  if (row.kind === 'document' && row.subject_id !== null) await addSignedVersion(scope, context, { row, file });
  await noteAct(scope, row, 'signature.sealed', { seal_id: file.sealId });
  const memberIds = new Set([row.requested_by_id, ...row.signers.map(({ member_id: id }) => id)]);
  await queueMails(scope, { kind: sealedMail, subjectId: row.id, memberIds: [...memberIds] });
  return true;
}

async function addSignedVersion(
  scope: BoardJobScope,
  context: Context,
  { row, file }: { readonly row: RequestRow; readonly file: SealedFile },
): Promise<void> {
  const documentId = row.subject_id ?? '';
  await selectRows(scope, 'documents', { id: documentId }).select('id').forUpdate().execute();
  await addVersionRow(scope, context, {
    ...file,
    documentId,
    byId: row.requested_by_id,
    filename: safeFileName(`${row.title.replace(/\.pdf$/i, '').slice(0, filenameStemMax)} (signed).pdf`),
    extension: 'pdf',
    inspected: { needsPassword: false, isDynamicForm: false, reading: null },
  });
  await publishDocumentChanged(scope, documentId);
}

const filenameStemMax = 200;

export const signatureFiles: DerivedFiles = {
  deleteExpired: async () => undefined,
  async filterKeysInUse(scope, keys) {
    const rows = await selectRows(scope, 'signature_requests')
      .select(['storage_key', 'sealed_key'])
      .where(sql<boolean>`(storage_key = any(${keys}) or sealed_key = any(${keys}))`)
      .execute();
    return rows.flatMap((row) => [row.storage_key, row.sealed_key ?? []].flat());
  },
};
