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
  const canary = `zqx${name}`;
  const groupCanary = `zqxgroup${name}`;
  const draftCanary = `zqxdraft${name}`;
  const board = await make.board({ title: `${canary} board` });
  const person = (firstName: string) => ({ board, firstName, lastName: canary });
  const admin = await make.member({ ...person('Ada'), isBoardAdmin: true });
  const member = await make.member(person('Milo'));
  const inactive = await make.member({ ...person('Ina'), lastName: 'Stone', status: 'inactive' });
  const pending = await make.member({ ...person('Pia'), status: 'invited' });
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
  const texts = (word: string) => ({
    board,
    title: `${word} meeting`,
    location: `${word} hall`,
    joinUrl: `https://meet.example/${word}`,
    description: `${word} description`,
  });
  const meeting = await make.meeting(texts(canary));
  const otherMeeting = await make.meeting(texts(canary));
  const draft = await make.meeting({ ...texts(draftCanary), state: 'draft' });
  const groupAdmin = await make.member(person('Gwen'));
  const otherGroupAdmin = await make.member(person('Otto'));
  const group = await make.group({ board, name: `${groupCanary} committee`, admins: [groupAdmin] });
  await make.group({ board, admins: [otherGroupAdmin] });
  const groupMeeting = await make.meeting({ ...texts(groupCanary), groups: [group] });
  const groupItem = await make.agendaItem({ meeting: groupMeeting, title: `${groupCanary} item` });
  const item = await make.agendaItem({ meeting, title: `${canary} item`, presenter: canary });
  const emptyItem = await make.agendaItem({ meeting, title: `${canary} item` });
  const otherItem = await make.agendaItem({ meeting: otherMeeting, title: `${canary} item` });
  const draftItem = await make.agendaItem({ meeting: draft, title: `${draftCanary} item` });
  const paper = (word: string) => ({ title: `${word}.pdf`, bytes: Buffer.from(`%PDF-1.7\n% ${word}\n%%EOF\n`) });
  const document = await make.document({ item, ...paper(canary) });
  const otherDocument = await make.document({ item: otherItem, ...paper(canary) });
  const groupDocument = await make.document({ meeting: groupMeeting, ...paper(groupCanary) });
  const draftDocument = await make.document({ meeting: draft, ...paper(draftCanary) });
  const announced = (word: string) => ({ board, title: `${word} news`, words: `${word} words` });
  const announcement = await make.announcement(announced(canary));
  const draftAnnouncement = await make.announcement({ ...announced(draftCanary), state: 'draft' });
  const groupAnnouncement = await make.announcement({ ...announced(groupCanary), groups: [group] });
  const announcementDocument = await make.document({ announcement, ...paper(canary) });
  const announcementUid = await makeAnnouncementLink(context, { announcement, member });
  const feed = feedFile(context, member);
  const stopping = { memberId: member.id, choice: 'announcements' } as const;
  const unsubscribe = {
    member_id: member.id,
    choice: stopping.choice,
    secret: unsubscribeSecret(context.secrets, stopping),
  };
  const category = await make.category({ board, name: `${canary} category` });
  const hiddenCategory = await make.category({ board, name: `${draftCanary} category`, hidden: true });
  const folder = await make.folder({ category, name: `${canary} folder` });
  const hiddenFolder = await make.folder({ category, name: `${draftCanary} folder`, hidden: true });
  const libraryDocument = await make.document({ category, ...paper(canary) });
  const hiddenDocument = await make.document({ folder, hidden: true, ...paper(draftCanary) });
  const search = await make.dateSearch(texts(canary));
  for (const invited of [member, admin, groupAdmin, otherGroupAdmin, pending]) {
    await make.invitee({ meeting: search, member: invited });
  }
  const poll = await make.poll({ meeting, question: `${canary} poll` });
  const interest = await makeInterest(context, { member, organisation: `${canary} Ltd.` });
  const draftPoll = await make.poll({ meeting: draft, question: `${draftCanary} poll` });
  const groupPoll = await make.poll({ meeting: groupMeeting, question: `${groupCanary} poll` });
  const task = (title: string, owner: MadeMember, on: MadeMeeting) =>
    make.actionItem({ boardId: board.id, owner, meetingId: on.id, title: `${title} task` });
  const action = await task(canary, member, meeting);
  const draftAction = await task(draftCanary, admin, draft);
  const groupAction = await task(groupCanary, groupAdmin, groupMeeting);
  const { uid: memberUid } = await make.invitee({ meeting, member });
  const { uid: inactiveUid } = await make.invitee({ meeting, member: inactive });
  for (const invited of [groupAdmin, otherGroupAdmin]) await make.invitee({ meeting, member: invited });
  await make.invitee({ meeting: groupMeeting, member: groupAdmin });
  await make.invitee({ meeting, member: admin });
  await make.invitee({ meeting, member: pending });
  const presence = await makePresence(context, { meeting, member });
  const put = (word: string, on: MadeMeeting, at: MadeAgendaItem, mover = admin) =>
    makeMotion(context, { meeting: on, item: at, mover, text: `That ${word} be built.` });
  const motion = await put(canary, meeting, item);
  const groupMotion = await put(groupCanary, groupMeeting, groupItem, groupAdmin);
  const lost = await put(canary, meeting, item);
  const vote = await makeVote(context, { meeting, motion: lost, by: admin, text: `That ${canary} be built.` });
  const minutes = await makeMinutes(context, { meeting, item, by: admin, text: `${canary} minutes` });
  const groupMinutes = await makeMinutes(context, {
    meeting: groupMeeting,
    item: groupItem,
    by: groupAdmin,
    text: `${groupCanary} minutes`,
  });
  const writeDown = (title: string, rest: { readonly bodyId?: string; readonly state?: 'draft' } = {}) =>
    makeWritten(context, { boardId: board.id, by: admin, title, state: 'circulating', ...rest });
  const written = await writeDown(canary);
  await makeWrittenFile(context, { boardId: board.id, id: written.id });
  const groupWritten = await writeDown(groupCanary, { bodyId: group.id });
  const draftWritten = await writeDown(draftCanary, { state: 'draft' });
  const ask = (title: string, at: MadeMeeting, item: MadeAgendaItem) =>
    makePaperRequest(context, { meeting: at, item, title: `${title} paper`, bytes: paper(title).bytes });
  const ownPaper = await ask(canary, meeting, emptyItem);
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
  const papers = {
    own: ownPaper,
    draft: await ask(draftCanary, draft, draftItem),
    group: await ask(groupCanary, groupMeeting, groupItem),
    whole_id: await makeUpload(context, admin, { isWhole: true, paperId: ownPaper.id }),
    upload_id: await makeUpload(context, admin, { isWhole: false, paperId: ownPaper.id }),
  };
  const signature = await makeSignatureRequest(context, {
    boardId: board.id,
    resolutionId: written.id,
    documentId: document.id,
    title: canary,
    by: admin,
    signers: [admin, member],
  });
  const upload = await makeUpload(context, admin, { isWhole: true });
  const keepPapers = async (holder: MadeMember) => {
    const [id, token] = [randomUUID(), randomToken()];
    const now = context.clock.now();
    const times = { registered_at: now, contact_at: now, synced_at: now };
    const row = {
      id,
      board_id: board.id,
      member_id: holder.id,
      token_hash: hashToken(token),
      user_agent: '',
      ...times,
    };
    await inBoard(context, board.id, (tx) => insertInto(tx, 'paper_devices', row));
    return { id, token };
  };
  const paperDevices = { member: await keepPapers(member), admin: await keepPapers(admin) };
  const template = await makeTemplate(context, { board, name: `${draftCanary} template` });
  const begunUpload = await makeUpload(context, admin, { isWhole: false });
  return {
    groupCanary,
    group,
    groupAdmin,
    otherGroupAdmin,
    groupMeeting,
    groupItem,
    groupDocument,
    canary,
    draftCanary,
    board,
    admin,
    member,
    inactive,
    pending,
    invitation,
    meeting,
    otherMeeting,
    draft,
    item,
    emptyItem,
    otherItem,
    draftItem,
    document,
    otherDocument,
    draftDocument,
    memberUid,
    inactiveUid,
    paperDevices,
    template,
    papers,
    draftComment,
    upload,
    begunUpload,
    positionField,
    search,
    poll,
    draftPoll,
    groupPoll,
    action,
    draftAction,
    groupAction,
    interest,
    presence,
    motion,
    groupMotion,
    vote,
    minutes,
    groupMinutes,
    written,
    groupWritten,
    draftWritten,
    signature,
    announcement,
    draftAnnouncement,
    groupAnnouncement,
    announcementDocument,
    announcementUid,
    feed,
    unsubscribe,
    category,
    hiddenCategory,
    folder,
    hiddenFolder,
    libraryDocument,
    hiddenDocument,
  };
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
