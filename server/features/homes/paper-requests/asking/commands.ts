import { sql } from 'kysely';
import type { AskedPaper } from '#contract/paper-requests.ts';
import { knownName } from '#domain/identity.ts';
import { paperMessages } from '#domain/messages/paper-requests.ts';
import { type PaperLinks, paperLimits } from '#domain/paper-requests.ts';
import { normaliseEmail } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { createRow, selectRows, updateRow } from '#server/db/board-rows.ts';
import { type BoardScope, todayOf } from '#server/db/board-scope.ts';
import { invalid, notFound, refuseBeyond, refused } from '#server/errors.ts';
import { queueOutsiderMail } from '#server/features/core/mail/commands.ts';
import { paperUid } from '#server/features/core/secret-addresses/present.ts';
import { loadMeetingForEdit, refuseClosed } from '#server/features/homes/meetings/meeting/commands.ts';
import { listAgendaItems } from '#server/features/homes/meetings/meeting/queries.ts';
import { papersAskedMail, recordPaper } from '#server/features/homes/paper-requests/paper/commands.ts';
import { readPaperLinks, selectPapers } from '#server/features/homes/paper-requests/paper/queries.ts';
import { loadPerson } from '#server/features/members/people/queries.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';

/** Sends each author one message, even if several papers are requested. */
export async function askForPapers(
  scope: BoardScope,
  context: Pick<Context, 'secrets' | 'config'>,
  asked: { readonly meetingId: string; readonly papers: readonly AskedPaper[] },
): Promise<void> {
  const meeting = await loadMeetingForEdit(scope, asked.meetingId);
  if (meeting.state === 'cancelled') throw refused(paperMessages.meetingOver);
  refuseClosed(scope, context.config, meeting);
  refuseAuthors(await readPaperLinks(scope), asked.papers);
  const present = (await selectPapers(scope).where('author.meeting_id', '=', meeting.id).execute()).length;
  const most = paperLimits.requestsOfMeetingMax;
  refuseBeyond({ present, adding: asked.papers.length, most }, paperMessages.tooMany);
  const items = await listAgendaItems(scope, meeting.id, scope);
  const seen = new Set(items.filter(({ withheld }) => withheld === null).map(({ id }) => id));
  const authors = new Set<string>();
  for (const [index, paper] of asked.papers.entries()) {
    if (!seen.has(paper.agenda_item_id)) throw notFound();
    if (paper.due_on < todayOf(scope)) throw invalid({ [`papers.${index}.due_on`]: paperMessages.dueInPast });
    const author = { meetingId: meeting.id, who: paper.author };
    const authorId = await findOrAddAuthor(scope, context.secrets, author);
    authors.add(authorId);
    const { agenda_item_id, title, note, due_on } = paper;
    const id = await createRow(scope, 'paper_requests', {
      author_id: authorId,
      agenda_item_id,
      title,
      note,
      due_on,
      reminders_from: todayOf(scope),
      asked_by: scope.member.id,
      asked_at: scope.now,
    });
    await recordPaper(scope, { id, agenda_item_id, meeting_id: meeting.id }, 'paper.asked');
  }
  for (const subjectId of authors) await queueOutsiderMail(scope, { kind: papersAskedMail, subjectId });
}

function refuseAuthors(links: PaperLinks, papers: readonly AskedPaper[]): void {
  if (links === 'off') throw refused(paperMessages.off);
  if (links === 'members' && papers.some(({ author }) => !('member_id' in author)))
    throw refused(paperMessages.membersOnly);
}

/** The caller must have locked the meeting, so that the same author is not added twice. */
async function findOrAddAuthor(
  scope: BoardScope,
  secrets: Secrets,
  { meetingId, who }: { readonly meetingId: string; readonly who: AskedPaper['author'] },
): Promise<string> {
  const { tx, board } = scope;
  const known = await selectRows(scope, 'paper_authors', { meeting_id: meetingId })
    .select('id')
    .where((eb) =>
      'member_id' in who
        ? eb('member_id', '=', who.member_id)
        : eb(sql<string>`lower(email)`, '=', normaliseEmail(who.email)),
    )
    .executeTakeFirst();
  if (known) return known.id;
  const person =
    'member_id' in who
      ? { member_id: who.member_id, name: await nameOfMember(scope, who.member_id) }
      : { email: who.email, name: who.name };
  const { id, generation } = await tx
    .insertInto('paper_authors')
    .values({ board_id: board.id, meeting_id: meetingId, ...person })
    .returning(['id', 'generation'])
    .executeTakeFirstOrThrow();
  await setAuthorLink(scope, secrets, { authorId: id, generation });
  return id;
}

async function nameOfMember(scope: BoardScope, memberId: string): Promise<string> {
  const person = await loadPerson(scope, memberId);
  if (person.status === 'inactive') throw notFound();
  return knownName(person).slice(0, 200);
}

export async function setAuthorLink(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  secrets: Secrets,
  of: { readonly authorId: string; readonly generation: number },
): Promise<void> {
  const link = { generation: of.generation, uid_hash: hashToken(paperUid(secrets, of)) };
  await updateRow(scope, 'paper_authors', of.authorId, link);
}
