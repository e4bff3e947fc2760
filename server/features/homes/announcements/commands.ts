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
import {
  type Audience,
  audienceOfInput,
  createAudience,
  replaceAudience,
} from '#server/features/members/audience/commands.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { listenersOf, readAudience, selectAudienceAccess } from '#server/features/members/audience/queries.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { AnnouncementHome, Home } from '#server/features/papers/documents/ports.ts';
import type { PollHome } from '#server/features/papers/polls/ports.ts';
import { publishLive } from '#server/http/live-hub.ts';
import type { Secrets } from '#server/secrets.ts';
import { canEditAnnouncement, pollHomeFactsOfAnnouncement } from './policy.ts';
import {
  type AnnouncementRow,
  findAnnouncement,
  findAnnouncementOfReader,
  type LoadedAnnouncement,
  loadAnnouncement,
} from './queries.ts';
import { endLinksOutsideAudience, mailToAudience } from './readers/commands.ts';
import {
  announcementVisibleWhere,
  canSeeAnnouncement,
  selectAnnouncementOfDocument,
  selectVisibleAnnouncements,
} from './visibility.ts';

type CreateBody = z.output<NonNullable<typeof createContract.body>>;
type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;

type Writing = BoardScope | BoardJobScope;

/** The kind of mail that brings a renewed link. */
export const announcementLinkMail = 'announcement-link';

const textColumns = (body: RichText) => ({ body: JSON.stringify(body), body_text: richTextToPlainText(body) });

/** Returns the new draft's id. */
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
  // A published or scheduled announcement is never empty.
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
    before.state === 'published' && body.audience !== undefined ? await mailToAudience(scope, secrets, before.id) : 0;
  await audit(scope, {
    action: 'announcement.updated',
    subjectKind: 'announcement',
    subjectId: before.id,
    detail: { fields: fields.join(' '), mails },
  });
  await publishAnnouncementChanged(scope, before, leavers);
}

/** Returns who could read it before. */
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

/** Throws `invalid` unless the member edits the announcement with its new audience. */
async function requireOwnAudience(scope: BoardScope, announcementId: string): Promise<void> {
  const row = await findAnnouncementOfReader(scope, announcementId);
  if (!row || !canEditAnnouncement(scope, row)) throw invalid({ audience: audienceMessages.beyondOwnGroups });
}

/** It can be restored for 30 days. The row must be locked. */
export async function deleteAnnouncement(scope: BoardScope, item: AnnouncementRow): Promise<void> {
  await setDeleted(scope, item.id, scope.now);
  await audit(scope, { action: 'announcement.deleted', subjectKind: 'announcement', subjectId: item.id });
  await publishAnnouncementChanged(scope, item);
}

/**
 * A scheduled one whose time has passed becomes a draft: restoring should not publish. The board's audiences must be locked.
 * Throws `not-found` for what the member cannot restore.
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

/** Sends mail to each active member of the audience. The row must be locked. */
export async function publishAnnouncement(scope: Writing, secrets: Secrets, item: AnnouncementRow): Promise<void> {
  if (item.state === 'published') throw refused(announcementMessages.alreadyPublished);
  requireText(item);
  await setState(scope, item.id, { state: 'published', publish_on: scope.now });
  const mails = await mailToAudience(scope, secrets, item.id);
  await audit(scope, {
    action: 'announcement.published',
    subjectKind: 'announcement',
    subjectId: item.id,
    detail: { mails },
  });
  await publishAnnouncementChanged(scope, { id: item.id, state: 'published' });
}

/** The row must be locked. */
export async function scheduleAnnouncement(scope: BoardScope, item: AnnouncementRow, publishOn: Date): Promise<void> {
  if (item.state === 'published') throw refused(announcementMessages.alreadyPublished);
  requireText(item);
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

/** Links stop working; members who got mail get no second one. The row must be locked. */
export async function unpublishAnnouncement(scope: BoardScope, item: AnnouncementRow): Promise<void> {
  if (item.state === 'draft') throw refused(announcementMessages.isDraft);
  await setState(scope, item.id, { state: 'draft', publish_on: null });
  await audit(scope, {
    action: 'announcement.unpublished',
    subjectKind: 'announcement',
    subjectId: item.id,
    detail: { was: item.state },
  });
  // Pages of those who could read it must notice.
  await publishAnnouncementChanged(scope, item);
}

function requireText(item: AnnouncementRow): void {
  if (isEmptyRichText(item.body)) throw refused(announcementMessages.empty);
}

/** Its row must be locked. */
async function setState(
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

/** `alsoTo`: members who may no longer see it, and whose open pages must notice. */
export async function publishAnnouncementChanged(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  item: Pick<AnnouncementRow, 'id' | 'state'>,
  alsoTo: readonly string[] = [],
): Promise<void> {
  const listeners = await listenersOf(
    scope,
    sql`(select own.audience_id, ${item.state}::text as state from announcements own
      where own.board_id = ${scope.board.id}::uuid and own.id = ${item.id}::uuid) item`,
    announcementVisibleWhere,
  );
  const audience = listeners === 'everyone' ? listeners : [...new Set([...listeners, ...alsoTo])];
  await publishLive(scope, { noun: 'announcement', id: item.id }, audience);
}

/** Unless it was withdrawn, rescheduled or published meanwhile. */
export async function publishDue(scope: BoardJobScope, secrets: Secrets, id: string): Promise<void> {
  await lockBoard(scope, 'audiences');
  const locked = await scope.tx
    .selectFrom('announcements')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('publish_on', '<=', scope.now)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const item = locked && (await findAnnouncement(scope, id));
  if (item) await publishAnnouncement(scope, secrets, item);
}

/** Deletes it for good with all that belongs to it, and returns the storage keys of its files. */
export async function purgeAnnouncement(scope: BoardJobScope, id: string): Promise<readonly string[]> {
  const { tx, board } = scope;
  const item = await tx
    .selectFrom('announcements')
    .select(['id', 'audience_id'])
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .where('deleted_at', '<', restorableSince(scope.now))
    .forUpdate()
    .executeTakeFirst();
  if (!item) return [];
  const files = await tx
    .selectFrom('document_versions as version')
    .innerJoin('documents as document', (join) =>
      join.onRef('document.board_id', '=', 'version.board_id').onRef('document.id', '=', 'version.document_id'),
    )
    .select(['version.storage_key', 'version.preview_key'])
    .where('version.board_id', '=', board.id)
    .where('document.announcement_id', '=', item.id)
    .execute();
  await tx.deleteFrom('announcements').where('board_id', '=', board.id).where('id', '=', item.id).execute();
  await tx.deleteFrom('audiences').where('board_id', '=', board.id).where('id', '=', item.audience_id).execute();
  await audit(scope, { action: 'announcement.purged', subjectKind: 'announcement', subjectId: item.id });
  return files.flatMap((file) => [file.storage_key, ...(file.preview_key === null ? [] : [file.preview_key])]);
}

export const announcementHome: Home<AnnouncementHome> = {
  selectOfDocument: selectAnnouncementOfDocument,
  selectVisible: selectVisibleAnnouncements,
  isVisible: canSeeAnnouncement,
  canEdit: canEditAnnouncement,
  documentStaysMessage: announcementMessages.documentStays,
  async open(scope, input, options) {
    const item = await loadAnnouncement(scope, input.id, options);
    authorize(canEditAnnouncement(scope, item));
    const { id, state, in_audience, administers } = item;
    return { kind: 'announcement', id, state, in_audience, administers };
  },
  async lock(scope, { id }) {
    await loadAnnouncement(scope, id, { lock: 'update' });
  },
  refuseOrdering: async () => undefined,
  async publishChanged(scope, home, documentId) {
    // One event only: on it, open pages reload the announcement as well.
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

export const announcementPollHome: PollHome = {
  open: async (scope, _config, { id, lock }) =>
    pollHomeFactsOfAnnouncement(await loadAnnouncement(scope, id, { lock })),
  publishChanged: (scope, { item, state }) =>
    publishAnnouncementChanged(scope, { id: item.id, state: state === 'published' ? 'published' : 'draft' }),
};
