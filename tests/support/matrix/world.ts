import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { hashPassword } from '../../../server/features/session/password.ts';
import { hashToken, randomToken } from '../../../server/secrets.ts';
import { asSuperuser } from '../as-superuser.ts';
import type { TestContext } from '../context.ts';
import {
  inBoard,
  type MadeAgendaItem,
  type MadeBoard,
  type MadeDocument,
  type MadeMeeting,
  type MadeMember,
  type MadeUser,
  makeAgendaItem,
  makeBoard,
  makeDocument,
  makeInvitee,
  makeMeeting,
  makeMember,
  makeUser,
} from '../factories.ts';

/** A board with one of everything. Its texts all hold `canary`, those of drafts `draftCanary` besides. */
export interface BoardWorld {
  readonly canary: string;
  readonly draftCanary: string;
  readonly board: MadeBoard;
  readonly admin: MadeMember;
  readonly member: MadeMember;
  readonly inactive: MadeMember;
  readonly pending: MadeMember;
  /** The secret of the pending member's invitation. */
  readonly invitation: string;
  /** Published, in a week; all four are invited. */
  readonly meeting: MadeMeeting;
  readonly otherMeeting: MadeMeeting;
  readonly draft: MadeMeeting;
  readonly item: MadeAgendaItem;
  readonly otherItem: MadeAgendaItem;
  readonly draftItem: MadeAgendaItem;
  readonly emptyItem: MadeAgendaItem;
  readonly document: MadeDocument;
  readonly otherDocument: MadeDocument;
  readonly draftDocument: MadeDocument;
  /** Magic addresses of `meeting`. */
  readonly memberUid: string;
  readonly inactiveUid: string;
  /** The admin's: whole, and announced with no byte sent yet. */
  readonly upload: string;
  readonly begunUpload: string;
}

export interface World {
  readonly home: BoardWorld;
  readonly elsewhere: BoardWorld;
  readonly suspended: BoardWorld;
  /** A member of no board. */
  readonly siteAdmin: MadeUser;
}

/** Of everybody in the world. */
export const password = 'the right password';
const passwordHash = hashPassword(password);

export const uploadBytes = Buffer.from('%PDF-1.7\n% a paper that was sent\n%%EOF\n');

export async function makeWorld(context: TestContext): Promise<World> {
  const [home, elsewhere, suspended] = [
    await makeBoardWorld(context, 'home'),
    await makeBoardWorld(context, 'elsewhere'),
    await makeBoardWorld(context, 'suspended'),
  ];
  const siteAdmin = await makeUser(context, { firstName: 'Sita', lastName: 'Admin' });
  await asSuperuser(context, async (client) => {
    await client.query('update users set is_site_admin = true where id = $1', [siteAdmin.id]);
    await client.query("update users set password_hash = $1 where password_hash = 'no password'", [await passwordHash]);
    await client.query('update boards set suspended_at = $2 where id = $1', [suspended.board.id, context.clock.now()]);
  });
  return { home, elsewhere, suspended, siteAdmin };
}

async function makeBoardWorld(context: TestContext, name: string): Promise<BoardWorld> {
  const canary = `zqx${name}`;
  const draftCanary = `zqxdraft${name}`;
  const board = await makeBoard(context, { title: `${canary} board` });
  const person = (firstName: string) => ({ board, firstName, lastName: canary });
  const admin = await makeMember(context, { ...person('Ada'), isBoardAdmin: true });
  const member = await makeMember(context, person('Milo'));
  const inactive = await makeMember(context, { ...person('Ina'), lastName: 'Stone', status: 'inactive' });
  const pending = await makeMember(context, { ...person('Pia'), status: 'invited' });
  const invitation = randomToken();
  await inBoard(context, board.id, (tx) =>
    tx
      .updateTable('invitations')
      .set({ token_hash: hashToken(invitation) })
      .where('member_id', '=', pending.id)
      .execute(),
  );
  const texts = (word: string) => ({
    board,
    title: `${word} meeting`,
    location: `${word} hall`,
    joinUrl: `https://meet.example/${word}`,
    description: `${word} description`,
  });
  const meeting = await makeMeeting(context, texts(canary));
  const otherMeeting = await makeMeeting(context, texts(canary));
  const draft = await makeMeeting(context, { ...texts(draftCanary), state: 'draft' });
  const item = await makeAgendaItem(context, { meeting, title: `${canary} item`, presenter: canary });
  const emptyItem = await makeAgendaItem(context, { meeting, title: `${canary} item` });
  const otherItem = await makeAgendaItem(context, { meeting: otherMeeting, title: `${canary} item` });
  const draftItem = await makeAgendaItem(context, { meeting: draft, title: `${draftCanary} item` });
  const paper = (word: string) => ({ title: `${word}.pdf`, bytes: Buffer.from(`%PDF-1.7\n% ${word}\n%%EOF\n`) });
  const document = await makeDocument(context, { item, ...paper(canary) });
  const otherDocument = await makeDocument(context, { item: otherItem, ...paper(canary) });
  const draftDocument = await makeDocument(context, { meeting: draft, ...paper(draftCanary) });
  const { uid: memberUid } = await makeInvitee(context, { meeting, member });
  const { uid: inactiveUid } = await makeInvitee(context, { meeting, member: inactive });
  await makeInvitee(context, { meeting, member: admin });
  await makeInvitee(context, { meeting, member: pending });
  const upload = await makeUpload(context, admin, { isWhole: true });
  const begunUpload = await makeUpload(context, admin, { isWhole: false });
  return {
    ...{ canary, draftCanary, board, admin, member, inactive, pending, invitation, meeting, otherMeeting, draft },
    ...{ item, emptyItem, otherItem, draftItem, document, otherDocument, draftDocument, memberUid, inactiveUid },
    ...{ upload, begunUpload },
  };
}

/** As tus leaves it: the bytes that came so far, and what was announced beside them. */
async function makeUpload(
  context: TestContext,
  member: MadeMember,
  { isWhole }: { readonly isWhole: boolean },
): Promise<string> {
  const id = randomUUID();
  const path = context.uploads.path(id);
  await writeFile(path, isWhole ? uploadBytes : '');
  const storage = { type: 'file', path };
  const announced = { id, size: uploadBytes.length, offset: 0, metadata: { filename: 'sent.pdf' }, storage };
  await writeFile(`${path}.json`, JSON.stringify({ ...announced, creation_date: context.clock.now().toISOString() }));
  const expires = new Date(context.clock.now().getTime() + 86_400_000);
  const size = { filename: 'sent.pdf', byte_length: uploadBytes.length, expires_at: expires };
  await inBoard(context, member.boardId, (tx) =>
    tx
      .insertInto('uploads')
      .values({ id, board_id: member.boardId, member_id: member.id, ...size })
      .execute(),
  );
  return id;
}
