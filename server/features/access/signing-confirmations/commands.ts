import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedFile } from '#contract/signatures.ts';
import type { SigningMethod } from '#domain/signatures.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { firstRow } from '#server/db/select-value.ts';

/** Milliseconds. Long enough for one click, or for the redirect back from an identity provider. */
const validMsMax = 300_000;

export interface SigningConfirmation {
  readonly method: SigningMethod;
  readonly name: string;
  readonly assertion: unknown;
}

const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

export const bytesOfFile = (file: SignedFile): Buffer =>
  Buffer.concat([uuidBytes(file.request_id), uuidBytes(file.version_id), Buffer.from(file.sha256, 'hex')]);

const aboutOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** The caller must have just verified the user's identity. */
export async function keepSigningConfirmation(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  given: SigningConfirmation & { readonly userId: string; readonly fileBytes: Buffer },
): Promise<void> {
  const until = new Date(clock.now().getTime() + validMsMax);
  const assertion = given.assertion === null ? null : JSON.stringify(given.assertion);
  await sql`
    select gate.keep_signing_confirmation(${given.userId}::uuid, ${aboutOf(given.fileBytes)}, ${given.method}, ${given.name},
      ${assertion}::jsonb, ${until})
  `.execute(db);
}

/** Uses up the confirmation. Returns null if the user has not confirmed this file. */
export async function takeSigningConfirmation(
  { tx, member, now }: Pick<BoardScope, 'tx' | 'member' | 'now'>,
  file: SignedFile,
): Promise<SigningConfirmation | null> {
  return firstRow(
    tx,
    sql<SigningConfirmation>`
      select method, name, assertion from gate.take_signing_confirmation(${member.userId}::uuid, ${aboutOf(bytesOfFile(file))}, ${now})
    `,
  );
}
