import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InsertObject, sql } from 'kysely';
import { type FileExtension, mimeTypeByExtension } from '#domain/documents.ts';
import type { FieldFiller, FieldKind, FieldVisibility } from '#domain/profile-fields.ts';
import type { Acceptance, MeetingType } from '#domain/rsvp.ts';
import type { Context } from '#server/context.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import type { DB } from '#server/db/generated.ts';
import { announcementUid, meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { feedUid } from '#server/features/views/calendar/feeds/present.ts';
import { hashPassword } from '#server/passwords.ts';
import { hashToken } from '#server/secrets.ts';

export interface MadeBoard {
  readonly id: string;
  readonly shortname: string;
  readonly title: string;
}
export interface MadeUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}
export interface OnBoard {
  readonly id: string;
  readonly boardId: string;
}
export interface MadeMember extends MadeUser, OnBoard {
  readonly slug: string;
  readonly userId: string | null;
}
export interface MadeGroup extends OnBoard {
  readonly name: string;
}
export interface MadeMeeting extends OnBoard {
  readonly title: string;
}
export interface MadeAgendaItem extends OnBoard {
  readonly meetingId: string;
}
export interface MadeDocument extends OnBoard {
  readonly versionId: string;
  readonly bytes: Buffer;
}

/** Runs `work` as the serving role, in a transaction that sees the rows of one board. */
export async function inBoard<T>(
  context: Context,
  boardId: string,
  work: (tx: BoardTransaction) => Promise<T>,
): Promise<T> {
  return context.db.transaction().execute(async (tx) => {
    await sql`select set_config('dais.board_id', ${boardId}, true)`.execute(tx);
    return work(tx);
  });
}

export async function insertInto<Table extends keyof DB>(
  tx: BoardTransaction,
  table: Table,
  rows: InsertObject<DB, Table> | readonly InsertObject<DB, Table>[],
): Promise<void> {
  if (Array.isArray(rows) && rows.length === 0) return;
  await tx.insertInto(table).values(rows).execute();
}

const unique = (): string => randomBytes(5).toString('hex');

export async function makeBoard(
  context: Context,
  given: {
    readonly title?: string;
    readonly shortname?: string;
    readonly timeZone?: string;
    readonly peopleHidden?: boolean;
    readonly suspended?: boolean;
  } = {},
): Promise<MadeBoard> {
  const title = given.title ?? 'Harbour Trust';
  const shortname = given.shortname ?? `board-${unique()}`;
  const made = await sql<{ id: string }>`
    select gate.create_board(${shortname}, ${title}, ${given.timeZone ?? 'America/Halifax'}, '#124e52') as id
  `.execute(context.db);
  const id = idOf(made.rows);
  const fields = {
    people_hidden: given.peopleHidden ?? false,
    suspended_at: given.suspended ? context.clock.now() : null,
  };
  await inBoard(context, id, (tx) => tx.updateTable('boards').set(fields).where('id', '=', id).execute());
  return { id, shortname, title };
}

/** The user has no password by default. */
export async function makeUser(
  context: Context,
  given: {
    readonly email?: string;
    readonly firstName?: string;
    readonly lastName?: string;
    readonly password?: string;
  } = {},
): Promise<MadeUser> {
  const email = given.email ?? `${unique()}@example.org`;
  const firstName = given.firstName ?? 'Ada';
  const lastName = given.lastName ?? 'Okafor';
  const passwordHash = given.password === undefined ? 'no password' : await hashPassword(given.password);
  const made = await sql<{ id: string }>`
    select gate.create_user(${email}, ${firstName}, ${lastName}, ${passwordHash}) as id
  `.execute(context.db);
  return { id: idOf(made.rows), email, firstName, lastName };
}

/** The member is active by default. A pending member has an invitation instead of a user. */
export async function makeMember(
  context: Context,
  given: {
    readonly board?: MadeBoard;
    readonly user?: MadeUser;
    readonly isBoardAdmin?: boolean;
    readonly status?: 'invited' | 'active' | 'inactive';
    readonly firstName?: string;
    readonly lastName?: string;
  } = {},
): Promise<MadeMember> {
  const board = given.board ?? (await makeBoard(context));
  const status = given.status ?? 'active';
  const slug = `member-${unique()}`;
  const fields = { board_id: board.id, is_board_admin: given.isBoardAdmin ?? false, status, slug };
  if (status !== 'invited') {
    const user = given.user ?? (await makeUser(context, given));
    const id = randomUUID();
    await inBoard(context, board.id, async (tx) => {
      await insertInto(tx, 'members', { ...fields, id, user_id: user.id });
      const uid_hash = hashToken(feedUid(context.secrets, { memberId: id, generation: 1 }));
      await insertInto(tx, 'calendar_feeds', { board_id: board.id, member_id: id, uid_hash });
    });
    return { ...user, id, boardId: board.id, slug, userId: user.id };
  }
  const email = `${unique()}@example.org`;
  const { firstName = 'Pia', lastName = 'Ende' } = given;
  const id = randomUUID();
  await inBoard(context, board.id, async (tx) => {
    await insertInto(tx, 'members', { ...fields, id });
    const expires = new Date(context.clock.now().getTime() + 14 * 86_400_000);
    const secret = { token_hash: hashToken(unique()), expires_at: expires };
    const person = { email, first_name: firstName, last_name: lastName };
    await insertInto(tx, 'invitations', { ...person, ...secret, board_id: board.id, member_id: id });
  });
  return { id, boardId: board.id, slug, userId: null, email, firstName, lastName };
}

export async function makeGroup(
  context: Context,
  given: {
    readonly board?: MadeBoard;
    readonly name?: string;
    readonly members?: readonly Pick<MadeMember, 'id'>[];
    readonly admins?: readonly Pick<MadeMember, 'id'>[];
  } = {},
): Promise<MadeGroup> {
  const board = given.board ?? (await makeBoard(context));
  const made = { id: randomUUID(), board_id: board.id, name: given.name ?? `Committee ${unique()}` };
  const belonging = [
    ...(given.members ?? []).map((member) => ({ member_id: member.id, is_group_admin: false })),
    ...(given.admins ?? []).map((member) => ({ member_id: member.id, is_group_admin: true })),
  ].map((each) => ({ ...each, board_id: board.id, group_id: made.id, added_by_board_admin: true }));
  await inBoard(context, board.id, async (tx) => {
    await insertInto(tx, 'groups', made);
    await insertInto(tx, 'group_members', belonging);
  });
  return { id: made.id, boardId: board.id, name: made.name };
}

interface Named {
  /** Without groups or members, the audience is the whole board. */
  readonly groups?: readonly Pick<MadeGroup, 'id'>[];
  readonly members?: readonly Pick<MadeMember, 'id'>[];
}

export async function writeAudience(
  tx: BoardTransaction,
  boardId: string,
  { groups, members }: Named,
): Promise<string> {
  const audience_id = randomUUID();
  const of = { board_id: boardId, audience_id };
  // Empty lists create an audience without members.
  const whole_board = groups === undefined && members === undefined;
  const named = (groups ?? []).map(({ id }) => ({ ...of, group_id: id }));
  const people = (members ?? []).map(({ id }) => ({ ...of, member_id: id }));
  await insertInto(tx, 'audiences', { id: audience_id, board_id: boardId, whole_board });
  await insertInto(tx, 'audience_groups', named);
  await insertInto(tx, 'audience_members', people);
  return audience_id;
}

/** The meeting is published by default, takes place in a week, and lasts two hours. Nobody is invited. */
export async function makeMeeting(
  context: Context,
  given: Named & {
    readonly board?: MadeBoard;
    readonly title?: string;
    readonly type?: MeetingType;
    readonly state?: 'draft' | 'published' | 'cancelled';
    readonly startsAt?: string;
    readonly endsAt?: string;
    readonly location?: string;
    readonly joinUrl?: string;
    readonly description?: string;
  } = {},
): Promise<MadeMeeting> {
  const board = given.board ?? (await makeBoard(context));
  const now = context.clock.now();
  const startsAt = given.startsAt ? new Date(given.startsAt) : new Date(now.getTime() + 7 * 86_400_000);
  const endsAt = given.endsAt ? new Date(given.endsAt) : new Date(startsAt.getTime() + 2 * 3_600_000);
  const state = given.state ?? 'published';
  const id = randomUUID();
  const title = given.title ?? 'Autumn meeting';
  const fields = {
    id,
    board_id: board.id,
    title,
    type: given.type ?? 'hybrid',
    state,
    starts_at: startsAt,
    ends_at: endsAt,
    location: given.location ?? '',
    join_url: given.joinUrl ?? '',
    description: given.description ?? '',
    created_at: now,
    updated_at: now,
    ...(state === 'draft' ? {} : { published_at: now, asked_at: now }),
    cancelled_at: state === 'cancelled' ? now : null,
  } as const;
  await inBoard(context, board.id, async (tx) => {
    const audience_id = await writeAudience(tx, board.id, given);
    await insertInto(tx, 'meetings', { ...fields, audience_id });
    if (state === 'draft') return;
    const { location, join_url, description } = fields;
    const snapshot = { title, location, join_url, description, items: [], documents: [] };
    await insertInto(tx, 'meeting_notices', {
      board_id: board.id,
      meeting_id: id,
      kind: 'published',
      snapshot: JSON.stringify(snapshot),
      created_at: now,
    });
  });
  return { id, boardId: board.id, title };
}

export async function makeInvitee(
  context: Context,
  given: {
    readonly meeting: MadeMeeting;
    readonly member: MadeMember;
    readonly acceptance?: Acceptance;
    readonly lastVisitedAt?: string;
  },
): Promise<{ readonly uid: string }> {
  const { meeting, member } = given;
  const place = { board_id: meeting.boardId, meeting_id: meeting.id, member_id: member.id };
  const answer = { acceptance: given.acceptance ?? 'none', last_visited_at: given.lastVisitedAt ?? null };
  const uid = meetingUid(context.secrets, { memberId: member.id, meetingId: meeting.id, generation: 1 });
  await inBoard(context, meeting.boardId, async (tx) => {
    await insertInto(tx, 'invitees', { ...place, ...answer });
    await insertInto(tx, 'magic_links', { ...place, uid_hash: hashToken(uid) });
  });
  return { uid };
}

export async function makePresence(
  context: Context,
  { meeting, member }: { readonly meeting: MadeMeeting; readonly member: MadeMember },
): Promise<{ readonly id: string }> {
  const id = randomUUID();
  const place = { id, board_id: meeting.boardId, meeting_id: meeting.id, member_id: member.id };
  const times = { arrived_at: context.clock.now(), left_at: context.clock.now() };
  await inBoard(context, meeting.boardId, (tx) =>
    insertInto(tx, 'presences', { ...place, ...times, mode: 'in-person' }),
  );
  return { id };
}

/** The announcement is published now for the whole board by default. */
export async function makeAnnouncement(
  context: Context,
  given: {
    readonly board?: MadeBoard;
    readonly title?: string;
    readonly words?: string;
    readonly state?: 'draft' | 'scheduled' | 'published';
    readonly publishOn?: string;
    readonly groups?: readonly Pick<MadeGroup, 'id'>[];
  } = {},
): Promise<MadeMeeting> {
  const board = given.board ?? (await makeBoard(context));
  const now = context.clock.now();
  const [state, title, id] = [given.state ?? 'published', given.title ?? 'Site visit', randomUUID()];
  const text = given.words ?? 'Bring sturdy shoes.';
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  const publishOn = state === 'draft' ? null : given.publishOn === undefined ? now : new Date(given.publishOn);
  await inBoard(context, board.id, async (tx) => {
    const audience_id = await writeAudience(tx, board.id, given);
    await insertInto(tx, 'announcements', {
      id,
      board_id: board.id,
      audience_id,
      title,
      state,
      body: JSON.stringify(body),
      body_text: text,
      publish_on: publishOn,
      created_at: now,
      updated_at: now,
    });
  });
  return { id, boardId: board.id, title };
}

export async function makeAnnouncementLink(
  context: Context,
  { announcement, member }: { readonly announcement: MadeMeeting; readonly member: Pick<MadeMember, 'id'> },
): Promise<string> {
  const uid = announcementUid(context.secrets, {
    memberId: member.id,
    announcementId: announcement.id,
    generation: 1,
  });
  await inBoard(context, announcement.boardId, (tx) =>
    insertInto(tx, 'announcement_readers', {
      board_id: announcement.boardId,
      announcement_id: announcement.id,
      member_id: member.id,
      uid_hash: hashToken(uid),
    }),
  );
  return uid;
}

export function feedFile(context: Context, member: Pick<MadeMember, 'id'>): string {
  return `${feedUid(context.secrets, { memberId: member.id, generation: 1 })}.ics`;
}

export async function makeAgendaItem(
  context: Context,
  given: {
    readonly meeting?: MadeMeeting;
    readonly title?: string;
    readonly minutes?: number | null;
    readonly presenter?: string;
  } = {},
): Promise<MadeAgendaItem> {
  const meeting = given.meeting ?? (await makeMeeting(context));
  const id = randomUUID();
  await inBoard(context, meeting.boardId, async (tx) => {
    const last = await tx
      .selectFrom('agenda_items')
      .select((eb) => eb.fn.max('position').as('position'))
      .where('meeting_id', '=', meeting.id)
      .executeTakeFirst();
    const words = { title: given.title ?? 'Report of the treasurer', presenter: given.presenter ?? '' };
    const place = { id, board_id: meeting.boardId, meeting_id: meeting.id, position: (last?.position ?? 0) + 1 };
    await insertInto(tx, 'agenda_items', { ...place, ...words, minutes: given.minutes ?? null });
  });
  return { id, boardId: meeting.boardId, meetingId: meeting.id };
}

/** Adds the document to the first of these that is given: item, folder, category, announcement, resolution, meeting. */
export async function makeDocument(
  context: Context,
  given: {
    readonly meeting?: MadeMeeting;
    readonly item?: MadeAgendaItem;
    readonly folder?: OnBoard;
    readonly category?: OnBoard;
    readonly announcement?: OnBoard;
    readonly resolution?: OnBoard;
    readonly hidden?: boolean;
    readonly title?: string;
    readonly extension?: FileExtension;
    readonly bytes?: Buffer;
    readonly createdAt?: string;
    readonly deletedAt?: string;
    readonly pages?: readonly string[];
  } = {},
): Promise<MadeDocument> {
  const places = {
    agenda_item_id: given.item,
    folder_id: given.folder,
    category_id: given.category,
    announcement_id: given.announcement,
    written_resolution_id: given.resolution,
    meeting_id: given.meeting,
  };
  const [column, place = await makeMeeting(context)] =
    Object.entries(places).find(([, each]) => each !== undefined) ?? (['meeting_id'] as const);
  const { boardId } = place;
  const extension = given.extension ?? 'pdf';
  const bytes = given.bytes ?? Buffer.from('%PDF-1.7\n% a paper\n%%EOF\n');
  const [id, versionId] = [randomUUID(), randomUUID()];
  const storageKey = `boards/${boardId}/documents/${versionId}`;
  const folder = await mkdtemp(join(tmpdir(), 'dais-paper-'));
  await writeFile(join(folder, 'paper'), bytes);
  await context.storage.putFile(storageKey, join(folder, 'paper'));
  await rm(folder, { recursive: true });
  const title = given.title ?? `paper.${extension}`;
  const createdAt = given.createdAt ?? context.clock.now();
  await inBoard(context, boardId, async (tx) => {
    const kind = { title, extension, mime_type: mimeTypeByExtension[extension], deleted_at: given.deletedAt ?? null };
    // Locks the meeting before the document, as every writer does, to avoid deadlocks.
    if (given.item)
      await tx
        .selectFrom('meetings')
        .select('id')
        .where('id', 'in', tx.selectFrom('agenda_items').select('meeting_id').where('id', '=', place.id))
        .forNoKeyUpdate()
        .execute();
    await insertInto(tx, 'documents', {
      id,
      board_id: boardId,
      [column]: place.id,
      ...kind,
      hidden: given.hidden ?? false,
      created_at: createdAt,
    });
    const filename = title.endsWith(`.${extension}`) ? title : `${title}.${extension}`;
    const file = { filename, storage_key: storageKey, byte_size: bytes.length };
    const sha256 = createHash('sha256').update(bytes).digest();
    const version = { id: versionId, board_id: boardId, document_id: id, number: 1, created_at: createdAt };
    await insertInto(tx, 'document_versions', { ...version, ...file, sha256 });
    const texts = (given.pages ?? []).flatMap((text, index) =>
      text === '' ? [] : [{ board_id: boardId, version_id: versionId, page: index + 1, text }],
    );
    await insertInto(tx, 'document_texts', texts);
  });
  return { id, boardId, versionId, bytes };
}

export async function makeProfileField(
  context: Context,
  given: {
    readonly board: Pick<MadeBoard, 'id'>;
    readonly name?: string;
    readonly kind?: FieldKind;
    readonly filledBy?: FieldFiller;
    readonly required?: boolean;
    readonly visibility?: FieldVisibility;
    readonly options?: readonly string[];
    readonly values?: Readonly<Record<string, string>>;
  },
): Promise<string> {
  const id = randomUUID();
  const field = {
    name: given.name ?? 'Languages',
    kind: given.kind ?? 'text',
    filled_by: given.filledBy ?? 'member',
    required: given.required ?? false,
    visibility: given.visibility ?? 'everyone',
    options: [...(given.options ?? [])],
  };
  await inBoard(context, given.board.id, async (tx) => {
    const { position } = await tx
      .selectFrom('profile_fields')
      .select((eb) => eb.fn.max('position').as('position'))
      .executeTakeFirstOrThrow();
    const place = { id, board_id: given.board.id, position: (position ?? 0) + 1 };
    await insertInto(tx, 'profile_fields', { ...field, ...place });
    const values = Object.entries(given.values ?? {}).map(([memberId, value]) => ({
      board_id: given.board.id,
      field_id: id,
      member_id: memberId,
      value,
    }));
    await insertInto(tx, 'profile_values', values);
  });
  return id;
}

function idOf(rows: readonly { readonly id: string }[]): string {
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The row was not made.');
  return id;
}
