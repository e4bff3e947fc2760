import { sql } from 'kysely';
import type * as contract from '#contract/announcements.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { announcementMessages } from '#domain/messages/announcements.ts';
import { audienceMessages } from '#domain/messages/people.ts';
import { isEmptyRichText, type RichText, richTextToPlainText } from '#domain/rich-text.ts';
import { restorableSince } from '#domain/timings.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { createRow, selectRows, updateRow } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { audienceOfInput, createAudience, replaceAudience } from '#server/features/members/audience/commands.ts';
import { type Audience, readAudience, selectAudienceAccess } from '#server/features/members/audience/queries.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { AnnouncementHome, Home } from '#server/features/papers/documents/ports.ts';
import type { PollHome } from '#server/features/papers/polls/ports.ts';
import type { Secrets } from '#server/secrets.ts';
import { type AnnouncementScope, publishAnnouncementChanged, setState } from './announcement/commands.ts';
import { canEditAnnouncement, pollHomeFactsOfAnnouncement } from './announcement/policy.ts';
import {
  type AnnouncementRow,
  findAnnouncement,
  findAnnouncementOfReader,
  type LoadedAnnouncement,
  loadAnnouncement,
} from './announcement/queries.ts';
import {
  announcementNameOfDocument,
  canSeeAnnouncement,
  selectAnnouncementOfDocument,
  selectVisibleAnnouncements,
} from './announcement/visibility.ts';
import { endLinksOutsideAudience, mailToAudience } from './readers/commands.ts';

const textColumns = (body: RichText) => ({ body: JSON.stringify(body), body_text: richTextToPlainText(body) });

export async function createAnnouncement(
  scope: BoardScope,
  given: BodyOf<typeof contract.createAnnouncement>,
): Promise<string> {
  const { member, now } = scope;
  const id = await createRow(scope, 'announcements', {
    audience_id: await createAudience(scope, audienceOfInput(given.audience)),
    title: given.title,
    ...textColumns(given.body),
    created_by: member.id,
    created_at: now,
    updated_at: now,
  });
  await requireOwnAudience(scope, id);
  await audit(scope, 'announcement.created', { kind: 'announcement', id });
  await publishAnnouncementChanged(scope, { id, state: 'draft' });
  return id;
}

/** The caller must have locked the board's audiences and the announcement's row. */
export async function updateAnnouncement(
  scope: BoardScope,
  secrets: Secrets,
  change: { readonly before: LoadedAnnouncement; readonly body: BodyOf<typeof contract.updateAnnouncement> },
): Promise<void> {
  const { before, body } = change;
  if (body.revision !== before.revision) throw refused(announcementMessages.changedMeanwhile);
  if (before.state !== 'draft' && body.body !== undefined && isEmptyRichText(body.body)) {
    throw invalid({ body: announcementMessages.empty });
  }
  const { now } = scope;
  const isText = body.title !== undefined || body.body !== undefined;
  await updateRow(scope, 'announcements', before.id, {
    ...(body.title === undefined ? {} : { title: body.title }),
    ...(body.body === undefined ? {} : textColumns(body.body)),
    ...(isText && before.state === 'published' ? { edited_at: now } : {}),
    revision: before.revision + 1,
    updated_at: now,
  });
  const fields = (['title', 'body', 'audience'] as const).filter((name) => body[name] !== undefined);
  const leavers = body.audience === undefined ? [] : await setAudience(scope, before, audienceOfInput(body.audience));
  const mails =
    before.state === 'published' && body.audience !== undefined ? await mailToAudience(scope, secrets, before.id) : 0;
  await audit(
    scope,
    'announcement.updated',
    { kind: 'announcement', id: before.id },
    { fields: fields.join(' '), mails },
  );
  await publishAnnouncementChanged(scope, before, leavers);
}

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

async function requireOwnAudience(scope: BoardScope, announcementId: string): Promise<void> {
  const row = await findAnnouncementOfReader(scope, announcementId);
  if (!row || !canEditAnnouncement(scope, row)) throw invalid({ audience: audienceMessages.beyondOwnGroups });
}

export async function publishAnnouncement(
  scope: AnnouncementScope,
  secrets: Secrets,
  item: AnnouncementRow,
): Promise<void> {
  if (item.state === 'published') throw refused(announcementMessages.alreadyPublished);
  requireText(item);
  await setState(scope, item.id, { state: 'published', publish_on: scope.now });
  const mails = await mailToAudience(scope, secrets, item.id);
  await audit(scope, 'announcement.published', { kind: 'announcement', id: item.id }, { mails });
  await publishAnnouncementChanged(scope, { id: item.id, state: 'published' });
}

/** The caller must have locked the announcement's row. */
export async function scheduleAnnouncement(scope: BoardScope, item: AnnouncementRow, publishOn: Date): Promise<void> {
  if (item.state === 'published') throw refused(announcementMessages.alreadyPublished);
  requireText(item);
  if (publishOn <= scope.now) throw invalid({ publish_on: announcementMessages.publishInPast });
  await setState(scope, item.id, { state: 'scheduled', publish_on: publishOn });
  await audit(
    scope,
    'announcement.scheduled',
    { kind: 'announcement', id: item.id },
    { publish_on: publishOn.toISOString() },
  );
  await publishAnnouncementChanged(scope, { id: item.id, state: 'scheduled' });
}

/** Publishing the announcement again does not send a second email. The caller must have locked the row. */
export async function unpublishAnnouncement(scope: BoardScope, item: AnnouncementRow): Promise<void> {
  if (item.state === 'draft') throw refused(announcementMessages.isDraft);
  await setState(scope, item.id, { state: 'draft', publish_on: null });
  await audit(scope, 'announcement.unpublished', { kind: 'announcement', id: item.id }, { was: item.state });
  await publishAnnouncementChanged(scope, item);
}

function requireText(item: AnnouncementRow): void {
  if (isEmptyRichText(item.body)) throw refused(announcementMessages.empty);
}

export async function publishDue(scope: BoardJobScope, secrets: Secrets, id: string): Promise<void> {
  await lockBoard(scope, 'audiences');
  const locked = await selectRows(scope, 'announcements', { id, state: 'scheduled', deleted_at: null })
    .select('id')
    .where('publish_on', '<=', scope.now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const item = locked && (await findAnnouncement(scope, id));
  if (item) await publishAnnouncement(scope, secrets, item);
}

/** A deleted announcement can be restored for 30 days. The caller must have locked the row. */
export async function deleteAnnouncement(scope: BoardScope, item: AnnouncementRow): Promise<void> {
  await updateRow(scope, 'announcements', item.id, { deleted_at: scope.now, updated_at: scope.now });
  await audit(scope, 'announcement.deleted', { kind: 'announcement', id: item.id });
  await publishAnnouncementChanged(scope, item);
}

/** A scheduled announcement whose time has passed becomes a draft. The caller must have locked the audiences. */
export async function undeleteAnnouncement(scope: BoardScope, announcementId: string): Promise<void> {
  const row = await selectRows(scope, 'announcements', { id: announcementId })
    .select(['id', 'publish_on', sql<AnnouncementRow['state']>`state`.as('state')])
    .select(selectAudienceAccess(scope, sql.ref('announcements.audience_id')))
    .where('deleted_at', '>', restorableSince(scope.now))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || !canEditAnnouncement(scope, row)) throw notFound();
  await updateRow(scope, 'announcements', row.id, { deleted_at: null, updated_at: scope.now });
  const { state, publish_on: publishOn } = row;
  if (state === 'scheduled' && publishOn !== null && publishOn <= scope.now) {
    await setState(scope, row.id, { state: 'draft', publish_on: null });
  }
  await audit(scope, 'announcement.undeleted', { kind: 'announcement', id: row.id });
  await publishAnnouncementChanged(scope, row);
}

export const announcementHome: Home<AnnouncementHome> = {
  selectOfDocument: selectAnnouncementOfDocument,
  nameOfDocument: announcementNameOfDocument,
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
  refuseFixed: async () => undefined,
  async publishChanged(scope, home, documentId) {
    // One event is enough, because an event about a document also makes open pages reload its announcement.
    if (documentId !== null) await publishDocumentChanged(scope, documentId);
    else await publishAnnouncementChanged(scope, home);
  },
};

export const announcementPollHome: PollHome = {
  open: async (scope, _config, { id, lock }) =>
    pollHomeFactsOfAnnouncement(await loadAnnouncement(scope, id, { lock })),
  publishChanged: (scope, { item, state }) =>
    publishAnnouncementChanged(scope, { id: item.id, state: state === 'published' ? 'published' : 'draft' }),
  async publishClosing(scope, id) {
    const announcement = await selectRows(scope, 'announcements', { id })
      .select(['id', 'state'])
      .$narrowType<Pick<AnnouncementRow, 'state'>>()
      .executeTakeFirstOrThrow();
    await publishAnnouncementChanged(scope, announcement);
  },
};
