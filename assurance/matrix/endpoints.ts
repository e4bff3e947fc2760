import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import { magicUid } from '#domain/magic-uid.ts';
import { routes } from '#server/app.ts';
import { type BoardWorld, uploadBytes } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import {
  about,
  announcements,
  boards,
  callsFor,
  callsForEach,
  documents,
  emptyItems,
  forGroup,
  type Ids,
  type MatrixCall,
  type MatrixEntry,
  meetings,
  members,
  noBody,
  onBoard,
  only,
  rows,
} from './calls.ts';
import { decidingEntries } from './deciding.ts';
import { libraryEntries } from './library.ts';
import { linkEntries } from './links.ts';
import {
  adminAlone,
  declined,
  draftEditors,
  editors,
  everybody,
  instead,
  makers,
  makersForGroups,
  type ObjectKind,
  type Outcome,
  type Policy,
  publishedEditors,
  readers,
  withoutDrafts,
} from './outcomes.ts';
import { paperEntries } from './papers.ts';
import { pollEntries } from './polls.ts';
import { reportEntries } from './reports.ts';
import { signatureEntries } from './signatures.ts';
import { signingInEntries } from './signing-in.ts';

const meetingFields = {
  title: 'Another meeting',
  type: 'hybrid',
  start: '2026-12-01T12:00:00Z',
  end: '2026-12-01T14:00:00Z',
  location: '',
  join_url: '',
  description: '',
};
const announcementBody = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }],
};
const officeField = { name: 'Office', kind: 'text', required: false, visibility: 'everyone', options: [] };
const guestFields = { name: 'Hannah Reid', role: 'Executive Director' };
const defaultFields = { type: 'remote', length_minutes: 90, location: '', join_url: '', agenda_items: [] };
const tus = { 'tus-resumable': '1.0.0' };
const xfdf = '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots/></xfdf>';
const unknownUid = magicUid('meeting', 'q'.repeat(52));

const aboutVersionWith =
  (call: (document: { readonly id: string; readonly versionId: string }) => MatrixCall) => (actor: Actor) => ({
    ...callsForEach(
      ({ document, draftDocument }) => ({ own: document, draft: draftDocument }),
      { id: randomUUID(), versionId: randomUUID() },
      call,
    )(actor),
    crossed: call({ id: actor.own.document.id, versionId: actor.own.otherDocument.versionId }),
  });
const aboutVersion = aboutVersionWith(({ id, versionId }) => ({ params: { id, version_id: versionId } }));

const templates: Ids = ({ template }) => ({ own: template });
const uploads: Ids = ({ begunUpload }) => ({ own: begunUpload });
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

const aboutInvitee = (whoOf: (board: BoardWorld) => { readonly id: string }, body: object) =>
  callsForEach(
    (board) => ({ own: { id: board.meeting.id, member_id: whoOf(board).id } }),
    { id: randomUUID(), member_id: randomUUID() },
    (params) => ({ params, body }),
  );
const aboutUpload = (make: (upload: string) => MatrixCall) => callsFor(({ upload }) => ({ own: upload }), make);

const declinedEditors = declined(editors);

const declinedAdmins: Policy = (actor, object) =>
  object === 'group' && actor.name === 'own group’s admin' ? 'forbidden' : declinedEditors(actor, object);

const answering: Policy = (actor, object): Outcome => {
  if (actor.name === 'magic visitor') return object === 'own' ? 'allowed' : 'missing';
  if (actor.rank === 'nobody') return 'expired';
  return actor.rank === 'outside' ? 'missing' : readers(actor, object);
};

const userIds: Ids = ({ member }) => ({ own: member.userId ?? '' });
const firstAdmin = () => ({ first_name: 'Nia', last_name: 'New', email: `${randomUUID()}@example.org` });
const siteObjects: Policy = (_actor, object) => (object === 'missing' ? 'missing' : 'allowed');
const boardNames = (actor: Actor): readonly string[] => [actor.own.canary, actor.foreign.canary, 'zqxsuspended'];

export const matrixEntries: Readonly<Record<string, MatrixEntry>> = {
  ...signingInEntries,
  ...decidingEntries,
  ...signatureEntries,
  ...paperEntries,
  ...libraryEntries,
  ...linkEntries,
  ...pollEntries,
  ...reportEntries,
  'announcements.create': {
    policy: makersForGroups,
    calls: (actor) => ({
      own: { body: { title: 'News', body: announcementBody } },
      group: { body: { title: 'News', body: announcementBody, ...forGroup(actor.own) } },
    }),
  },
  'announcements.get': { policy: readers, calls: about(announcements) },
  'announcements.update': { policy: editors, calls: about(announcements, { body: { revision: 1, title: 'Renamed' } }) },
  'announcements.publish': { policy: draftEditors, calls: about(announcements, { body: { publish_on: null } }) },
  'announcements.unpublish': { policy: publishedEditors, calls: about(announcements, noBody) },
  'announcements.undelete': { policy: () => 'missing', calls: about(announcements, noBody) },
  ...rows(editors, about(announcements), 'announcements.delete announcements.readers'),
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
  'twoFactor.setRequired': { policy: everybody, calls: only({ body: { required: false } }) },
  'people.get': {
    policy: readers,
    calls: callsForEach(
      ({ pending }) => ({ own: pending.slug }),
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
    policy: declined(adminAlone),
    calls: aboutUpload((upload) => ({ body: { upload_id: upload, crop: { left: 0, top: 0, side: 256 } } })),
  },
  'profile.openPicture': { policy: () => 'missing', calls: only({ params: { picture: 'a-picture-that-never-was' } }) },
  'site.boards': { policy: everybody, reveals: boardNames, calls: only({}) },
  'site.createBoard': {
    policy: everybody,
    calls: only({ body: { title: 'Newly opened', shortname: '', time_zone: 'UTC', plan_note: '', ...firstAdmin() } }),
  },
  'site.updateBoard': { policy: siteObjects, calls: about(boards, { body: { plan_note: 'Small' } }) },
  'site.inviteAdmin': {
    policy: (_actor, object) => (object === 'missing' ? 'missing' : 'declined'),
    calls: about(boards, { body: firstAdmin() }),
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
  'meetings.create': {
    policy: makersForGroups,
    calls: (actor) => ({ own: { body: meetingFields }, group: { body: { ...meetingFields, ...forGroup(actor.own) } } }),
  },
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
  'meetings.saveTemplate': { policy: editors, calls: about(meetings, { body: { name: 'Board meeting' } }) },
  'meetings.deleteTemplate': { policy: adminAlone, calls: about(templates) },
  'meetings.plan': { policy: adminAlone, calls: about(templates, { body: { starts: ['2027-01-14T12:00:00Z'] } }) },
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
  'agenda.delete': { policy: draftEditors, calls: about(emptyItems, { query: { revision: '1' } }) },
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
  'uploads.append': {
    policy: adminAlone,
    calls: about(uploads, {
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      bytes: uploadBytes,
    }),
  },
  ...rows(adminAlone, about(uploads, { headers: tus }), 'uploads.inspect uploads.delete'),
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
  'boardBook.make': { policy: readers, calls: about(meetings, { body: { with_annotations: false } }) },
  'boardBook.download': { policy: () => 'missing', calls: about(meetings) },
  'calendar.add': { policy: withoutDrafts(readers), calls: about(meetings, { params: { type: 'ical' } }) },
  'documents.compare': {
    policy: readers,
    calls: aboutVersionWith(({ id, versionId }) => ({ params: { id, from_id: versionId, to_id: versionId } })),
  },
  'boardBook.makeCopy': { policy: readers, calls: about(documents, { body: { with_annotations: false } }) },
  // No copy has been made, so the server declines even permitted requests.
  'boardBook.downloadCopy': { policy: declined(readers), calls: about(documents) },
  ...rows(siteObjects, about(boards, noBody), 'site.suspendBoard site.resumeBoard'),
  ...rows(siteObjects, about(userIds, noBody), 'site.resetSignIn site.signOut'),
  ...rows(editors, about(positionFields, noBody), 'profile.retireField profile.restoreField'),
  ...rows(
    everybody,
    only({}),
    'start.get twoFactor.get twoFactor.turnOff account.get people.list profile.fields',
    'profile.removePicture site.health support.manifest boards.getSetup deciding.get',
    'boards.removeLogo invitations.list invitations.taken meetings.list groups.list',
    'documents.annotationsKey documents.annotated timeline.dashboard timeline.firstSteps timeline.hideFirstSteps',
    'waiting.get events.stream interests.list actionItems.list resolutions.list signing.methods reports.choices',
    'library.get library.tree announcements.list feeds.list passkeys.list devices.list',
    'providers.list providers.ofBoard providers.offered providers.connections',
  ),
  ...rows(
    everybody,
    only(noBody),
    'twoFactor.begin session.logout account.dropEmailChange devices.signOutOthers interests.confirm mail.test',
    'keptPapers.register passkeys.offer passkeys.begin passkeys.beginSignIn passkeys.beginConfirmation',
  ),
  ...rows(everybody, onBoard, 'actionItems.download interests.download resolutions.register'),
  ...rows(makers, only({}), 'audience.choices meetings.default meetings.templates library.deleted'),
  ...rows(
    readers,
    about(meetings),
    'meetings.get meetings.getDraftShowing boardBook.get boardBook.agenda boardBook.attendance',
    'actionItems.ofMeeting minutes.get minutes.filledItems',
  ),
  ...rows(
    editors,
    about(meetings),
    'meetings.audience meetings.publishAudience meetings.changes minutes.getHold paperRequests.list',
  ),
  ...rows(
    editors,
    about(meetings, ({ own }) => ({ body: forGroup(own) })),
    'meetings.previewAudience meetings.setAudience',
  ),
  ...rows(
    draftEditors,
    about(meetings, noBody),
    'meetings.previewPublishing meetings.sendPublishPreview meetings.publish',
  ),
  ...rows(publishedEditors, about(meetings, noBody), 'meetings.cancel meetings.remind'),
  ...rows(declinedAdmins, about(meetings, noBody), 'meetings.reopen meetings.close'),
  ...rows(
    readers,
    about(documents),
    'documents.get documents.versions documents.reading documents.open documents.download annotations.beside',
    'boardBook.copy reports.documentReaders',
  ),
  ...rows(readers, aboutVersion, 'documents.versionAnnotations documents.openVersion'),
};

export function ownCallOf(name: string, actor: Actor): MatrixCall {
  const calls = matrixEntries[name]?.calls(actor) ?? {};
  const call = calls.own ?? Object.values(calls)[0];
  if (!call) throw new Error(`${name} is not in the matrix.`);
  return call;
}

export function endpointOf(name: string): Endpoint {
  const route = routes.find(({ endpoint }) => endpoint.name === name);
  if (!route) throw new Error(`There is no endpoint ${name}.`);
  return route.endpoint;
}
