import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { safeFileName } from '#domain/file-name.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { noteAct, sealedMail, writeRequest } from '#server/features/deciding/signatures/request/commands.ts';
import { lockRequest, type RequestRow } from '#server/features/deciding/signatures/request/queries.ts';
import { logoKeyOf } from '#server/features/members/pictures/present.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { DerivedFiles } from '#server/features/papers/documents/ports.ts';
import { queuePreparing, queueReadingCopy } from '#server/features/papers/documents/previews/commands.ts';
import { storageKeyOf } from '#server/features/papers/documents/versions/commands.ts';
import { sha256OfFile } from '#server/integrations/files/file-check.ts';
import { makeSealKey, readSealP12, type SealKey } from '#server/integrations/pdf/seal/seal-key.ts';
import { sealPdf } from '#server/integrations/pdf/seal/seal-pdf.ts';
import { typeset } from '#server/integrations/pdf/typst/typeset.ts';
import { evidencePlan } from './present.ts';

const sealing = 'seal-key';
const sealIdBytes = 16;

/** If several servers create the first key at once, all use the key that was stored first. */
async function sealKeyOf(context: Context, { id: boardId, title }: { readonly id: string; readonly title: string }) {
  const { secrets, config, clock } = context;
  if (config.sealP12 !== null) return readSealP12(await readFile(config.sealP12.path), config.sealP12.password);
  const read = () =>
    withBoardJobScope(context, boardId, ({ tx, board }) =>
      tx.selectFrom('seal_keys').select('sealed').where('board_id', '=', board.id).executeTakeFirst(),
    );
  if (!(await read())) {
    const made = await makeSealKey(`${title}, ${config.appName}`, clock.now());
    await withBoardJobScope(context, boardId, ({ tx, now }) =>
      tx
        .insertInto('seal_keys')
        .values({ board_id: boardId, sealed: secrets.seal(sealing, JSON.stringify(made)), made_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }
  const kept = await read();
  if (!kept) throw new Error('The board no longer exists.');
  return JSON.parse(secrets.unseal(sealing, kept.sealed)) as SealKey;
}

const unsealed = (row: RequestRow | null): row is RequestRow => row?.state === 'complete' && row.sealed_at === null;

/**
 * Stores the file before the transaction that refers to it. An interruption thus leaves at most an unused file, which
 * is swept. The lock lets only one of several attempts finish.
 */
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
    logo: logoKeyOf(board.logoUrl),
    appName: config.appName,
    verifyUrl: `${config.appUrl}/verify`,
    sealId,
    at,
  });
  const words = { id: sealId, name: board.title, reason: 'Signed by all signers', at: at.toISOString() };
  const folder = await mkdtemp(join(tmpdir(), 'dais-seal-'));
  try {
    const to = join(folder, 'sealed.pdf');
    const evidence = await typeset(context, plan);
    const key = await sealKeyOf(context, board);
    await storage.withLocalFile(row.storage_key, (from) => sealPdf({ from, to, evidence, words, key }));
    const made = {
      key: storageKeyOf(boardId, versionId),
      sha256: await sha256OfFile(to),
      byteSize: (await stat(to)).size,
    };
    await storage.putFile(made.key, to);
    const isKept = await withBoardJobScope(context, boardId, (scope) =>
      keepSealed(scope, { requestId, versionId, sealId, at, ...made }),
    );
    if (isKept !== true) await storage.remove(made.key);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface SealedFile {
  readonly requestId: string;
  readonly versionId: string;
  readonly sealId: string;
  readonly at: Date;
  readonly key: string;
  readonly sha256: Buffer;
  readonly byteSize: number;
}

async function keepSealed(scope: BoardJobScope, file: SealedFile): Promise<boolean> {
  const row = await lockRequest(scope, file.requestId, null);
  if (!unsealed(row)) return false;
  await writeRequest(scope, row.id, {
    sealed_at: file.at,
    seal_id: file.sealId,
    sealed_key: file.key,
    sealed_bytes: file.byteSize,
    sealed_sha256: file.sha256,
  });
  if (row.kind === 'document' && row.subject_id !== null) await addSignedVersion(scope, row, file);
  await noteAct(scope, row, 'signature.sealed', { seal_id: file.sealId });
  const memberIds = new Set([row.requested_by_id, ...row.signers.map(({ member_id: id }) => id)]);
  await queueMails(scope, { kind: sealedMail, subjectId: row.id, memberIds: [...memberIds] });
  return true;
}

async function addSignedVersion(scope: BoardJobScope, row: RequestRow, file: SealedFile): Promise<void> {
  const { tx, board } = scope;
  const documentId = row.subject_id ?? '';
  // Lock the document, so that concurrent new versions get different numbers.
  await tx
    .selectFrom('documents')
    .select('id')
    .where('board_id', '=', board.id)
    .where('id', '=', documentId)
    .forUpdate()
    .execute();
  const { number } = await tx
    .selectFrom('document_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('board_id', '=', board.id)
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('document_versions')
    .values({
      board_id: board.id,
      id: file.versionId,
      document_id: documentId,
      number: (number ?? 0) + 1,
      filename: safeFileName(`${row.title.replace(/\.pdf$/i, '').slice(0, filenameStemMax)} (signed).pdf`),
      storage_key: file.key,
      byte_size: file.byteSize,
      sha256: file.sha256,
      created_by: row.requested_by_id,
      created_at: scope.now,
    })
    .execute();
  await queuePreparing(scope, file.versionId);
  await queueReadingCopy(scope, { id: file.versionId, mimeType: 'application/pdf', byteSize: file.byteSize });
  await publishDocumentChanged(scope, documentId);
}

const filenameStemMax = 200;

/** Files that belong to no document version: originals of minutes and resolutions, and their signed files. */
export const signatureFiles: DerivedFiles = {
  deleteExpired: async () => undefined,
  async filterKeysInUse({ tx, board }, keys) {
    const rows = await tx
      .selectFrom('signature_requests')
      .select(['storage_key', 'sealed_key'])
      .where('board_id', '=', board.id)
      .where(sql<boolean>`(storage_key = any(${keys}) or sealed_key = any(${keys}))`)
      .execute();
    return rows.flatMap((row) => [row.storage_key, row.sealed_key ?? []].flat());
  },
};
