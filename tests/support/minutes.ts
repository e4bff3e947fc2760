import type { RichText } from '#domain/rich-text.ts';
import type { Context } from '#server/context.ts';
import { inBoard, insertInto, type MadeAgendaItem, type MadeMeeting, type MadeMember } from './factories.ts';

export const paragraph = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) }],
});

interface Made {
  readonly meeting: Pick<MadeMeeting, 'id' | 'boardId'>;
  readonly item: Pick<MadeAgendaItem, 'id'>;
  readonly by: Pick<MadeMember, 'id'>;
  readonly text: string;
}

/** Comments are open until the end of the year. */
export async function makeMinutes(
  context: Context,
  { meeting, item, by, text }: Made,
): Promise<{ readonly sectionId: string; readonly commentId: string }> {
  const { boardId, id } = meeting;
  const at = context.clock.now();
  return inBoard(context, boardId, async (tx) => {
    await insertInto(tx, 'meeting_minutes', {
      board_id: boardId,
      meeting_id: id,
      state: 'circulated',
      version: 1,
      begun_at: at,
      begun_by: by.id,
      comments_until: '2026-12-31',
    });
    await insertInto(tx, 'minutes_sections', {
      id: item.id,
      board_id: boardId,
      meeting_id: id,
      number: '1',
      depth: 0,
      position: 0,
      title: text,
      notes: JSON.stringify(paragraph(text)),
      text,
      revision: 1,
      changed_at: at,
      changed_by: by.id,
    });
    const { id: commentId } = await tx
      .insertInto('minutes_comments')
      .values({ board_id: boardId, meeting_id: id, section_id: item.id, author_id: by.id, text, at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { sectionId: item.id, commentId };
  });
}
