import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { unsubscribeSecret } from '#server/features/core/mail/unsubscribing.ts';
import { hashPassword } from '#server/passwords.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { asSuperuser } from './as-superuser.ts';
import type { TestContext } from './context.ts';
import {
  feedFile,
  inBoard,
  insertInto,
  type MadeAgendaItem,
  type MadeBoard,
  type MadeMeeting,
  type MadeMember,
  type MadeUser,
  makeAnnouncementLink,
  makePresence,
  writeAudience,
} from './factories.ts';
import { makeInterest } from './interests.ts';
import { makersOf } from './makers.ts';
import { makeMinutes } from './minutes.ts';
import { makeMotion, makeVote } from './motions.ts';
import { makePaperRequest } from './paper-requests.ts';
import { addVoters, makeWritten, makeWrittenFile } from './resolutions.ts';
import { makeSignatureRequest } from './signatures.ts';
import { makeSecondFactor } from './two-factor.ts';

export type BoardWorld = Awaited<ReturnType<typeof makeBoardWorld>>;

export interface World {
  readonly home: BoardWorld;
  /** A member of the home board whose sign-in requires a code. */
  readonly withTwoFactor: { readonly userId: string; readonly recoveryCode: string };
  readonly elsewhere: BoardWorld;
  readonly suspended: BoardWorld;
  readonly siteAdmin: MadeUser;
}

export const password = 'the right password';
const passwordHash = hashPassword(password);

export const uploadBytes = Buffer.from('%PDF-1.7\n% a paper that was sent\n%%EOF\n');

export async function makeWorld(context: TestContext): Promise<World> {
  const make = makersOf(() => context);
  const [home, elsewhere, suspended] = [
    await makeBoardWorld(context, 'home'),
    await makeBoardWorld(context, 'elsewhere'),
    await makeBoardWorld(context, 'suspended'),
  ];
  const siteAdmin = await make.user({ firstName: 'Sita', lastName: 'Admin' });
  const twoFactorUser = await make.user({ firstName: 'Tia', lastName: 'Factor' });
  await make.member({ board: home.board, user: twoFactorUser });
  await addVoters(context);
  const [recoveryCode = ''] = (await makeSecondFactor(context, twoFactorUser.id)).recoveryCodes;
  await asSuperuser(context, async (client) => {
    await client.query('update users set is_site_admin = true where id = $1', [siteAdmin.id]);
    await client.query("update users set password_hash = $1 where password_hash = 'no password'", [await passwordHash]);
    await client.query('update boards set suspended_at = $2 where id = $1', [suspended.board.id, context.clock.now()]);
  });
  return { home, elsewhere, suspended, siteAdmin, withTwoFactor: { userId: twoFactorUser.id, recoveryCode } };
}

async function makeBoardWorld(context: TestContext, name: string) {
  const make = makersOf(() => context);
  const words = { canary: `zqx${name}`, groupCanary: `zqxgroup${name}`, draftCanary: `zqxdraft${name}` };
  const { canary, groupCanary, draftCanary } = words;
  const board = await make.board({ title: `${canary} board` });
  const person = (firstName: string) => ({ board, firstName, lastName: canary });
  const people = {
    admin: await make.member({ ...person('Ada'), isBoardAdmin: true }),
    member: await make.member(person('Milo')),
    inactive: await make.member({ ...person('Ina'), lastName: 'Stone', status: 'inactive' }),
    pending: await make.member({ ...person('Pia'), status: 'invited' }),
    groupAdmin: await make.member(person('Gwen')),
    otherGroupAdmin: await make.member(person('Otto')),
  };
  const { admin, member, inactive, pending, groupAdmin, otherGroupAdmin } = people;
  const invitation = randomToken();
  await inBoard(context, board.id, (tx) =>
    tx
      .updateTable('invitations')
      .set({ token_hash: hashToken(invitation) })
      .where('member_id', '=', pending.id)
      .execute(),
  );
  const held = { board, filledBy: 'admin', name: `${canary} office` } as const;
  const positionField = await make.profileField({ ...held, values: { [member.id]: `${canary} chair` } });
  await make.profileField({
    board,
    filledBy: 'admin',
    visibility: 'admins',
    name: `${draftCanary} remark`,
    values: { [member.id]: `${draftCanary} remark` },
  });
  const group = await make.group({ board, name: `${groupCanary} committee`, admins: [groupAdmin] });
  await make.group({ board, admins: [otherGroupAdmin] });
  const texts = (word: string) => ({
    board,
    title: `${word} meeting`,
    location: `${word} hall`,
    joinUrl: `https://meet.example/${word}`,
    description: `${word} description`,
  });
  const meetings = {
    meeting: await make.meeting(texts(canary)),
    otherMeeting: await make.meeting(texts(canary)),
    draft: await make.meeting({ ...texts(draftCanary), state: 'draft' }),
    groupMeeting: await make.meeting({ ...texts(groupCanary), groups: [group] }),
  };
  const { meeting, otherMeeting, draft, groupMeeting } = meetings;
  const items = {
    groupItem: await make.agendaItem({ meeting: groupMeeting, title: `${groupCanary} item` }),
    item: await make.agendaItem({ meeting, title: `${canary} item`, presenter: canary }),
    emptyItem: await make.agendaItem({ meeting, title: `${canary} item` }),
    otherItem: await make.agendaItem({ meeting: otherMeeting, title: `${canary} item` }),
    draftItem: await make.agendaItem({ meeting: draft, title: `${draftCanary} item` }),
  };
  const { groupItem, item, emptyItem, otherItem, draftItem } = items;
  const announced = (word: string) => ({ board, title: `${word} news`, words: `${word} words` });
  const announcements = {
    announcement: await make.announcement(announced(canary)),
    draftAnnouncement: await make.announcement({ ...announced(draftCanary), state: 'draft' }),
    groupAnnouncement: await make.announcement({ ...announced(groupCanary), groups: [group] }),
  };
  const { announcement } = announcements;
  const announcementUid = await makeAnnouncementLink(context, { announcement, member });
  const categories = {
    category: await make.category({ board, name: `${canary} category` }),
    hiddenCategory: await make.category({ board, name: `${draftCanary} category`, hidden: true }),
  };
  const { category } = categories;
  const folders = {
    folder: await make.folder({ category, name: `${canary} folder` }),
    hiddenFolder: await make.folder({ category, name: `${draftCanary} folder`, hidden: true }),
  };
  const paper = (word: string) => ({ title: `${word}.pdf`, bytes: Buffer.from(`%PDF-1.7\n% ${word}\n%%EOF\n`) });
  const documents = {
    document: await make.document({ item, ...paper(canary) }),
    otherDocument: await make.document({ item: otherItem, ...paper(canary) }),
    groupDocument: await make.document({ meeting: groupMeeting, ...paper(groupCanary) }),
    draftDocument: await make.document({ meeting: draft, ...paper(draftCanary) }),
    announcementDocument: await make.document({ announcement, ...paper(canary) }),
    libraryDocument: await make.document({ category, ...paper(canary) }),
    hiddenDocument: await make.document({ folder: folders.folder, hidden: true, ...paper(draftCanary) }),
  };
  const search = await make.dateSearch(texts(canary));
  for (const invited of [member, admin, groupAdmin, otherGroupAdmin, pending]) {
    await make.invitee({ meeting: search, member: invited });
  }
  const polls = {
    poll: await make.poll({ meeting, question: `${canary} poll` }),
    draftPoll: await make.poll({ meeting: draft, question: `${draftCanary} poll` }),
    groupPoll: await make.poll({ meeting: groupMeeting, question: `${groupCanary} poll` }),
  };
  const task = (title: string, owner: MadeMember, on: MadeMeeting) =>
    make.actionItem({ boardId: board.id, owner, meetingId: on.id, title: `${title} task` });
  const actions = {
    action: await task(canary, member, meeting),
    draftAction: await task(draftCanary, admin, draft),
    groupAction: await task(groupCanary, groupAdmin, groupMeeting),
  };
  const { uid: memberUid } = await make.invitee({ meeting, member });
  const { uid: inactiveUid } = await make.invitee({ meeting, member: inactive });
  for (const invited of [groupAdmin, otherGroupAdmin, admin, pending]) await make.invitee({ meeting, member: invited });
  await make.invitee({ meeting: groupMeeting, member: groupAdmin });
  const put = (word: string, on: MadeMeeting, at: MadeAgendaItem, mover = admin) =>
    makeMotion(context, { meeting: on, item: at, mover, text: `That ${word} be built.` });
  const motions = {
    motion: await put(canary, meeting, item),
    groupMotion: await put(groupCanary, groupMeeting, groupItem, groupAdmin),
  };
  const lost = await put(canary, meeting, item);
  const writeMinutes = (word: string, on: MadeMeeting, at: MadeAgendaItem, by: MadeMember) =>
    makeMinutes(context, { meeting: on, item: at, by, text: `${word} minutes` });
  const writeDown = (title: string, rest: { readonly bodyId?: string; readonly state?: 'draft' } = {}) =>
    makeWritten(context, { boardId: board.id, by: admin, title, state: 'circulating', ...rest });
  const written = await writeDown(canary);
  await makeWrittenFile(context, { boardId: board.id, id: written.id });
  const ask = (title: string, at: MadeMeeting, item: MadeAgendaItem) =>
    makePaperRequest(context, { meeting: at, item, title: `${title} paper`, bytes: paper(title).bytes });
  const ownPaper = await ask(canary, meeting, emptyItem);
  const papers = {
    own: ownPaper,
    draft: await ask(draftCanary, draft, draftItem),
    group: await ask(groupCanary, groupMeeting, groupItem),
    whole_id: await makeUpload(context, admin, { isWhole: true, paperId: ownPaper.id }),
    upload_id: await makeUpload(context, admin, { isWhole: false, paperId: ownPaper.id }),
  };
  const draftComment = randomUUID();
  await inBoard(context, board.id, (tx) =>
    insertInto(tx, 'draft_comments', {
      id: draftComment,
      board_id: board.id,
      meeting_id: draft.id,
      agenda_item_id: draftItem.id,
      author_id: member.id,
      text: draftCanary,
      at: context.clock.now(),
    }),
  );
  const stopping = { memberId: member.id, choice: 'announcements' } as const;
  return {
    ...words,
    ...people,
    ...meetings,
    ...items,
    ...announcements,
    ...categories,
    ...folders,
    ...documents,
    ...polls,
    ...actions,
    ...motions,
    board,
    invitation,
    positionField,
    group,
    announcementUid,
    search,
    memberUid,
    inactiveUid,
    written,
    papers,
    draftComment,
    groupWritten: await writeDown(groupCanary, { bodyId: group.id }),
    draftWritten: await writeDown(draftCanary, { state: 'draft' }),
    vote: await makeVote(context, { meeting, motion: lost, by: admin, text: `That ${canary} be built.` }),
    minutes: await writeMinutes(canary, meeting, item, admin),
    groupMinutes: await writeMinutes(groupCanary, groupMeeting, groupItem, groupAdmin),
    interest: await makeInterest(context, { member, organisation: `${canary} Ltd.` }),
    presence: await makePresence(context, { meeting, member }),
    signature: await makeSignatureRequest(context, {
      boardId: board.id,
      resolutionId: written.id,
      documentId: documents.document.id,
      title: canary,
      by: admin,
      signers: [admin, member],
    }),
    upload: await makeUpload(context, admin, { isWhole: true }),
    begunUpload: await makeUpload(context, admin, { isWhole: false }),
    paperDevices: { member: await keepPapers(context, member), admin: await keepPapers(context, admin) },
    template: await makeTemplate(context, { board, name: `${draftCanary} template` }),
    feed: feedFile(context, member),
    unsubscribe: {
      member_id: member.id,
      choice: stopping.choice,
      secret: unsubscribeSecret(context.secrets, stopping),
    },
  };
}

async function keepPapers(context: TestContext, { id: member_id, boardId: board_id }: MadeMember) {
  const [id, token] = [randomUUID(), randomToken()];
  const now = context.clock.now();
  const times = { registered_at: now, contact_at: now, synced_at: now };
  const row = { id, board_id, member_id, token_hash: hashToken(token), user_agent: '', ...times };
  await inBoard(context, board_id, (tx) => insertInto(tx, 'paper_devices', row));
  return { id, token };
}

/** Stores the upload as the tus server does: the bytes received so far, with the metadata in a file next to them. */
async function makeUpload(
  context: TestContext,
  member: MadeMember,
  { isWhole, paperId }: { readonly isWhole: boolean; readonly paperId?: string },
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
    insertInto(tx, 'uploads', {
      id,
      board_id: member.boardId,
      ...(paperId === undefined ? { member_id: member.id } : { paper_request_id: paperId }),
      ...size,
    }),
  );
  return id;
}

async function makeTemplate(
  context: TestContext,
  { board, name }: { readonly board: MadeBoard; readonly name: string },
) {
  const id = randomUUID();
  await inBoard(context, board.id, async (tx) => {
    const audience_id = await writeAudience(tx, board.id, {});
    const row = { id, board_id: board.id, name, audience_id, type: 'remote', length_minutes: 60 } as const;
    await insertInto(tx, 'meeting_templates', { ...row, location: '', join_url: '', agenda_items: '[]' });
  });
  return id;
}
