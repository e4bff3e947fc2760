import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import { type BoardWorld, password, uploadBytes } from '#tests/support/world.ts';
import { actionItemEntries } from './action-items.ts';
import type { Actor } from './actors.ts';
import { announcementEntries } from './announcements.ts';
import { about, callsFor, documents, emptyItems, type Ids, meetings, members } from './calls.ts';
import { deviceEntries } from './devices.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { interestEntries } from './interests.ts';
import { keptPaperEntries } from './kept-papers.ts';
import { libraryEntries } from './library.ts';
import { magicLinkEntries } from './magic-links.ts';
import { mailEntries } from './mail.ts';
import { minutesEntries } from './minutes.ts';
import { motionEntries } from './motions.ts';
import {
  declined,
  draftEditors,
  editors,
  everybody,
  instead,
  makers,
  meetingLinkHolders,
  type ObjectKind,
  type Outcome,
  ownCanary,
  type Policy,
  publishedEditors,
  readers,
  withoutDrafts,
} from './outcomes.ts';
import { paperEntries } from './papers.ts';
import { passkeyEntries } from './passkeys.ts';
import { pollEntries } from './polls.ts';
import { providerEntries } from './providers.ts';
import { reportEntries } from './reports.ts';
import { resolutionEntries } from './resolutions.ts';
import { roomEntries } from './room.ts';
import { signatureEntries } from './signatures.ts';

const noBody = { body: {} };
const meetingFields = {
  title: 'Another meeting',
  type: 'hybrid',
  start: '2026-12-01T12:00:00Z',
  end: '2026-12-01T14:00:00Z',
  location: '',
  join_url: '',
  description: '',
};
const officeField = { name: 'Office', kind: 'text', required: false, visibility: 'everyone', options: [] };
const guestFields = { name: 'Hannah Reid', role: 'Executive Director' };
const defaultFields = { type: 'remote', length_minutes: 90, location: '', join_url: '', agenda_items: [] };
const tus = { 'tus-resumable': '1.0.0' };
const xfdf = '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots/></xfdf>';
const neverSent = 'a-link-that-was-never-sent-to-anybody';
const unknownUid = magicUid('meeting', 'q'.repeat(52));

const aboutVersionWith =
  (call: (document: { readonly id: string; readonly versionId: string }) => MatrixCall) => (actor: Actor) => ({
    own: call(actor.own.document),
    draft: call(actor.own.draftDocument),
    foreign: call(actor.foreign.document),
    missing: call({ id: randomUUID(), versionId: randomUUID() }),
    crossed: call({ id: actor.own.document.id, versionId: actor.own.otherDocument.versionId }),
  });
const aboutVersion = aboutVersionWith(({ id, versionId }) => ({ params: { id, version_id: versionId } }));

const templates: Ids = ({ template }) => ({ own: template });
const uploads: Ids = ({ begunUpload }) => ({ own: begunUpload });
const pending: Ids = (board) => ({ own: board.pending.id });
const positionFields: Ids = ({ positionField }) => ({ own: positionField });
const groups: Ids = ({ group }) => ({ group: group.id });

const aboutSlug =
  (rest: MatrixCall = {}) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = (slug: string): MatrixCall => ({ ...rest, params: { slug } });
    return {
      own: call(actor.own.admin.slug),
      self: call(slugOf(actor)),
      foreign: call(actor.foreign.admin.slug),
      missing: call('nobody-of-this-name'),
    };
  };

const slugOf = ({ own, userId }: Actor): string =>
  [own.admin, own.groupAdmin, own.otherGroupAdmin].find((each) => each.userId === userId)?.slug ?? own.member.slug;

const oneselfAndEditors: Policy = (actor, object) => (object === 'self' ? 'allowed' : editors(actor, object));

const forGroup = (board: BoardWorld) => ({
  audience: { whole_board: false, group_ids: [board.group.id], member_ids: [] },
});

const ownOr =
  (outcome: Outcome): Policy =>
  (_actor, object) =>
    object === 'own' ? 'allowed' : outcome;

const only = (call: MatrixCall) => () => ({ own: call });

const rows = (policy: Policy, calls: MatrixEntry['calls'], ...names: readonly string[]) =>
  Object.fromEntries(names.flatMap((each) => each.split(' ')).map((name) => [name, { policy, calls }]));

const aboutEach =
  <T>(thingOf: (board: BoardWorld) => T, missing: T, make: (thing: T) => MatrixCall) =>
  (actor: Actor) => ({ own: make(thingOf(actor.own)), foreign: make(thingOf(actor.foreign)), missing: make(missing) });
const aboutInvitee = (whoOf: (board: BoardWorld) => { readonly id: string }, body: object) =>
  aboutEach(
    (board) => ({ id: board.meeting.id, member_id: whoOf(board).id }),
    { id: randomUUID(), member_id: randomUUID() },
    (params) => ({ params, body }),
  );
const aboutUpload = (make: (upload: string) => MatrixCall) => callsFor(({ upload }) => ({ own: upload }), make);

const hiddenFromReaders: Policy = (actor, object) =>
  actor.rank === 'board-admin' && object === 'own' ? 'allowed' : 'missing';

const declinedEditors = declined(editors);

const declinedAdmins: Policy = (actor, object) =>
  object === 'group' && actor.name === 'own group’s admin' ? 'forbidden' : declinedEditors(actor, object);

const uploaderAlone: Policy = (actor, object) =>
  object === 'own' && actor.rank === 'board-admin' ? 'allowed' : 'missing';

const answering: Policy = (actor, object): Outcome => {
  if (actor.name === 'magic visitor') return object === 'own' ? 'allowed' : 'missing';
  if (actor.rank === 'nobody') return 'expired';
  return actor.rank === 'outside' ? 'missing' : readers(actor, object);
};

const boardIds: Ids = ({ board }) => ({ own: board.id });
const userIds: Ids = ({ member }) => ({ own: member.userId ?? '' });
const firstAdmin = () => ({ first_name: 'Nia', last_name: 'New', email: `${randomUUID()}@example.org` });
const siteObjects: Policy = (_actor, object) => (object === 'missing' ? 'missing' : 'allowed');
const boardNames = (actor: Actor): readonly string[] => [actor.own.canary, actor.foreign.canary, 'zqxsuspended'];

const person = (board: BoardWorld) => board.member.email;

export const matrixEntries: Readonly<Record<string, MatrixEntry>> = {
  ...libraryEntries,
  ...announcementEntries,
  ...magicLinkEntries,
  ...mailEntries,
  ...pollEntries,
  ...actionItemEntries,
  ...roomEntries,
  ...motionEntries,
  ...minutesEntries,
  ...resolutionEntries,
  ...signatureEntries,
  ...providerEntries,
  ...reportEntries,
  ...interestEntries,
  ...paperEntries,
  'meetings.getDraftShowing': { policy: readers, calls: about(meetings) },
  'meetings.showDraft': { policy: draftEditors, calls: about(meetings, { body: { member_ids: [] } }) },
  // No member has been shown the draft, so nobody can comment on it.
  'meetings.commentOnDraft': {
    policy: instead(readers, () => 'forbidden'),
    calls: about(emptyItems, { body: { text: 'Later, please.' } }),
  },
  'meetings.settleDraftComment': {
    policy: editors,
    calls: about(({ draftComment }) => ({ draft: draftComment }), { body: { is_resolved: true } }),
  },
  'search.find': {
    policy: everybody,
    calls: (actor) => {
      const find = (searchString: string): MatrixCall => ({ body: { itemType: 'everything', searchString } });
      return {
        own: find(actor.own.canary),
        draft: find(actor.own.draftCanary),
        group: find(actor.own.groupCanary),
        foreign: find(actor.foreign.canary),
        missing: find(`zqx${randomUUID().slice(0, 8)}`),
      };
    },
  },
  'session.login': {
    // The response is the same for known and unknown addresses.
    policy: ownOr('invalid'),
    calls: (actor) => ({
      own: { body: { email: person(actor.own), password } },
      foreign: { body: { email: person(actor.foreign), password: 'not the password' } },
      missing: { body: { email: `${randomUUID()}@example.org`, password: 'not the password' } },
    }),
  },
  'session.confirmPassword': {
    policy: ownOr('invalid'),
    calls: () => ({ own: { body: { password } }, missing: { body: { password: 'not the password' } } }),
  },
  'twoFactor.challenge': {
    policy: (actor) => (actor.pending === undefined ? 'expired' : 'allowed'),
    calls: (actor) => ({ own: { body: { recovery_code: actor.pending?.recoveryCode ?? 'aaaaa-aaaaa' } } }),
  },
  'twoFactor.getChallenge': {
    policy: (actor) => (actor.pending === undefined ? 'expired' : 'allowed'),
    calls: only({}),
  },
  ...passkeyEntries,
  ...deviceEntries,
  ...keptPaperEntries,
  // No actor's session has begun to set up a second factor, so the server declines even permitted requests.
  'twoFactor.turnOn': { policy: () => 'declined', calls: only({ body: { code: '123456' } }) },
  'twoFactor.renewCodes': { policy: () => 'declined', calls: only(noBody) },
  'twoFactor.setRequired': { policy: everybody, calls: only({ body: { required: false } }) },
  'session.switchBoard': {
    policy: (actor, object) => {
      const isOn = actor.rank !== 'outside' || actor.name === 'member of a suspended board';
      return object === 'own' && isOn ? 'allowed' : 'missing';
    },
    calls: callsFor(boardIds, (board_id) => ({ body: { board_id } })),
  },
  'session.setTheme': { policy: everybody, calls: only({ body: { theme: 'dark' } }) },
  'session.setViewerSize': { policy: everybody, calls: only({ body: { size: 'maximized' } }) },
  'account.save': {
    policy: ownOr('missing'),
    calls: (actor) => {
      const save = (boards: readonly string[]) => ({
        body: {
          ...{
            first_name: 'Zora',
            last_name: 'Neale',
            email: `${randomUUID()}@example.org`,
            current_password: password,
          },
          notifications: boards.map((boardId) => ({ board_id: boardId, muted: ['meeting-invitations'] })),
        },
      });
      return { own: save([]), foreign: save([actor.foreign.board.id]), missing: save([randomUUID()]) };
    },
  },
  'account.changePassword': {
    policy: ownOr('invalid'),
    calls: () => {
      const change = (current: string) => ({ body: { current_password: current, password: 'another password' } });
      return { own: change(password), missing: change('not the password') };
    },
  },
  // Every test user has a password but no passkey, so the server declines even permitted requests.
  'account.setPassword': { policy: () => 'declined', calls: only({ body: { password: 'another password' } }) },
  'account.removePassword': { policy: () => 'declined', calls: only({}) },
  'account.getEmailChange': { policy: () => 'missing', calls: () => ({ missing: { params: { token: neverSent } } }) },
  'account.confirmEmailChange': {
    policy: () => 'missing',
    calls: () => ({ missing: { params: { token: neverSent }, ...noBody } }),
  },
  'account.forgotPassword': {
    // The response is the same for known and unknown addresses.
    policy: everybody,
    calls: aboutEach(person, `${randomUUID()}@example.org`, (email) => ({ body: { email } })),
  },
  'account.getPasswordReset': { policy: () => 'missing', calls: () => ({ missing: { params: { token: neverSent } } }) },
  'account.resetPassword': {
    policy: () => 'missing',
    calls: () => ({ missing: { params: { token: neverSent }, body: { password: 'another password' } } }),
  },
  'setup.get': { policy: everybody, calls: only({ query: { token: 'spent' } }) },
  'setup.setUp': {
    policy: () => 'declined',
    calls: only({
      body: {
        ...{ token: 'spent', first_name: 'Eve', last_name: 'Late', email: 'eve@example.org', board_title: 'Late' },
        ...{ password: 'seven boats home', password_confirmation: 'seven boats home', time_zone: 'UTC', shortname: '' },
      },
    }),
  },
  'people.get': {
    policy: readers,
    calls: aboutEach(
      (board) => board.pending.slug,
      'nobody-at-all',
      (slug) => ({ params: { slug } }),
    ),
  },
  'people.setAdmin': { policy: editors, calls: about(members, { body: { is_board_admin: true } }) },
  'people.setGroups': { policy: editors, calls: about(members, { body: { group_ids: [] } }) },
  'people.setStatus': { policy: editors, calls: about(members, { body: { status: 'inactive' } }) },
  'people.remove': { policy: editors, calls: about(members) },
  'people.create': {
    policy: everybody,
    calls: only({ body: { first_name: 'Nia', last_name: 'New', email: `${randomUUID()}@example.org` } }),
  },
  'profile.saveFields': {
    policy: editors,
    calls: callsFor(positionFields, (id) => ({ body: { member: [], admin: [{ id, ...officeField }] } })),
  },
  // A field in use must be retired before an editor can delete it.
  'profile.deleteField': { policy: draftEditors, calls: about(positionFields) },
  'profile.get': { policy: oneselfAndEditors, calls: aboutSlug() },
  'profile.save': { policy: oneselfAndEditors, calls: aboutSlug({ body: { values: {} } }) },
  'profile.setPicture': {
    // The admin's upload is a PDF, which cannot become a profile picture.
    policy: (actor, object) => (object === 'own' && actor.rank === 'board-admin' ? 'declined' : 'missing'),
    calls: aboutUpload((upload) => ({ body: { upload_id: upload, crop: { left: 0, top: 0, side: 256 } } })),
  },
  'profile.openPicture': { policy: () => 'missing', calls: only({ params: { picture: 'a-picture-that-never-was' } }) },
  'site.boards': { policy: everybody, reveals: boardNames, calls: only({}) },
  'site.createBoard': {
    policy: everybody,
    calls: only({ body: { title: 'Newly opened', shortname: '', time_zone: 'UTC', plan_note: '', ...firstAdmin() } }),
  },
  'site.updateBoard': { policy: siteObjects, calls: about(boardIds, { body: { plan_note: 'Small' } }) },
  'site.inviteAdmin': {
    policy: (_actor, object) => (object === 'missing' ? 'missing' : 'declined'),
    calls: about(boardIds, { body: firstAdmin() }),
  },
  'site.users': { policy: everybody, reveals: boardNames, calls: only({}) },
  'site.setDisabled': { policy: siteObjects, calls: about(userIds, { body: { is_disabled: true } }) },
  'site.setSiteAdmin': { policy: siteObjects, calls: about(userIds, { body: { is_site_admin: true } }) },
  'support.chat': { policy: () => 'missing', calls: only({}) },
  'boards.saveSetup': { policy: everybody, calls: only({ body: { revision: 1, people_hidden: false } }) },
  'boards.setLogo': {
    // The admin's upload is a PDF, which cannot become a logo.
    policy: (_actor, object) => (object === 'own' ? 'declined' : 'missing'),
    calls: aboutUpload((upload) => ({ body: { upload_id: upload } })),
  },
  'deciding.save': { policy: everybody, calls: only({ body: { revision: 0, remote_counts: false } }) },
  'boards.openLogo': { policy: () => 'missing', calls: only({ params: { file: `${'0'.repeat(64)}.png` } }) },
  'audit.list': {
    policy: everybody,
    calls: (actor) => ({ own: {}, foreign: { query: { member: actor.foreign.member.id } } }),
  },
  'invitations.get': {
    policy: ownOr('missing'),
    reveals: ownCanary,
    calls: (actor) => ({
      own: { params: { uuid: actor.own.invitation } },
      missing: { params: { uuid: 'an-invitation-that-never-was' } },
    }),
  },
  'invitations.inviteSeveral': {
    policy: everybody,
    calls: only({
      body: { people: [{ line: 1, first_name: 'Nia', last_name: 'New', email: `${randomUUID()}@example.org` }] },
    }),
  },
  'invitations.resend': {
    // The invitation was sent a moment ago, so it cannot be sent again yet.
    policy: (actor, object) => (object === 'own' && actor.rank === 'board-admin' ? 'declined' : 'missing'),
    calls: about(pending, noBody),
  },
  'invitations.confirmAccount': {
    policy: (actor, object) => (object === 'own' && actor.own.board.title.includes('home') ? 'allowed' : 'declined'),
    calls: (actor) => {
      const account = {
        mode: 'createAccount',
        password: 'seven boats home',
        password_confirmation: 'seven boats home',
      };
      const redeem = (invitation: string) => ({
        body: { ...account, invitation_id: invitation, email: actor.own.pending.email },
      });
      return { own: redeem(actor.own.invitation), missing: redeem('an-invitation-that-never-was') };
    },
  },
  'meetings.create': {
    // A meeting without groups is for the whole board, but a group admin can create meetings only for their own group.
    policy: (actor, object) => {
      const isMade = actor.rank === 'board-admin' || (object === 'group' && actor.name === 'own group’s admin');
      if (isMade) return 'allowed';
      return makers(actor, object) === 'allowed' ? 'invalid' : 'forbidden';
    },
    calls: (actor) => ({ own: { body: meetingFields }, group: { body: { ...meetingFields, ...forGroup(actor.own) } } }),
  },
  'meetings.previewAudience': { policy: editors, calls: about(meetings, ({ own }) => ({ body: forGroup(own) })) },
  'meetings.setAudience': { policy: editors, calls: about(meetings, ({ own }) => ({ body: forGroup(own) })) },
  'groups.get': { policy: readers, calls: about(groups) },
  'groups.create': { policy: everybody, calls: only({ body: { name: 'Works', description: '', members: [] } }) },
  'groups.update': { policy: editors, calls: about(groups, { body: { description: 'Other words' } }) },
  'groups.use': { policy: editors, calls: about(groups) },
  'groups.delete': { policy: editors, calls: about(groups, { body: { audience_goes_to: 'members' } }) },
  'meetings.update': { policy: editors, calls: about(meetings, { body: { title: 'Renamed' } }) },
  'meetings.delete': { policy: draftEditors, calls: about(meetings) },
  'meetings.reschedule': {
    policy: publishedEditors,
    calls: about(meetings, {
      body: { type: 'remote', start: '2026-12-08T12:00:00Z', end: '2026-12-08T14:00:00Z' },
    }),
  },
  'meetings.restore': { policy: declinedEditors, calls: about(meetings, noBody) },
  'meetings.undelete': { policy: () => 'missing', calls: about(meetings, noBody) },
  'meetings.duplicate': { policy: editors, calls: about(meetings, noBody) },
  'meetings.templates': { policy: makers, calls: only({}) },
  'meetings.saveTemplate': { policy: editors, calls: about(meetings, { body: { name: 'Board meeting' } }) },
  'meetings.deleteTemplate': { policy: hiddenFromReaders, calls: about(templates) },
  'meetings.plan': {
    policy: hiddenFromReaders,
    calls: about(templates, { body: { starts: ['2027-01-14T12:00:00Z'] } }),
  },
  'meetings.notifyChanges': { policy: publishedEditors, calls: about(meetings, { body: { note: 'Read this' } }) },
  'meetings.saveDefault': { policy: everybody, calls: only({ body: defaultFields }) },
  'agenda.add': { policy: editors, calls: about(meetings, { body: { title: 'One more' } }) },
  'agenda.update': { policy: editors, calls: about(emptyItems, { body: { revision: 1, title: 'Renamed' } }) },
  'agenda.move': {
    policy: draftEditors,
    calls: (actor) => ({
      ...about(emptyItems, { body: { before_id: null, depth: 0 } })(actor),
      crossed: {
        params: { id: actor.rank === 'board-admin' ? actor.own.draftItem.id : actor.own.item.id },
        body: { before_id: actor.foreign.item.id, depth: 0 },
      },
    }),
  },
  'agenda.delete': {
    policy: draftEditors,
    calls: about(emptyItems, { query: { revision: '1' } }),
  },
  'attendance.answer': {
    policy: answering,
    calls: (actor) => {
      const about = (uid: string) => ({ params: { uid, letter: 'n' }, ...noBody });
      if (actor.name === 'magic visitor') return { own: about(actor.uid), missing: about(unknownUid) };
      return {
        own: about(actor.own.meeting.id),
        foreign: about(actor.foreign.meeting.id),
        missing: about(randomUUID()),
      };
    },
  },
  'attendance.answerFor': {
    policy: editors,
    calls: (actor) => ({
      ...aboutInvitee((board) => board.pending, { letter: 'n' })(actor),
      crossed: { params: { id: actor.own.meeting.id, member_id: actor.foreign.pending.id }, body: { letter: 'n' } },
    }),
  },
  // The meetings are a week away, so their attendance cannot be recorded yet.
  'attendance.record': {
    policy: declinedEditors,
    calls: (actor) => ({
      ...aboutInvitee((board) => board.member, { attendance: true })(actor),
      draft: { params: { id: actor.own.draft.id, member_id: actor.own.member.id }, body: { attendance: true } },
    }),
  },
  'attendance.addGuest': { policy: declinedEditors, calls: about(meetings, { body: guestFields }) },
  'attendance.updateGuest': {
    policy: declinedEditors,
    calls: about(meetings, { params: { guest_id: randomUUID() }, body: guestFields }),
  },
  'attendance.removeGuest': { policy: declinedEditors, calls: about(meetings, { params: { guest_id: randomUUID() } }) },
  'uploads.create': {
    policy: makers,
    calls: only({ headers: { ...tus, 'upload-length': '10', 'upload-metadata': `filename ${btoa('paper.pdf')}` } }),
  },
  'uploads.inspect': { policy: uploaderAlone, calls: about(uploads, { headers: tus }) },
  'uploads.append': {
    policy: uploaderAlone,
    calls: about(uploads, {
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      bytes: uploadBytes,
    }),
  },
  'uploads.delete': { policy: uploaderAlone, calls: about(uploads, { headers: tus }) },
  'documents.attach': {
    policy: editors,
    calls: (actor) => {
      const attach = (upload: string, itemId: string) => ({
        body: { upload_id: upload, home: { kind: 'agenda-item', id: itemId } },
      });
      return {
        own: attach(actor.own.upload, actor.own.item.id),
        draft: attach(actor.own.upload, actor.own.draftItem.id),
        foreign: attach(actor.own.upload, actor.foreign.item.id),
        missing: attach(actor.own.upload, randomUUID()),
        crossed: attach(actor.foreign.upload, actor.own.item.id),
      };
    },
  },
  'documents.move': {
    policy: editors,
    calls: (actor) => {
      const to = (itemId: string) => ({ body: { home: { kind: 'agenda-item', id: itemId }, before_id: null } });
      return {
        ...about(documents, to(actor.own.item.id))(actor),
        draft: { params: { id: actor.own.draftDocument.id }, ...to(actor.own.draftItem.id) },
        group: { params: { id: actor.own.groupDocument.id }, ...to(actor.own.groupItem.id) },
        crossed: { params: { id: actor.own.document.id }, ...to(actor.foreign.item.id) },
      };
    },
  },
  'documents.update': { policy: editors, calls: about(documents, { body: { title: 'Renamed' } }) },
  'documents.addVersion': {
    policy: editors,
    calls: (actor) => {
      const { group: _, ...calls } = about(documents, { body: { upload_id: actor.own.upload } })(actor);
      return calls;
    },
  },
  'documents.annotated': { policy: everybody, calls: () => ({ own: {} }) },
  'documents.savePage': { policy: readers, calls: about(documents, { body: { page: 2 } }) },
  'documents.find': { policy: readers, calls: about(documents, { query: { words: 'income' } }) },
  // No reader has annotations, so the server declines even permitted requests.
  'documents.downloadAnnotated': { policy: declined(readers), calls: about(documents) },
  'documents.delete': { policy: editors, calls: about(documents) },
  'documents.restore': { policy: () => 'missing', calls: about(documents, noBody) },
  'documents.deleted': { policy: editors, calls: about(meetings, { params: { home: 'meeting' } }) },
  'documents.saveAnnotations': {
    policy: readers,
    calls: aboutVersionWith(({ id, versionId }) => ({
      params: { id },
      body: { annotations: xfdf, version_id: versionId, base_revision: 0 },
    })),
  },
  'magic.getMeeting': {
    policy: meetingLinkHolders,
    reveals: ownCanary,
    calls: (actor) => ({ own: { params: { uid: actor.uid } }, missing: { params: { uid: unknownUid } } }),
  },
  'magic.openDocument': {
    policy: meetingLinkHolders,
    reveals: ownCanary,
    calls: (actor) => {
      const open = (id: string) => ({ params: { uid: actor.uid, id } });
      return {
        own: open(actor.own.document.id),
        draft: open(actor.own.draftDocument.id),
        foreign: open(actor.foreign.document.id),
        missing: open(randomUUID()),
        crossed: open(actor.own.otherDocument.id),
      };
    },
  },
  'boardBook.make': { policy: readers, calls: about(meetings, { body: { with_annotations: false } }) },
  'boardBook.agenda': { policy: readers, calls: about(meetings) },
  'boardBook.attendance': { policy: readers, calls: about(meetings) },
  'boardBook.download': { policy: () => 'missing', calls: about(meetings) },
  'calendar.add': { policy: withoutDrafts(readers), calls: about(meetings, { params: { type: 'ical' } }) },
  'calendar.addByMagic': {
    policy: meetingLinkHolders,
    reveals: ownCanary,
    calls: (actor) => ({
      own: { params: { uid: actor.uid, type: 'ical' } },
      missing: { params: { uid: unknownUid, type: 'ical' } },
    }),
  },
  'site.suspendBoard': { policy: siteObjects, calls: about(boardIds, noBody) },
  'site.resumeBoard': { policy: siteObjects, calls: about(boardIds, noBody) },
  'site.resetSignIn': { policy: siteObjects, calls: about(userIds, noBody) },
  'site.signOut': { policy: siteObjects, calls: about(userIds, noBody) },
  'meetings.cancel': { policy: publishedEditors, calls: about(meetings, noBody) },
  'meetings.remind': { policy: publishedEditors, calls: about(meetings, noBody) },
  'documents.versionAnnotations': { policy: readers, calls: aboutVersion },
  'documents.openVersion': { policy: readers, calls: aboutVersion },
  'documents.compare': {
    policy: readers,
    calls: aboutVersionWith(({ id, versionId }) => ({ params: { id, from_id: versionId, to_id: versionId } })),
  },
  'profile.retireField': { policy: editors, calls: about(positionFields, noBody) },
  'profile.restoreField': { policy: editors, calls: about(positionFields, noBody) },
  'meetings.get': { policy: readers, calls: about(meetings) },
  'boardBook.copy': { policy: readers, calls: about(documents) },
  'boardBook.makeCopy': { policy: readers, calls: about(documents, { body: { with_annotations: false } }) },
  // No copy has been made, so the server declines even permitted requests.
  'boardBook.downloadCopy': { policy: declined(readers), calls: about(documents) },
  'boardBook.get': { policy: readers, calls: about(meetings) },
  'audience.choices': { policy: makers, calls: only({}) },
  'meetings.default': { policy: makers, calls: only({}) },
  'meetings.reopen': { policy: declinedAdmins, calls: about(meetings, noBody) },
  'meetings.close': { policy: declinedAdmins, calls: about(meetings, noBody) },
  ...rows(
    everybody,
    only({}),
    'start.get twoFactor.get twoFactor.turnOff account.get people.list profile.fields',
    'profile.removePicture site.health support.manifest boards.getSetup deciding.get',
    'boards.removeLogo invitations.list invitations.taken meetings.list groups.list',
    'documents.annotationsKey timeline.dashboard timeline.firstSteps timeline.hideFirstSteps waiting.get events.stream',
  ),
  ...rows(everybody, only(noBody), 'twoFactor.begin session.logout account.dropEmailChange'),
  ...rows(editors, about(meetings), 'meetings.audience meetings.publishAudience meetings.changes'),
  ...rows(
    draftEditors,
    about(meetings, noBody),
    'meetings.previewPublishing meetings.sendPublishPreview meetings.publish',
  ),
  ...rows(
    readers,
    about(documents),
    'documents.get documents.versions documents.reading annotations.beside documents.open',
    'documents.download',
  ),
};

export function ownCallOf(name: string, actor: Actor): MatrixCall {
  const calls = matrixEntries[name]?.calls(actor) ?? {};
  const call = calls.own ?? Object.values(calls)[0];
  if (!call) throw new Error(`${name} is not in the matrix.`);
  return call;
}
