import { randomUUID } from 'node:crypto';
import { magicUid } from '../../../domain/magic-uid.ts';
import type { Actor } from './actors.ts';
import { editors, everybody, type ObjectKind, type Outcome, type Policy, readers } from './outcomes.ts';
import { type BoardWorld, password, uploadBytes } from './world.ts';

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
const tus = { 'tus-resumable': '1.0.0' };
const xfdf = '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots/></xfdf>';
const unknownUid = magicUid('meeting', 'q'.repeat(52));

/** A call about one thing with an id: own, draft, foreign, and one that never was. */
const aboutId =
  (idOf: (board: BoardWorld) => { readonly own: string; readonly draft?: string }, rest: MatrixCall = {}) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = (id: string): MatrixCall => ({ ...rest, params: { id, ...rest.params } });
    const { own, draft } = idOf(actor.own);
    return {
      own: call(own),
      ...(draft === undefined ? {} : { draft: call(draft) }),
      foreign: call(idOf(actor.foreign).own),
      missing: call(randomUUID()),
    };
  };

const meetings = (board: BoardWorld) => ({ own: board.meeting.id, draft: board.draft.id });
const items = (board: BoardWorld) => ({ own: board.emptyItem.id, draft: board.draftItem.id });
const documents = (board: BoardWorld) => ({ own: board.document.id, draft: board.draftDocument.id });
const uploads = (board: BoardWorld) => ({ own: board.begunUpload });

const only = (call: MatrixCall) => () => ({ own: call });

/** A draft alone can be published or deleted; what is published already says so to whoever may edit it. */
const draftEditors: Policy = (actor, object) =>
  object === 'own' && actor.standing === 'board-admin' ? 'told' : editors(actor, object);

/** A draft is in nobody's calendar. */
const publishedReaders: Policy = (actor, object) => (object === 'draft' ? 'missing' : readers(actor, object));

/** An upload is in sight of the one who began it, in this world the board's admin. */
const uploaderAlone: Policy = (actor, object) =>
  object === 'own' && actor.standing === 'board-admin' ? 'allowed' : 'missing';

/** A secret address opens its one meeting to whoever holds it, unless its member or board is out. */
const holders: Policy = (actor, object) => {
  const isShut = actor.name === 'inactive member' || actor.name === 'member of a suspended board';
  return object === 'own' && !isShut ? 'allowed' : 'missing';
};

const ofHome = (actor: Actor): readonly string[] => [actor.own.canary];

/** By the magic address that the actor holds, or by the meeting's id for who has a session. */
const answering: Policy = (actor, object): Outcome => {
  if (actor.name === 'magic visitor') return object === 'own' ? 'allowed' : 'missing';
  if (actor.standing === 'nobody') return 'expired';
  return actor.standing === 'outside' ? 'missing' : readers(actor, object);
};

const person = (board: BoardWorld) => board.member.email;

/**
 * What every endpoint of the product is asked in the matrix, and the finer policy behind its `access`. An endpoint
 * that is not here fails the matrix.
 */
export const matrixEntries: Readonly<Record<string, MatrixEntry>> = {
  'start.get': { policy: everybody, calls: only({}) },
  'session.login': {
    // An address that is known and one that is not answer alike.
    policy: (_actor, object) => (object === 'own' ? 'allowed' : 'invalid'),
    calls: (actor) => ({
      own: { body: { email: person(actor.own), password } },
      foreign: { body: { email: person(actor.foreign), password: 'not the password' } },
      missing: { body: { email: `${randomUUID()}@example.org`, password: 'not the password' } },
    }),
  },
  'session.logout': { policy: everybody, calls: only(noBody) },
  'session.switchBoard': {
    policy: (actor, object) => {
      const isOn = actor.standing !== 'outside' || actor.name === 'member of a suspended board';
      return object === 'own' && isOn ? 'allowed' : 'missing';
    },
    calls: (actor) => ({
      own: { body: { board_id: actor.own.board.id } },
      foreign: { body: { board_id: actor.foreign.board.id } },
      missing: { body: { board_id: randomUUID() } },
    }),
  },
  'session.setTheme': { policy: everybody, calls: only({ body: { theme: 'dark' } }) },
  'setup.get': { policy: everybody, calls: only({ query: { token: 'spent' } }) },
  'setup.setUp': {
    policy: () => 'told',
    calls: only({
      body: {
        ...{ token: 'spent', first_name: 'Eve', last_name: 'Late', email: 'eve@example.org', board_title: 'Late' },
        ...{ password: 'a long password', password_confirmation: 'a long password', time_zone: 'UTC', shortname: '' },
      },
    }),
  },
  'people.list': { policy: everybody, calls: only({}) },
  'people.create': {
    policy: everybody,
    calls: only({ body: { first_name: 'Nia', last_name: 'New', email: `${randomUUID()}@example.org` } }),
  },
  'invitations.get': {
    policy: (actor, object) => (object === 'own' && actor.own.board.title.includes('home') ? 'allowed' : 'missing'),
    reveals: ofHome,
    calls: (actor) => ({
      own: { params: { uuid: actor.own.invitation } },
      missing: { params: { uuid: 'an-invitation-that-never-was' } },
    }),
  },
  'invitations.confirmAccount': {
    policy: (actor, object) => (object === 'own' && actor.own.board.title.includes('home') ? 'allowed' : 'told'),
    calls: (actor) => {
      const account = { mode: 'createAccount', password: 'a long password', password_confirmation: 'a long password' };
      const redeem = (invitation: string) => ({
        body: { ...account, invitation_id: invitation, email: actor.own.pending.email },
      });
      return { own: redeem(actor.own.invitation), missing: redeem('an-invitation-that-never-was') };
    },
  },
  'meetings.list': { policy: everybody, calls: only({}) },
  'meetings.create': { policy: editors, calls: only({ body: meetingFields }) },
  'meetings.get': { policy: readers, calls: aboutId(meetings) },
  'meetings.update': { policy: editors, calls: aboutId(meetings, { body: { title: 'Renamed' } }) },
  'meetings.publishAudience': { policy: editors, calls: aboutId(meetings) },
  'meetings.publish': { policy: draftEditors, calls: aboutId(meetings, noBody) },
  'meetings.delete': { policy: draftEditors, calls: aboutId(meetings) },
  'agenda.add': { policy: editors, calls: aboutId(meetings, { body: { title: 'One more' } }) },
  'agenda.update': { policy: editors, calls: aboutId(items, { body: { title: 'Renamed' } }) },
  'agenda.move': {
    policy: editors,
    calls: (actor) => ({
      ...aboutId(items, { body: { before_id: null } })(actor),
      crossed: { params: { id: actor.own.item.id }, body: { before_id: actor.foreign.item.id } },
    }),
  },
  'agenda.delete': {
    // The draft's item is alone, the published meeting's holds no papers.
    policy: editors,
    calls: aboutId(items),
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
  'uploads.create': {
    policy: editors,
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
        body: { upload_id: upload, place: { kind: 'agenda-item', id: itemId } },
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
  'documents.delete': { policy: editors, calls: aboutId(documents) },
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
  'events.stream': { policy: everybody, calls: only({}) },
};
