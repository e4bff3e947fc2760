import type { z } from 'zod';
import type {
  createAnnouncement as createContract,
  updateAnnouncement as updateContract,
} from '#contract/announcements.ts';
import { announcementMessages } from '#domain/later-messages.ts';
import { audienceMessages } from '#domain/messages.ts';
import { isEmptyRichText, type RichText, richTextWords } from '#domain/rich-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takeTurn } from '#server/db/turn.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import {
  type Audience,
  audienceOfInput,
  createAudience,
  replaceAudience,
} from '#server/features/members/audience/commands.ts';
import { readAudience } from '#server/features/members/audience/queries.ts';
import { listPeopleOf } from '#server/features/members/people/queries.ts';
import type { Secrets } from '#server/secrets.ts';
import { endLinksOutsideAudience } from './links.ts';
import { canEditAnnouncement } from './policy.ts';
import { mailToAudience } from './publish.ts';
import { findAnnouncementOfReader, type LoadedAnnouncement } from './queries.ts';
import { tellAnnouncementChanged } from './tell.ts';

type CreateBody = z.output<NonNullable<typeof createContract.body>>;
type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;

const textColumns = (body: RichText) => ({ body: JSON.stringify(body), body_text: richTextWords(body) });

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
  await tellAnnouncementChanged(scope, { id: row.id, state: 'draft' });
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
  await tellAnnouncementChanged(scope, before, leavers);
}

/** Answers who was in the audience before. */
async function setAudience(
  scope: BoardScope,
  before: LoadedAnnouncement,
  audience: Audience,
): Promise<readonly string[]> {
  const people = await listPeopleOf(scope, await readAudience(scope, before.audience_id));
  await replaceAudience(scope, before.audience_id, audience);
  const turn = await takeTurn(scope, 'audiences');
  await endLinksOutsideAudience(scope, { turn, announcementId: before.id });
  await requireOwnAudience(scope, before.id);
  return before.state === 'published' ? people.map((person) => person.id) : [];
}

/** Nobody makes or leaves an announcement for more than is theirs to edit. */
async function requireOwnAudience(scope: BoardScope, announcementId: string): Promise<void> {
  const row = await findAnnouncementOfReader(scope, announcementId);
  if (!row || !canEditAnnouncement(scope, row)) throw invalid({ audience: audienceMessages.beyondOwnGroups });
}
