import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import { type BoardWorld, password, uploadBytes } from '#tests/support/world.ts';
import { actionItemEntries } from './action-items.ts';
import type { Actor } from './actors.ts';
import { announcementEntries } from './announcements.ts';
import { deviceEntries } from './devices.ts';
import { interestEntries } from './interests.ts';
import { libraryEntries } from './library.ts';
import { magicLinkEntries } from './magic-links.ts';
import { mailEntries } from './mail.ts';
import { minutesEntries } from './minutes.ts';
import { motionEntries } from './motions.ts';
import { editors, everybody, makers, type ObjectKind, type Outcome, type Policy, readers } from './outcomes.ts';
import { passkeyEntries } from './passkeys.ts';
import { pollEntries } from './polls.ts';
import { providerEntries } from './providers.ts';
import { reportEntries } from './reports.ts';
import { resolutionEntries } from './resolutions.ts';
import { roomEntries } from './room.ts';

/** One call of an endpoint; its path is filled with `params`. */
export interface MatrixCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MatrixEntry {
  readonly policy: Policy;
  /** The calls that the endpoint can be asked, by what they are about. */
  readonly calls: (actor: Actor) => Partial<Record<ObjectKind, MatrixCall>>;
  /** More that an allowed answer tells this actor than their own boards do. */
  readonly reveals?: (actor: Actor) => readonly string[];
}

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
const guestFields = { name: 'Hannah Reid', role: 'Executive Director' };
const defaultFields = { type: 'remote', length_minutes: 90, location: '', join_url: '', agenda_items: [] };
const tus = { 'tus-resumable': '1.0.0' };
const xfdf = '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots/></xfdf>';
/** Looks like the secret of a link in mail. */
const neverSent = 'a-link-that-was-never-sent-to-anybody';
const unknownUid = magicUid('meeting', 'q'.repeat(52));

/** A version of a document; crossed, one of another document. */
const aboutVersion = (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
  const call = (document: { readonly id: string; readonly versionId: string }): MatrixCall => ({
    params: { id: document.id, version_id: document.versionId },
  });
  return {
    own: call(actor.own.document),
    draft: call(actor.own.draftDocument),
    foreign: call(actor.foreign.document),
    missing: call({ id: randomUUID(), versionId: randomUUID() }),
    crossed: call({ id: actor.own.document.id, versionId: actor.own.otherDocument.versionId }),
  };
};

/** A call about one thing with an id: own, draft, foreign, and one that never was. */
const aboutId =
  (
    idOf: (board: BoardWorld) => { readonly own: string; readonly draft?: string; readonly group?: string },
    rest: MatrixCall = {},
  ) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = (id: string): MatrixCall => ({ ...rest, params: { id, ...rest.params } });
    const { own, draft, group } = idOf(actor.own);
    return {
      own: call(own),
      ...(draft === undefined ? {} : { draft: call(draft) }),
      ...(group === undefined ? {} : { group: call(group) }),
      foreign: call(idOf(actor.foreign).own),
      missing: call(randomUUID()),
    };
  };

const meetings = (board: BoardWorld) => ({
  own: board.meeting.id,
  draft: board.draft.id,
  group: board.groupMeeting.id,
});
const items = (board: BoardWorld) => ({
  own: board.emptyItem.id,
  draft: board.draftItem.id,
  group: board.groupItem.id,
});
const documents = (board: BoardWorld) => ({
  own: board.document.id,
  draft: board.draftDocument.id,
  group: board.groupDocument.id,
});
const members = (board: BoardWorld) => ({ own: board.member.id });
const uploads = (board: BoardWorld) => ({ own: board.begunUpload });

const pending = (board: BoardWorld) => ({ own: board.pending.id });

const positionFields = (board: BoardWorld) => ({ own: board.positionField });

/** A call about the board's admin, a person whom nobody but admins may edit, and about the actor. */
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

/** Who is nobody on the board asks about its plain member. */
const slugOf = ({ own, userId }: Actor): string =>
  [own.admin, own.groupAdmin, own.otherGroupAdmin].find((each) => each.userId === userId)?.slug ?? own.member.slug;

const oneselfAndEditors: Policy = (actor, object) => (object === 'self' ? 'allowed' : editors(actor, object));

/** A call about a group. */
const aboutGroup =
  (rest: MatrixCall = {}) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = (id: string): MatrixCall => ({ ...rest, params: { id } });
    return { group: call(actor.own.group.id), foreign: call(actor.foreign.group.id), missing: call(randomUUID()) };
  };

const forGroup = (board: BoardWorld) => ({
  audience: { whole_board: false, group_ids: [board.group.id], member_ids: [] },
});

const only = (call: MatrixCall) => () => ({ own: call });

/** A draft alone can be published or deleted; what is published already says so to whoever may edit it. */
const draftEditors: Policy = (actor, object) =>
  object !== 'draft' && editors(actor, object) === 'allowed' ? 'declined' : editors(actor, object);

/** The other way round: what only a published meeting knows. */
const publishedEditors: Policy = (actor, object) =>
  object === 'draft' && actor.rank === 'board-admin' ? 'declined' : editors(actor, object);

/** What neither meeting of this world is ready for, and says so to whoever may edit it. */
const declinedEditors: Policy = (actor, object) => {
  const outcome = editors(actor, object);
  return outcome === 'allowed' ? 'declined' : outcome;
};

/** The same where editors of a group's things see that it is not theirs to do. */
const declinedAdmins: Policy = (actor, object) =>
  object === 'group' && actor.name === 'own group’s admin' ? 'forbidden' : declinedEditors(actor, object);

/** A draft is in nobody's calendar. */
const publishedReaders: Policy = (actor, object) => (object === 'draft' ? 'missing' : readers(actor, object));

/** An upload is visible to the one who began it, in this world the board's admin. */
const uploaderAlone: Policy = (actor, object) =>
  object === 'own' && actor.rank === 'board-admin' ? 'allowed' : 'missing';

/** A secret address opens its one meeting to whoever holds it, unless its member or board is out. */
const holders: Policy = (actor, object) => {
  const isShut = actor.name === 'inactive member' || actor.name === 'member of a suspended board';
  return object === 'own' && !isShut ? 'allowed' : 'missing';
};

const ofHome = (actor: Actor): readonly string[] => [actor.own.canary];

/** By the magic address that the actor holds, or by the meeting's id for who has a session. */
const answering: Policy = (actor, object): Outcome => {
  if (actor.name === 'magic visitor') return object === 'own' ? 'allowed' : 'missing';
  if (actor.rank === 'nobody') return 'expired';
  return actor.rank === 'outside' ? 'missing' : readers(actor, object);
};

const boardIds = (board: BoardWorld) => ({ own: board.board.id });
const userIds = (board: BoardWorld) => ({ own: board.member.userId ?? '' });
const firstAdmin = () => ({ first_name: 'Nia', last_name: 'New', email: `${randomUUID()}@example.org` });
/** Every board and user is there for a site admin, and nothing that stands in one. */
const siteObjects: Policy = (_actor, object) => (object === 'missing' ? 'missing' : 'allowed');
/** Names of boards and users, which hold their board's canary; those of drafts and groups stay unknown. */
const boardNames = (actor: Actor): readonly string[] => [actor.own.canary, actor.foreign.canary, 'zqxsuspended'];

const person = (board: BoardWorld) => board.member.email;

/**
 * What every endpoint of the product is asked in the matrix, and the finer policy behind its `access`. An endpoint
 * that is not here fails the matrix.
 */
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
  ...providerEntries,
  ...reportEntries,
  ...interestEntries,
  'start.get': { policy: everybody, calls: only({}) },
  'search.find': {
    // Anybody on the board may search; what is not theirs is as good as not there: no word of it is in an answer.
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
    // An address that is known and one that is not answer alike.
    policy: (_actor, object) => (object === 'own' ? 'allowed' : 'invalid'),
    calls: (actor) => ({
      own: { body: { email: person(actor.own), password } },
      foreign: { body: { email: person(actor.foreign), password: 'not the password' } },
      missing: { body: { email: `${randomUUID()}@example.org`, password: 'not the password' } },
    }),
  },
  'session.confirmPassword': {
    policy: (_actor, object) => (object === 'own' ? 'allowed' : 'invalid'),
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
  'twoFactor.get': { policy: everybody, calls: only({}) },
  'twoFactor.begin': { policy: everybody, calls: only(noBody) },
  // Nobody who has a session here has begun.
  'twoFactor.turnOn': { policy: () => 'declined', calls: only({ body: { code: '123456' } }) },
  'twoFactor.renewCodes': { policy: () => 'declined', calls: only(noBody) },
  'twoFactor.turnOff': { policy: everybody, calls: only({}) },
  'twoFactor.setRequired': { policy: everybody, calls: only({ body: { required: false } }) },
  'session.logout': { policy: everybody, calls: only(noBody) },
  'session.switchBoard': {
    policy: (actor, object) => {
      const isOn = actor.rank !== 'outside' || actor.name === 'member of a suspended board';
      return object === 'own' && isOn ? 'allowed' : 'missing';
    },
    calls: (actor) => ({
      own: { body: { board_id: actor.own.board.id } },
      foreign: { body: { board_id: actor.foreign.board.id } },
      missing: { body: { board_id: randomUUID() } },
    }),
  },
  'session.setTheme': { policy: everybody, calls: only({ body: { theme: 'dark' } }) },
  'session.setViewerSize': { policy: everybody, calls: only({ body: { size: 'maximized' } }) },
  'account.get': { policy: everybody, calls: only({}) },
  'account.save': {
    policy: (_actor, object) => (object === 'own' ? 'allowed' : 'missing'),
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
  'account.dropEmailChange': { policy: everybody, calls: only(noBody) },
  'account.changePassword': {
    policy: (_actor, object) => (object === 'own' ? 'allowed' : 'invalid'),
    calls: () => {
      const change = (current: string) => ({ body: { current_password: current, password: 'another password' } });
      return { own: change(password), missing: change('not the password') };
    },
  },
  // Everybody here has a password, and no passkeys that stand in for it.
  'account.setPassword': { policy: () => 'declined', calls: only({ body: { password: 'another password' } }) },
  'account.removePassword': { policy: () => 'declined', calls: only({}) },
  'account.getEmailChange': { policy: () => 'missing', calls: () => ({ missing: { params: { token: neverSent } } }) },
  'account.confirmEmailChange': {
    policy: () => 'missing',
    calls: () => ({ missing: { params: { token: neverSent }, ...noBody } }),
  },
  'account.forgotPassword': {
    // Known and unknown addresses answer alike.
    policy: everybody,
    calls: (actor) => ({
      own: { body: { email: person(actor.own) } },
      foreign: { body: { email: person(actor.foreign) } },
      missing: { body: { email: `${randomUUID()}@example.org` } },
    }),
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
  'people.list': { policy: everybody, calls: only({}) },
  'people.get': {
    policy: readers,
    calls: (actor) => {
      const call = (slug: string) => ({ params: { slug } });
      return {
        own: call(actor.own.pending.slug),
        foreign: call(actor.foreign.pending.slug),
        missing: call('nobody-at-all'),
      };
    },
  },
  'people.setAdmin': { policy: editors, calls: aboutId(members, { body: { is_board_admin: true } }) },
  'people.setGroups': { policy: editors, calls: aboutId(members, { body: { group_ids: [] } }) },
  'people.setStatus': { policy: editors, calls: aboutId(members, { body: { status: 'inactive' } }) },
  'people.remove': { policy: editors, calls: aboutId(members) },
  'people.create': {
    policy: everybody,
    calls: only({ body: { first_name: 'Nia', last_name: 'New', email: `${randomUUID()}@example.org` } }),
  },
  'profile.fields': { policy: everybody, calls: only({}) },
  'profile.saveFields': {
    policy: editors,
    calls: (actor) => {
      const rename = (id: string) => ({
        body: {
          member: [],
          admin: [{ id, name: 'Office', kind: 'text', required: false, visibility: 'everyone', options: [] }],
        },
      });
      return {
        own: rename(actor.own.positionField),
        foreign: rename(actor.foreign.positionField),
        missing: rename(randomUUID()),
      };
    },
  },
  'profile.retireField': { policy: editors, calls: aboutId(positionFields, noBody) },
  'profile.restoreField': { policy: editors, calls: aboutId(positionFields, noBody) },
  // What people are still asked for is not deleted at once.
  'profile.deleteField': { policy: draftEditors, calls: aboutId(positionFields) },
  'profile.get': { policy: oneselfAndEditors, calls: aboutSlug() },
  'profile.save': { policy: oneselfAndEditors, calls: aboutSlug({ body: { values: {} } }) },
  'profile.setPicture': {
    // The admin's upload is a paper: no picture is made of it.
    policy: (actor, object) => (object === 'own' && actor.rank === 'board-admin' ? 'declined' : 'missing'),
    calls: (actor) => {
      const set = (upload: string) => ({ body: { upload_id: upload, crop: { left: 0, top: 0, side: 256 } } });
      return { own: set(actor.own.upload), foreign: set(actor.foreign.upload), missing: set(randomUUID()) };
    },
  },
  'profile.removePicture': { policy: everybody, calls: only({}) },
  'profile.openPicture': {
    policy: () => 'missing',
    calls: only({ params: { picture: 'a-picture-that-never-was' } }),
  },
  'site.boards': { policy: everybody, reveals: boardNames, calls: only({}) },
  'site.createBoard': {
    policy: everybody,
    calls: only({ body: { title: 'Newly opened', shortname: '', time_zone: 'UTC', plan_note: '', ...firstAdmin() } }),
  },
  'site.updateBoard': { policy: siteObjects, calls: aboutId(boardIds, { body: { plan_note: 'Small' } }) },
  'site.suspendBoard': { policy: siteObjects, calls: aboutId(boardIds, noBody) },
  'site.resumeBoard': { policy: siteObjects, calls: aboutId(boardIds, noBody) },
  // Both boards of this world have an admin.
  'site.inviteAdmin': {
    policy: (_actor, object) => (object === 'missing' ? 'missing' : 'declined'),
    calls: aboutId(boardIds, { body: firstAdmin() }),
  },
  'site.users': { policy: everybody, reveals: boardNames, calls: only({}) },
  'site.setDisabled': { policy: siteObjects, calls: aboutId(userIds, { body: { is_disabled: true } }) },
  'site.setSiteAdmin': { policy: siteObjects, calls: aboutId(userIds, { body: { is_site_admin: true } }) },
  'site.resetSignIn': { policy: siteObjects, calls: aboutId(userIds, noBody) },
  'site.signOut': { policy: siteObjects, calls: aboutId(userIds, noBody) },
  'site.health': { policy: everybody, calls: only({}) },
  // No chat is set up here.
  'support.chat': { policy: () => 'missing', calls: only({}) },
  'support.manifest': { policy: everybody, calls: only({}) },
  'boards.getSetup': { policy: everybody, calls: only({}) },
  'boards.saveSetup': { policy: everybody, calls: only({ body: { revision: 1, people_hidden: false } }) },
  'boards.setLogo': {
    // The admin's upload is a paper: no logo is made of it.
    policy: (_actor, object) => (object === 'own' ? 'declined' : 'missing'),
    calls: (actor) => {
      const set = (upload: string) => ({ body: { upload_id: upload } });
      return { own: set(actor.own.upload), foreign: set(actor.foreign.upload), missing: set(randomUUID()) };
    },
  },
  'deciding.get': { policy: everybody, calls: only({}) },
  'deciding.save': { policy: everybody, calls: only({ body: { revision: 0, remote_counts: false } }) },
  'deciding.setVoter': {
    policy: editors,
    calls: (actor) => {
      const set = (body: string, member: string): MatrixCall => ({
        params: { id: body },
        body: { member_id: member, votes: false },
      });
      const { own, foreign } = actor;
      return {
        own: set(own.board.id, own.member.id),
        foreign: set(foreign.board.id, foreign.member.id),
        missing: set(randomUUID(), own.member.id),
        crossed: set(own.board.id, foreign.member.id),
      };
    },
  },
  'boards.removeLogo': { policy: everybody, calls: only({}) },
  'boards.openLogo': { policy: () => 'missing', calls: only({ params: { file: `${'0'.repeat(64)}.png` } }) },
  'audit.list': {
    policy: everybody,
    calls: (actor) => ({ own: {}, foreign: { query: { member: actor.foreign.member.id } } }),
  },
  'invitations.get': {
    // Of a suspended board too: its holder reads that it waits.
    policy: (_actor, object) => (object === 'own' ? 'allowed' : 'missing'),
    reveals: ofHome,
    calls: (actor) => ({
      own: { params: { uuid: actor.own.invitation } },
      missing: { params: { uuid: 'an-invitation-that-never-was' } },
    }),
  },
  'invitations.list': { policy: everybody, calls: only({}) },
  'invitations.taken': { policy: everybody, calls: only({}) },
  'invitations.inviteSeveral': {
    policy: everybody,
    calls: only({
      body: { people: [{ line: 1, first_name: 'Nia', last_name: 'New', email: `${randomUUID()}@example.org` }] },
    }),
  },
  'invitations.resend': {
    // The world's invitation was sent a moment ago: that it waits is all that the admin reads.
    policy: (actor, object) => (object === 'own' && actor.rank === 'board-admin' ? 'declined' : 'missing'),
    calls: aboutId(pending, noBody),
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
  'meetings.list': { policy: everybody, calls: only({}) },
  'meetings.create': {
    // A group admin makes meetings for the own group, and for nobody else.
    policy: (actor, object) => {
      const isMade = actor.rank === 'board-admin' || (object === 'group' && actor.name === 'own group’s admin');
      if (isMade) return 'allowed';
      return makers(actor, object) === 'allowed' ? 'invalid' : 'forbidden';
    },
    calls: (actor) => ({ own: { body: meetingFields }, group: { body: { ...meetingFields, ...forGroup(actor.own) } } }),
  },
  'meetings.audience': { policy: editors, calls: aboutId(meetings) },
  'meetings.previewAudience': {
    policy: editors,
    calls: (actor) => aboutId(meetings, { body: forGroup(actor.own) })(actor),
  },
  'meetings.setAudience': {
    policy: editors,
    calls: (actor) => aboutId(meetings, { body: forGroup(actor.own) })(actor),
  },
  'groups.list': { policy: everybody, calls: only({}) },
  'groups.get': { policy: readers, calls: aboutGroup() },
  'groups.create': { policy: everybody, calls: only({ body: { name: 'Works', description: '', members: [] } }) },
  'groups.update': { policy: editors, calls: aboutGroup({ body: { description: 'Other words' } }) },
  'groups.use': { policy: editors, calls: aboutGroup() },
  'groups.delete': { policy: editors, calls: aboutGroup({ body: { audience_goes_to: 'members' } }) },
  'audience.choices': { policy: makers, calls: only({}) },
  'meetings.get': { policy: readers, calls: aboutId(meetings) },
  'meetings.update': { policy: editors, calls: aboutId(meetings, { body: { title: 'Renamed' } }) },
  'meetings.publishAudience': { policy: editors, calls: aboutId(meetings) },
  'meetings.previewPublishing': { policy: draftEditors, calls: aboutId(meetings, noBody) },
  'meetings.sendPublishPreview': { policy: draftEditors, calls: aboutId(meetings, noBody) },
  'meetings.publish': { policy: draftEditors, calls: aboutId(meetings, noBody) },
  'meetings.delete': { policy: draftEditors, calls: aboutId(meetings) },
  'meetings.reschedule': {
    policy: publishedEditors,
    calls: aboutId(meetings, {
      body: { type: 'remote', start: '2026-12-08T12:00:00Z', end: '2026-12-08T14:00:00Z' },
    }),
  },
  'meetings.cancel': { policy: publishedEditors, calls: aboutId(meetings, noBody) },
  'meetings.restore': { policy: declinedEditors, calls: aboutId(meetings, noBody) },
  // Nothing is deleted in this world.
  'meetings.undelete': { policy: () => 'missing', calls: aboutId(meetings, noBody) },
  'meetings.duplicate': { policy: editors, calls: aboutId(meetings, noBody) },
  'meetings.reopen': { policy: declinedAdmins, calls: aboutId(meetings, noBody) },
  'meetings.close': { policy: declinedAdmins, calls: aboutId(meetings, noBody) },
  'meetings.changes': { policy: editors, calls: aboutId(meetings) },
  'meetings.notifyChanges': { policy: publishedEditors, calls: aboutId(meetings, { body: { note: 'Read this' } }) },
  'meetings.remind': { policy: publishedEditors, calls: aboutId(meetings, noBody) },
  'meetings.default': { policy: makers, calls: only({}) },
  'meetings.saveDefault': { policy: everybody, calls: only({ body: defaultFields }) },
  'agenda.add': { policy: editors, calls: aboutId(meetings, { body: { title: 'One more' } }) },
  'agenda.update': { policy: editors, calls: aboutId(items, { body: { revision: 1, title: 'Renamed' } }) },
  'agenda.move': {
    policy: draftEditors,
    calls: (actor) => ({
      ...aboutId(items, { body: { before_id: null, depth: 0 } })(actor),
      crossed: {
        // Whose items may be moved at all.
        params: { id: actor.rank === 'board-admin' ? actor.own.draftItem.id : actor.own.item.id },
        body: { before_id: actor.foreign.item.id, depth: 0 },
      },
    }),
  },
  'agenda.delete': {
    // The draft's item is alone; of the published meetings minutes are circulated.
    policy: draftEditors,
    calls: aboutId(items, { query: { revision: '1' } }),
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
    calls: (actor) => {
      const about = (meetingId: string, memberId: string) => ({
        params: { id: meetingId, member_id: memberId },
        body: { letter: 'n' },
      });
      return {
        own: about(actor.own.meeting.id, actor.own.pending.id),
        foreign: about(actor.foreign.meeting.id, actor.foreign.pending.id),
        missing: about(randomUUID(), randomUUID()),
        crossed: about(actor.own.meeting.id, actor.foreign.pending.id),
      };
    },
  },
  // Attendance of a meeting in a week is not open yet.
  'attendance.record': {
    policy: declinedEditors,
    calls: (actor) => {
      const about = (meetingId: string, memberId: string) => ({
        params: { id: meetingId, member_id: memberId },
        body: { attendance: true },
      });
      return {
        own: about(actor.own.meeting.id, actor.own.member.id),
        draft: about(actor.own.draft.id, actor.own.member.id),
        foreign: about(actor.foreign.meeting.id, actor.foreign.member.id),
        missing: about(randomUUID(), randomUUID()),
      };
    },
  },
  'attendance.addGuest': { policy: declinedEditors, calls: aboutId(meetings, { body: guestFields }) },
  'attendance.updateGuest': {
    policy: declinedEditors,
    calls: aboutId(meetings, { params: { guest_id: randomUUID() }, body: guestFields }),
  },
  'attendance.removeGuest': {
    policy: declinedEditors,
    calls: aboutId(meetings, { params: { guest_id: randomUUID() } }),
  },
  'uploads.create': {
    policy: makers,
    calls: only({ headers: { ...tus, 'upload-length': '10', 'upload-metadata': `filename ${btoa('paper.pdf')}` } }),
  },
  'uploads.inspect': { policy: uploaderAlone, calls: aboutId(uploads, { headers: tus }) },
  'uploads.append': {
    policy: uploaderAlone,
    calls: aboutId(uploads, {
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      bytes: uploadBytes,
    }),
  },
  'uploads.delete': { policy: uploaderAlone, calls: aboutId(uploads, { headers: tus }) },
  'documents.get': { policy: readers, calls: aboutId(documents) },
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
        ...aboutId(documents, to(actor.own.item.id))(actor),
        draft: { params: { id: actor.own.draftDocument.id }, ...to(actor.own.draftItem.id) },
        group: { params: { id: actor.own.groupDocument.id }, ...to(actor.own.groupItem.id) },
        crossed: { params: { id: actor.own.document.id }, ...to(actor.foreign.item.id) },
      };
    },
  },
  'documents.update': { policy: editors, calls: aboutId(documents, { body: { title: 'Renamed' } }) },
  'documents.versions': { policy: readers, calls: aboutId(documents) },
  'documents.addVersion': {
    policy: editors,
    calls: (actor) => {
      const { group: _, ...calls } = aboutId(documents, { body: { upload_id: actor.own.upload } })(actor);
      return calls;
    },
  },
  'documents.annotated': { policy: everybody, calls: () => ({ own: {} }) },
  'documents.reading': { policy: readers, calls: aboutId(documents) },
  'documents.savePage': { policy: readers, calls: aboutId(documents, { body: { page: 2 } }) },
  'documents.find': { policy: readers, calls: aboutId(documents, { query: { words: 'income' } }) },
  'documents.versionAnnotations': { policy: readers, calls: aboutVersion },
  'annotations.beside': { policy: readers, calls: aboutId(documents) },
  'documents.openVersion': { policy: readers, calls: aboutVersion },
  // Nobody has marks there: who may read is answered so.
  'documents.downloadAnnotated': {
    policy: (actor, object) => (readers(actor, object) === 'allowed' ? 'declined' : 'missing'),
    calls: aboutId(documents),
  },
  'documents.annotationsKey': { policy: everybody, calls: only({}) },
  'documents.delete': { policy: editors, calls: aboutId(documents) },
  // Nothing is deleted in this world.
  'documents.restore': { policy: () => 'missing', calls: aboutId(documents, noBody) },
  'documents.deleted': { policy: editors, calls: aboutId(meetings, { params: { home: 'meeting' } }) },
  'documents.open': { policy: readers, calls: aboutId(documents) },
  'documents.download': { policy: readers, calls: aboutId(documents) },
  'documents.saveAnnotations': {
    policy: readers,
    calls: (actor) => {
      const save = (document: { readonly id: string; readonly versionId: string }) => ({
        params: { id: document.id },
        body: { annotations: xfdf, version_id: document.versionId, base_revision: 0 },
      });
      return {
        own: save(actor.own.document),
        draft: save(actor.own.draftDocument),
        foreign: save(actor.foreign.document),
        missing: save({ id: randomUUID(), versionId: randomUUID() }),
        crossed: save({ id: actor.own.document.id, versionId: actor.own.otherDocument.versionId }),
      };
    },
  },
  'magic.getMeeting': {
    policy: holders,
    reveals: ofHome,
    calls: (actor) => ({ own: { params: { uid: actor.uid } }, missing: { params: { uid: unknownUid } } }),
  },
  'magic.openDocument': {
    policy: holders,
    reveals: ofHome,
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
  'boardBook.get': { policy: readers, calls: aboutId(meetings) },
  'boardBook.make': { policy: readers, calls: aboutId(meetings, { body: { with_annotations: false } }) },
  // None has been made in this world.
  'boardBook.download': { policy: () => 'missing', calls: aboutId(meetings) },
  'calendar.add': { policy: publishedReaders, calls: aboutId(meetings, { params: { type: 'ical' } }) },
  'calendar.addByMagic': {
    policy: holders,
    reveals: ofHome,
    calls: (actor) => ({
      own: { params: { uid: actor.uid, type: 'ical' } },
      missing: { params: { uid: unknownUid, type: 'ical' } },
    }),
  },
  'timeline.dashboard': { policy: everybody, calls: only({}) },
  'waiting.get': { policy: everybody, calls: only({}) },
  'events.stream': { policy: everybody, calls: only({}) },
};
