import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import { randomToken } from '#server/secrets.ts';
import type { MadePaper } from '#tests/support/paper-requests.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import {
  about,
  callsFor,
  callsForEach,
  type Ids,
  inBoard,
  linked,
  type MatrixCall,
  type MatrixEntry,
  meetings,
  members,
  noBody,
  only,
} from './calls.ts';
import { editors, everybody, linkHolders, ownCanary, type Policy } from './outcomes.ts';

const papers: Ids = ({ papers: { own, draft, group } }) => ({ own: own.id, draft: draft.id, group: group.id });

const accept = ({ id, submission_id }: MadePaper): MatrixCall => ({
  params: { id },
  body: { act: { kind: 'accept', submission_id } },
});

const asked = (agenda_item_id: string) => {
  const author = { name: 'Priya Raman', email: `${randomUUID()}@example.org` };
  return { papers: [{ agenda_item_id, title: 'Budget', author, due_on: '2026-12-10', note: '' }] };
};

const byLink =
  (rest: (board: BoardWorld) => MatrixCall = () => ({})): MatrixEntry['calls'] =>
  ({ own, foreign }) => {
    const { params, ...call } = rest(own);
    const at = (uid: string, id: string): MatrixCall => ({ ...call, params: { ...params, uid, id } });
    const { uid, id } = own.papers.own;
    return {
      own: at(uid, id),
      missing: at(magicUid('paper', 'q'.repeat(52)), id),
      foreign: at(foreign.memberUid, foreign.papers.own.id),
    };
  };

const tus = { 'tus-resumable': '1.0.0' };
const announcing = { ...tus, 'upload-length': '10', 'upload-metadata': 'filename c2VudC5wZGY=' };
const upload = ({ papers: { upload_id } }: BoardWorld) => ({ params: { upload_id }, headers: tus });

const deviceOf = ({ userId }: Actor, { admin, paperDevices }: BoardWorld): string =>
  (userId === admin.userId ? paperDevices.admin : paperDevices.member).id;

const holders: Policy = ({ userId, own }, object) =>
  object === 'own' && [own.member.userId, own.admin.userId].includes(userId) ? 'allowed' : 'missing';

const aboutDevice =
  (call: (id: string) => MatrixCall): MatrixEntry['calls'] =>
  (actor) => ({
    own: call(deviceOf(actor, actor.own)),
    foreign: call(actor.foreign.paperDevices.member.id),
    missing: call(randomUUID()),
  });

const check = (token: string, document: string): MatrixCall => ({ body: { token, documents: [document] } });
const inPlace = (memberId: string, deviceId: string): MatrixCall => ({
  params: { id: memberId, device_id: deviceId },
  ...noBody,
});

export const paperEntries: Readonly<Record<string, MatrixEntry>> = {
  'paperRequests.ask': {
    policy: editors,
    calls: callsFor(meetings, (id, { own }) => {
      const itemOf = { [own.draft.id]: own.draftItem, [own.groupMeeting.id]: own.groupItem };
      return { params: { id }, body: asked((itemOf[id] ?? own.emptyItem).id) };
    }),
  },
  'paperRequests.open': { policy: editors, calls: about(papers, inBoard) },
  'paperRequests.act': {
    policy: editors,
    calls: (actor) =>
      callsForEach(
        ({ papers: { own, draft, group } }) => ({ own, draft, group }),
        { ...actor.own.papers.own, id: randomUUID() },
        accept,
      )(actor),
  },
  'magic.getPapers': linked(linkHolders, byLink()),
  'magic.replyToPaperRequest': linked(
    linkHolders,
    byLink(() => ({ body: { reply: { kind: 'note', note: 'See page 3' } } })),
  ),
  'magic.createPaperUpload': linked(
    linkHolders,
    byLink(() => ({ headers: announcing })),
  ),
  'magic.inspectPaperUpload': linked(linkHolders, byLink(upload)),
  'magic.appendPaperUpload': linked(
    linkHolders,
    byLink((board) => ({
      ...upload(board),
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })),
  ),
  'magic.deletePaperUpload': linked(linkHolders, byLink(upload)),
  'magic.sendPaper': linked(
    linkHolders,
    byLink(({ papers: { whole_id } }) => ({ body: { upload_id: whole_id } })),
  ),
  'keptPapers.sync': {
    policy: holders,
    calls: (actor) =>
      aboutDevice((id) => ({
        params: { id },
        body: { documents: [actor.own.document.id, actor.foreign.document.id], opened: [] },
      }))(actor),
  },
  'keptPapers.check': {
    policy: everybody,
    calls: ({ own, foreign }) => ({
      own: check(own.paperDevices.member.token, own.document.id),
      foreign: check(foreign.paperDevices.member.token, foreign.document.id),
      missing: check(randomToken(), own.document.id),
    }),
  },
  'keptPapers.keep': {
    policy: holders,
    calls: (actor) => {
      const keep = ({ id, versionId }: { readonly id: string; readonly versionId: string }, device: string) => ({
        params: { id, version_id: versionId },
        query: { device },
      });
      const { own, foreign } = actor;
      return {
        own: keep(own.document, deviceOf(actor, own)),
        draft: keep(own.draftDocument, deviceOf(actor, own)),
        foreign: keep(foreign.document, foreign.paperDevices.member.id),
        missing: keep({ id: randomUUID(), versionId: randomUUID() }, deviceOf(actor, own)),
        crossed: keep(own.document, foreign.paperDevices.member.id),
      };
    },
  },
  'keptPapers.devices': {
    policy: everybody,
    reveals: ownCanary,
    calls: only({}),
  },
  'keptPapers.remove': { policy: holders, calls: aboutDevice((id) => ({ params: { id }, ...noBody })) },
  'keptPapers.devicesOf': { policy: editors, calls: about(members) },
  'keptPapers.removeOf': {
    policy: editors,
    calls: ({ own, foreign }) => ({
      own: inPlace(own.member.id, own.paperDevices.member.id),
      foreign: inPlace(foreign.member.id, foreign.paperDevices.member.id),
      missing: inPlace(own.member.id, randomUUID()),
      crossed: inPlace(own.member.id, own.paperDevices.admin.id),
    }),
  },
};
