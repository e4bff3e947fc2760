import type { Installation, MadeMeeting } from '#tests/support/installation.ts';

/** What product and issue call a long meeting. */
export const longMeeting = { items: 60, documents: 150, invitees: 40 } as const;

/** A draft with its documents, and a board of as many members as will be invited. */
export async function makeLongMeeting({ draft, sql }: Installation): Promise<MadeMeeting> {
  const items = Array.from({ length: longMeeting.items }, (_, nth) => `Item ${nth + 1}`);
  const made = await draft({ title: 'Long agenda', items });
  // Rows alone: what their bytes are costs the meeting nothing.
  await sql(
    `insert into documents (board_id, agenda_item_id, title, extension, mime_type, position)
     select board_id, id, 'Paper ' || nth, 'pdf', 'application/pdf', nth * 1024
     from (select board_id, id, row_number() over (order by position) as at from agenda_items where meeting_id = $1) item
     cross join generate_series(1, 3) nth where nth <= 2 or at <= $2`,
    [made.id, longMeeting.documents - 2 * longMeeting.items],
  );
  // The admin who makes the meeting is invited, too.
  await sql(
    `insert into members (board_id, user_id, status, slug)
     select m.board_id, gate.create_user('member' || n || '@harbour.example', 'Member', 'Number ' || n, 'no password'), 'active', 'member-' || n
     from meetings m, generate_series(2, $2::int) n where m.id = $1`,
    [made.id, longMeeting.invitees],
  );
  return made;
}
