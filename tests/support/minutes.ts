import type { RichText } from '#domain/rich-text.ts';
import type { Context } from '#server/context.ts';
import { inBoard, type MadeAgendaItem, type MadeMeeting, type MadeMember } from './factories.ts';

export const paragraph = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) }],
});

interface Made {
  readonly meeting: MadeMeeting;
  readonly by: Pick<MadeMember, 'id'>;
  readonly sections?: readonly { readonly item: MadeAgendaItem; readonly text: string }[];
}

/** Of a meeting, in draft; or circulated once, with the sections that are given. */
export async function makeMinutes(
  context: Context,
  { meeting, by, sections = [], version = 0 }: Made & { readonly version?: number },
): Promise<void> {
  const { boardId, id } = meeting;
  const at = context.clock.now();
  await inBoard(context, boardId, async (tx) => {
    const state = version === 0 ? 'draft' : 'circulated';
    await tx
      .insertInto('meeting_minutes')
      .values({
        ...{ board_id: boardId, meeting_id: id, state, version, begun_at: at, begun_by: by.id },
        comments_until: version === 0 ? null : '2026-12-31',
      })
      .execute();
    for (const [position, { item, text }] of sections.entries()) {
      await tx
        .insertInto('minutes_sections')
        .values({
          ...{ id: item.id, board_id: boardId, meeting_id: id, number: String(position + 1), depth: 0, position },
          ...{ title: item.title, notes: JSON.stringify(paragraph(text)), text },
          ...{ revision: 1, changed_at: at, changed_by: by.id },
        })
        .execute();
    }
  });
}
