import pg from 'pg';
import { httpClient } from '#tests/support/http-client.ts';
import { perBoard, sessionToken } from './filling/sizes.ts';

export interface Actor {
  readonly boardId: string;
  readonly memberId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly meetingId: string;
  readonly comingMeetingId: string;
  readonly comingItemIds: readonly string[];
  readonly announcementId: string;
  readonly categoryId: string;
  readonly folderId: string;
  readonly documentId: string;
  readonly versionId: string;
  /** This is null on most boards, because their files do not exist in storage. */
  readonly download: { readonly id: string; readonly key: string; readonly bytes: number } | null;
  readonly feedPath: string;
}

export async function findActors(given: {
  readonly url: string;
  readonly superuserUrl: string;
  readonly members: readonly { readonly board: number; readonly member: number }[];
}): Promise<readonly Actor[]> {
  const client = new pg.Client({ connectionString: given.superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select b.id as board_id, m.id as member_id, m.number, m.slug, split_part(split_part(u.email, '@', 1), '-', 2)::int as user,
         translate(md5(wanted.number || ':' || m.number), '0189', 'ghij') as feed, past.id as past, coming.id as coming, coming_items.ids as coming_items, notice.id as announcement_id, f.category_id, f.id as folder_id, d.id as document_id, v.id as version_id, file.*
       from boards b
       join unnest($1::int[], $2::int[]) wanted (number, member) on 'bench-' || wanted.number = b.shortname
       join lateral (select id, user_id, slug, wanted.member as number from members where board_id = b.id and slug = 'person-' || wanted.member) m on true
       join users u on u.id = m.user_id
       join lateral (select t.id from meetings t join invitees i on i.board_id = b.id and i.meeting_id = t.id and i.member_id = m.id
         where t.board_id = b.id and t.starts_at < now() and t.state = 'published' order by md5(t.id::text) limit 1) past on true
       join lateral (select t.id from meetings t join invitees i on i.board_id = b.id and i.meeting_id = t.id and i.member_id = m.id
         where t.board_id = b.id and t.starts_at > now() and t.state = 'published' order by t.starts_at limit 1) coming on true
       join lateral (select array(select id from agenda_items where board_id = b.id and meeting_id = coming.id order by position limit 2) as ids) coming_items on true
       join lateral (select n.id from announcements n join audiences a on a.board_id = n.board_id and a.id = n.audience_id
         where n.board_id = b.id and n.deleted_at is null and n.state = 'published' and a.whole_board order by n.publish_on desc limit 1) notice on true
       join lateral (select f.* from folders f join categories c on c.id = f.category_id and c.position = 1024 where f.board_id = b.id and f.position = 1024) f on true
       join lateral (select id from documents where board_id = b.id and folder_id = f.id order by id limit 1) d on true
       join lateral (select id from document_versions where board_id = b.id and document_id = d.id order by number desc limit 1) v on true
       left join lateral (select v.document_id as file_id, v.storage_key, v.byte_size::int from document_versions v where v.board_id = b.id and v.byte_size > 1000000 limit 1) file on true
       order by wanted.number, wanted.member`,
      [given.members.map(({ board }) => board), given.members.map(({ member }) => member)],
    );
    const actors: Actor[] = [];
    for (const row of rows) {
      const session = sessionToken(row.user);
      const browser = httpClient(given.url);
      browser.keep('dais_session', session);
      const started = await browser.call('GET', '/ajax/start', undefined, { 'x-board': row.board_id });
      if (started.json?.data?.user === null) throw new Error(`The session of ${row.slug} opens nothing.`);
      const cookies = browser.cookies();
      actors.push({
        boardId: row.board_id,
        memberId: row.member_id,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
          'x-requested-with': 'XMLHttpRequest',
          'x-board': row.board_id,
        },
        meetingId: row.past,
        comingMeetingId: row.coming,
        comingItemIds: row.coming_items,
        announcementId: row.announcement_id,
        categoryId: row.category_id,
        folderId: row.folder_id,
        documentId: row.document_id,
        versionId: row.version_id,
        download: row.file_id === null ? null : { id: row.file_id, key: row.storage_key, bytes: row.byte_size },
        feedPath: `/feed/f${row.feed}.ics`,
      });
    }
    return actors;
  } finally {
    await client.end();
  }
}

export const membersOfMany = (count: number, boards: number) =>
  Array.from({ length: count }, (_, nth) => ({
    board: 2 + Math.floor((nth * (boards - 1)) / count),
    member: 1 + (nth % (perBoard.members - 2)),
  }));

export const membersOfLarge = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ board: 1, member: 1 + nth }));

export const membersWithFiles = (count: number, after = 0) =>
  Array.from({ length: count }, (_, nth) => ({ board: 2 + after + nth, member: 1 + (nth % 2) }));
