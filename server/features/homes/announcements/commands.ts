import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  createAnnouncement as createContract,
  updateAnnouncement as updateContract,
} from '#contract/announcements.ts';
import { announcementMessages } from '#domain/messages/announcements.ts';
import { audienceMessages } from '#domain/messages/people.ts';
import { isEmptyRichText, type RichText, richTextToPlainText } from '#domain/rich-text.ts';
import { restorableSince } from '#domain/timings.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { announcementUid } from '#server/features/core/secret-addresses/present.ts';
import {
  type Audience,
  audienceOfInput,
  createAudience,
  replaceAudience,
} from '#server/features/members/audience/commands.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import {
  inAudience,
  listenersOf,
  readAudience,
  selectAudienceAccess,
} from '#server/features/members/audience/queries.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { AnnouncementHome, Home } from '#server/features/papers/documents/ports.ts';
import type { PollHome } from '#server/features/papers/polls/ports.ts';
import { publishLive } from '#server/http/live-hub.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import { canEditAnnouncement, pollHomeFactsOfAnnouncement } from './policy.ts';
import {
  type AnnouncementRow,
  findAnnouncementOfReader,
  type LoadedAnnouncement,
  loadAnnouncement,
} from './queries.ts';
import { endLinksOutsideAudience } from './readers/commands.ts';
import { canSeeAnnouncement, selectAnnouncementOfDocument, selectVisibleAnnouncements } from './visibility.ts';

type CreateBody = z.output<NonNullable<typeof createContract.body>>;
type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;

const textColumns = (body: RichText) => ({ body: JSON.stringify(body), body_text: richTextToPlainText(body) });

/** Answers the new draft's id. */
export async function createAnnouncement(scope: BoardScope, given: CreateBody): Promise<string> {
  const { tx, board, member, now } = scope;
  const row = await tx
    .insertInto('announcements')
    .values({
      board_id: board.id,
      audience_id: await createAudience(scope, audienceOfInput(given.audience)),
      title: given.title,
      ...textColumns(given.body),
      created_by: member.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await requireOwnAudience(scope, row.id);
  await audit(scope, { action: 'announcement.created', subjectKind: 'announcement', subjectId: row.id });
  await publishAnnouncementChanged(scope, { id: row.id, state: 'draft' });
  return row.id;
}

/** The audiences and the announcement's row must be locked. */
export async function updateAnnouncement(
  scope: BoardScope,
  secrets: Secrets,
  change: { readonly before: LoadedAnnouncement; readonly body: UpdateBody },
): Promise<void> {
  const { before, body } = change;
  if (body.revision !== before.revision) throw refused(announcementMessages.changedMeanwhile);
  // What is out, or goes out by itself at its time, has words.
  if (before.state !== 'draft' && body.body !== undefined && isEmptyRichText(body.body)) {
    throw invalid({ body: announcementMessages.empty });
  }
  const { tx, board, now } = scope;
  const isText = body.title !== undefined || body.body !== undefined;
  await tx
    .updateTable('announcements')
    .set({
      ...(body.title === undefined ? {} : { title: body.title }),
      ...(body.body === undefined ? {} : textColumns(body.body)),
      ...(isText && before.state === 'published' ? { edited_at: now } : {}),
      revision: before.revision + 1,
      updated_at: now,
    })
    .where('board_id', '=', board.id)
    .where('id', '=', before.id)
    .execute();
  const fields = (['title', 'body', 'audience'] as const).filter((name) => body[name] !== undefined);
  const leavers = body.audience === undefined ? [] : await setAudience(scope, before, audienceOfInput(body.audience));
  const mails =
    before.state === 'published' && body.audience !== undefined ? await mailToAudience(scope, secrets, before) : 0;
  await audit(scope, {
    action: 'announcement.updated',
    subjectKind: 'announcement',
    subjectId: before.id,
    detail: { fields: fields.join(' '), mails },
  });
  await publishAnnouncementChanged(scope, before, leavers);
}

/** Answers who was in the audience before. */
async function setAudience(
  scope: BoardScope,
  before: LoadedAnnouncement,
  audience: Audience,
): Promise<readonly string[]> {
  const people = await listPeopleOf(scope, await readAudience(scope, before.audience_id));
  await replaceAudience(scope, before.audience_id, audience);
  const lock = await lockBoard(scope, 'audiences');
  await endLinksOutsideAudience(scope, { lock, announcementId: before.id });
  await requireOwnAudience(scope, before.id);
  return before.state === 'published' ? people.map((person) => person.id) : [];
}

/** Nobody makes or leaves an announcement for more than is theirs to edit. */
async function requireOwnAudience(scope: BoardScope, announcementId: string): Promise<void> {
  const row = await findAnnouncementOfReader(scope, announcementId);
  if (!row || !canEditAnnouncement(scope, row)) throw invalid({ audience: audienceMessages.beyondOwnGroups });
}

/** Takes it out of sight with its documents and links; nothing is lost for 30 days. The row must be locked. */
export async function deleteAnnouncement(scope: BoardScope, item: AnnouncementRow): Promise<void> {
  await setDeleted(scope, item.id, scope.now);
  await audit(scope, { action: 'announcement.deleted', subjectKind: 'announcement', subjectId: item.id });
  await publishAnnouncementChanged(scope, item);
}

/**
 * Brings it back as it was, but for one whose time came while it was deleted: that is a draft again, since nobody expects it
 * to go out by being restored. The board's audiences must be held. Throws `not-found` for what is not deleted, beyond
 * restoring, or not the member's to edit.
 */
export async function undeleteAnnouncement(scope: BoardScope, announcementId: string): Promise<void> {
  const row = await scope.tx
    .selectFrom('announcements')
    .select(['id', 'publish_on', sql<AnnouncementRow['state']>`state`.as('state')])
    .select(selectAudienceAccess(scope, sql.ref('announcements.audience_id')))
    .where('board_id', '=', scope.board.id)
    .where('id', '=', announcementId)
    .where('deleted_at', '>', restorableSince(scope.now))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || !isEditor(scope, row)) throw notFound();
  await setDeleted(scope, row.id, null);
  const { state, publish_on: publishOn } = row;
  if (state === 'scheduled' && publishOn !== null && publishOn <= scope.now) {
    await setState(scope, row.id, { state: 'draft', publish_on: null });
  }
  await audit(scope, { action: 'announcement.undeleted', subjectKind: 'announcement', subjectId: row.id });
  await publishAnnouncementChanged(scope, row);
}

async function setDeleted({ tx, board, now }: BoardScope, id: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ deleted_at: at, updated_at: now })
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .execute();
}

/** An announcement as what holds documents. */
export const announcementHome: Home<AnnouncementHome> = {
  selectOfDocument: selectAnnouncementOfDocument,
  selectVisible: selectVisibleAnnouncements,
  isVisible: canSeeAnnouncement,
  canEdit: canEditAnnouncement,
  documentStaysMessage: announcementMessages.documentStays,
  async open(scope, place, options) {
    const item = await loadAnnouncement(scope, place.id, options);
    authorize(canEditAnnouncement(scope, item));
    const { id, state, in_audience, administers } = item;
    return { kind: 'announcement', id, state, in_audience, administers };
  },
  async lock(scope, { id }) {
    await loadAnnouncement(scope, id, { lock: 'update' });
  },
  // Its documents can be put in another order as long as it is there.
  refuseOrdering: async () => undefined,
  async publishChanged(scope, home, documentId) {
    // Its own event alone: open pages ask again for what it stands in as well, and would do so twice.
    if (documentId !== null) await publishDocumentChanged(scope, documentId);
    else await publishAnnouncementChanged(scope, home);
  },
  async listNames({ tx, board }, ids) {
    const rows = await tx
      .selectFrom('announcements')
      .select(['id', 'title'])
      .where('board_id', '=', board.id)
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, title }) => [id, title]));
  },
};

/** The kind of the one message about an announcement; its renderer stands in mail.ts. */
export const announcementMail = 'announcement';
/** A link to it that an editor has renewed. */
export const announcementLinkMail = 'announcement-link';

/** An announcement as what has polls. */
export const announcementPollHome: PollHome = {
  open: async (scope, _config, { id, lock }) =>
    pollHomeFactsOfAnnouncement(await loadAnnouncement(scope, id, { lock })),
  publishChanged: (scope, { item, state }) =>
    publishAnnouncementChanged(scope, { id: item.id, state: state === 'published' ? 'published' : 'draft' }),
};

type Writing = BoardScope | BoardJobScope;

/**
 * Makes it public, with one message to each active member of its audience. The row must be locked, so that of several
 * publishers one finds it not published.
 */
export async function publishAnnouncement(scope: Writing, secrets: Secrets, item: AnnouncementRow): Promise<void> {
  if (item.state === 'published') throw refused(announcementMessages.alreadyPublished);
  requireWords(item);
  await setState(scope, item.id, { state: 'published', publish_on: scope.now });
  const mails = await mailToAudience(scope, secrets, item);
  await audit(scope, {
    action: 'announcement.published',
    subjectKind: 'announcement',
    subjectId: item.id,
    detail: { mails },
  });
  await publishAnnouncementChanged(scope, { id: item.id, state: 'published' });
}

/** A job publishes it once its time has come. The row must be locked. */
export async function scheduleAnnouncement(scope: BoardScope, item: AnnouncementRow, publishOn: Date): Promise<void> {
  if (item.state === 'published') throw refused(announcementMessages.alreadyPublished);
  requireWords(item);
  if (publishOn <= scope.now) throw invalid({ publish_on: announcementMessages.publishInPast });
  await setState(scope, item.id, { state: 'scheduled', publish_on: publishOn });
  await audit(scope, {
    action: 'announcement.scheduled',
    subjectKind: 'announcement',
    subjectId: item.id,
    detail: { publish_on: publishOn.toISOString() },
  });
  await publishAnnouncementChanged(scope, { id: item.id, state: 'scheduled' });
}

/** A draft again: its links open nothing. Whoever has got the message gets no second one. The row must be locked. */
export async function unpublishAnnouncement(scope: BoardScope, item: AnnouncementRow): Promise<void> {
  if (item.state === 'draft') throw refused(announcementMessages.isDraft);
  await setState(scope, item.id, { state: 'draft', publish_on: null });
  await audit(scope, {
    action: 'announcement.unpublished',
    subjectKind: 'announcement',
    subjectId: item.id,
    detail: { was: item.state },
  });
  // Those who could read it hear that they no longer can.
  await publishAnnouncementChanged(scope, item);
}

/** Links and messages for the active members of the audience who have had none; answers their number. */
export async function mailToAudience(
  scope: Writing,
  secrets: Secrets,
  item: Pick<AnnouncementRow, 'id' | 'audience_id'>,
): Promise<number> {
  const { tx, board, now } = scope;
  const waiting = await tx
    .selectFrom('members as member')
    .leftJoin('announcement_readers as reader', (join) =>
      join
        .onRef('reader.board_id', '=', 'member.board_id')
        .onRef('reader.member_id', '=', 'member.id')
        .on('reader.announcement_id', '=', item.id),
    )
    .where('member.board_id', '=', board.id)
    .where('member.status', '=', 'active')
    .where('reader.mailed_at', 'is', null)
    .where(inAudience(scope, sql<string>`${item.audience_id}::uuid`, sql.ref('member.id')))
    .select((eb) => ['member.id', eb.fn.coalesce('reader.link_generation', eb.lit(1)).as('generation')])
    .execute();
  if (waiting.length === 0) return 0;
  const rows = waiting.map(({ id: memberId, generation }) => ({
    board_id: board.id,
    announcement_id: item.id,
    member_id: memberId,
    mailed_at: now,
    link_generation: generation,
    uid_hash: hashToken(announcementUid(secrets, { memberId, announcementId: item.id, generation })),
  }));
  await tx
    .insertInto('announcement_readers')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'announcement_id', 'member_id']).doUpdateSet((eb) => ({
        mailed_at: eb.ref('excluded.mailed_at'),
        uid_hash: eb.ref('excluded.uid_hash'),
      })),
    )
    .execute();
  const memberIds = waiting.map((each) => each.id);
  await queueMails(scope, { kind: announcementMail, subjectId: item.id, memberIds });
  return memberIds.length;
}

function requireWords(item: AnnouncementRow): void {
  if (isEmptyRichText(item.body)) throw refused(announcementMessages.empty);
}

/** Its row must be locked. */
export async function setState(
  { tx, board, now }: Writing,
  id: string,
  fields: { readonly state: AnnouncementRow['state']; readonly publish_on: Date | null },
): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ ...fields, edited_at: null, updated_at: now })
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .execute();
}

/** Tells the open pages of whoever may know of it; `alsoTo`: members who may no longer, and should hear of that. */
export async function publishAnnouncementChanged(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  item: Pick<AnnouncementRow, 'id' | 'state'>,
  alsoTo: readonly string[] = [],
): Promise<void> {
  const row = await scope.tx
    .selectFrom('announcements')
    .select('audience_id')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow();
  const isDraft = item.state !== 'published';
  const listeners = await listenersOf(scope, { audienceId: row.audience_id, isDraft });
  const told = listeners === 'everyone' ? listeners : [...new Set([...listeners, ...alsoTo])];
  await publishLive(scope, { noun: 'announcement', id: item.id }, told);
}
