import { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import type { DocumentPlace } from '#contract/documents.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { attachDocument } from '#server/features/papers/documents/attach.ts';
import { asMember, type Seeding } from './seeding.ts';

export interface DemoFile {
  readonly title: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
}

const uploadDays = 1;

/** Brings a file in as an upload does: a row, the bytes beside it, then the attaching that checks and consumes both. */
export async function seedDocument(
  seeding: Seeding,
  given: {
    readonly userId: string;
    readonly at: Date;
    readonly file: DemoFile;
    readonly place: DocumentPlace;
  },
): Promise<string> {
  const inScope: InScope = (work) => asMember(seeding, given, work);
  const uploadId = await inScope((scope) => receive(scope, seeding, given.file));
  return attachDocument(inScope, seeding.context, {
    uploadId,
    title: given.file.title,
    place: given.place,
    beforeId: null,
  });
}

async function receive(scope: BoardScope, seeding: Seeding, file: DemoFile): Promise<string> {
  const upload = await scope.tx
    .insertInto('uploads')
    .values({
      board_id: scope.board.id,
      member_id: scope.member.id,
      filename: file.filename,
      byte_length: file.bytes.byteLength,
      created_at: scope.now,
      expires_at: new Date(scope.now.getTime() + uploadDays * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { store } = seeding.context.uploads;
  await store.create(new Upload({ id: upload.id, size: file.bytes.byteLength, offset: 0 }));
  await store.write(Readable.from([file.bytes]), upload.id, 0);
  return upload.id;
}
