import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paperUid } from '#server/features/core/secret-addresses/present.ts';
import { hashToken } from '#server/secrets.ts';
import type { TestContext } from './context.ts';
import { inBoard, type MadeAgendaItem, type MadeMeeting } from './factories.ts';

export interface MadePaper {
  readonly id: string;
  readonly uid: string;
  readonly submission_id: string;
}

/** If `bytes` is given, the paper was sent and awaits acceptance. */
export async function makePaperRequest(
  context: TestContext,
  given: {
    readonly meeting: Pick<MadeMeeting, 'id' | 'boardId'>;
    readonly item: Pick<MadeAgendaItem, 'id'>;
    readonly title?: string;
    readonly bytes?: Buffer;
  },
): Promise<MadePaper> {
  const { meeting, item, title = 'Budget 2027', bytes } = given;
  const board_id = meeting.boardId;
  return inBoard(context, board_id, async (tx) => {
    const author = randomUUID();
    const uid = paperUid(context.secrets, { authorId: author, generation: 1 });
    const person = { name: title, email: `${author}@example.org`, uid_hash: hashToken(uid) };
    await tx
      .insertInto('paper_authors')
      .values({ id: author, board_id, meeting_id: meeting.id, ...person })
      .execute();
    const days = { due_on: '2026-12-10', reminders_from: '2026-11-16' };
    const { id } = await tx
      .insertInto('paper_requests')
      .values({ board_id, author_id: author, agenda_item_id: item.id, title, asked_at: context.clock.now(), ...days })
      .returning('id')
      .executeTakeFirstOrThrow();
    const file = randomUUID();
    if (bytes !== undefined) {
      const storage_key = `boards/${board_id}/documents/${file}`;
      const path = join(context.config.dataDir, file);
      await writeFile(path, bytes);
      await context.storage.putFile(storage_key, path);
      const sha256 = createHash('sha256').update(bytes).digest();
      const sent = { filename: 'sent.pdf', extension: 'pdf', byte_size: bytes.length, sha256 };
      await tx
        .insertInto('paper_submissions')
        .values({ id: file, board_id, request_id: id, storage_key, sent_at: context.clock.now(), ...sent })
        .execute();
    }
    return { id, uid, submission_id: file };
  });
}
