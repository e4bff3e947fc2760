import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { boardOfAnnouncement, boardOfDocument, boardOfMeeting, findMagicLink } from '#server/db/find-board.ts';
import { baseUrlOf, currentShortname, listUserBoards } from '#server/features/core/boards/queries.ts';
import type { Session } from '#server/http/session.ts';
import { type Address, shortnameOfHost, suffix } from './policy.ts';

export async function addressAfterRenaming(
  context: Context,
  { userId, id: sessionId }: Session,
  { path, query, host }: Pick<Address, 'path' | 'query' | 'host'>,
): Promise<string | null> {
  const ofHost = shortnameOfHost(context.config.boardsDomain, host);
  const named = ofHost ?? query.get('board');
  if (named === null) return null;
  const current = await currentShortname(context, named);
  if (current === null || current === named.toLowerCase()) return null;
  const boards = await listUserBoards(context, { userId, sessionId });
  if (!boards.some(({ board }) => board.shortname === current)) return null;
  if (ofHost !== null) return `${baseUrlOf(context.config, current)}${path}${suffix(query)}`;
  const renamed = new URLSearchParams(query);
  renamed.set('board', current);
  return `${path}${suffix(renamed)}`;
}

export async function fullPageOf(
  context: Context,
  { userId }: Session,
  { first, second, query }: Pick<Address, 'first' | 'second' | 'query'>,
): Promise<string | null> {
  if (first !== 'meeting' && first !== 'announcement') return null;
  const link = await findMagicLink(context, second);
  if (link?.userId !== userId) return null;
  const { via } = link;
  if (via.kind === 'magic') return `/meetings/${via.meetingId}${suffix(query)}`;
  return via.kind === 'magic-announcement' ? `/announcements/${via.announcementId}${suffix(query)}` : null;
}

export async function boardOfPath(
  context: Context,
  { userId }: Session,
  { path, first, second }: Pick<Address, 'path' | 'first' | 'second'>,
): Promise<string | null> {
  const [, , , third = ''] = path.split('/');
  const id = first === 'meetings' && second === 'addtocalendar' ? third : second;
  if (!z.uuid().safeParse(id).success) return null;
  if (first === 'document' || first === 'download') return boardOfDocument(context.db, { documentId: id, userId });
  if (first === 'meetings') return boardOfMeeting(context.db, { meetingId: id, userId });
  if (first !== 'announcements') return null;
  return boardOfAnnouncement(context.db, { announcementId: id, userId });
}
