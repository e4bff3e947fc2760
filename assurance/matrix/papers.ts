import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import type { MadePaper } from '#tests/support/paper-requests.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, type ObjectKind, type Policy } from './outcomes.ts';

type Ids = (board: BoardWorld) => { readonly own: string; readonly draft: string; readonly group: string };
const meetings: Ids = ({ meeting, draft, groupMeeting }) => ({
  own: meeting.id,
  draft: draft.id,
  group: groupMeeting.id,
});
const papers: Ids = ({ papers: { own, draft, group } }) => ({ own: own.id, draft: draft.id, group: group.id });
const items: Ids = ({ emptyItem, draftItem, groupItem }) => ({
  own: emptyItem.id,
  draft: draftItem.id,
  group: groupItem.id,
});

const about =
  (ids: Ids, callOf: (id: string, item: string, actor: Actor) => MatrixCall) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const [own, at] = [ids(actor.own), items(actor.own)];
    return {
      own: callOf(own.own, at.own, actor),
      draft: callOf(own.draft, at.draft, actor),
      group: callOf(own.group, at.group, actor),
      foreign: callOf(ids(actor.foreign).own, at.own, actor),
      missing: callOf(randomUUID(), at.own, actor),
    };
  };

const accept = ({ id, submission_id }: MadePaper): MatrixCall => ({
  params: { id },
  body: { act: { kind: 'accept', submission_id } },
});

const asked = (agenda_item_id: string) => {
  const author = { name: 'Priya Raman', email: `${randomUUID()}@example.org` };
  return { papers: [{ agenda_item_id, title: 'Budget', author, due_on: '2026-12-10', note: '' }] };
};

const byLink =
  (rest: (board: BoardWorld) => MatrixCall = () => ({})) =>
  ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const { params, ...call } = rest(own);
    const at = (uid: string, id: string): MatrixCall => ({ ...call, params: { ...params, uid, id } });
    const { uid, id } = own.papers.own;
    return {
      own: at(uid, id),
      missing: at(magicUid('paper', 'q'.repeat(52)), id),
      foreign: at(foreign.memberUid, foreign.papers.own.id),
    };
  };

const holders: Policy = (actor, object) =>
  object === 'own' && actor.name !== 'member of a suspended board' ? 'allowed' : 'missing';
const linked = (calls: MatrixEntry['calls']): MatrixEntry => ({
  policy: holders,
  reveals: ({ own }) => [own.canary],
  calls,
});

const tus = { 'tus-resumable': '1.0.0' };
const announcing = { ...tus, 'upload-length': '10', 'upload-metadata': 'filename c2VudC5wZGY=' };
const upload = ({ papers: { upload_id } }: BoardWorld) => ({ params: { upload_id }, headers: tus });

export const paperEntries: Readonly<Record<string, MatrixEntry>> = {
  'paperRequests.list': { policy: editors, calls: about(meetings, (id) => ({ params: { id } })) },
  'paperRequests.ask': {
    policy: editors,
    calls: about(meetings, (id, item) => ({ params: { id }, body: asked(item) })),
  },
  'paperRequests.open': {
    policy: editors,
    calls: about(papers, (id, _item, { own }) => ({ params: { id }, query: { board: own.board.id } })),
  },
  'paperRequests.act': {
    policy: editors,
    calls: ({ own: { papers: own }, foreign }) => ({
      own: accept(own.own),
      draft: accept(own.draft),
      group: accept(own.group),
      foreign: accept(foreign.papers.own),
      missing: accept({ ...own.own, id: randomUUID() }),
    }),
  },
  'magic.getPapers': linked(byLink()),
  'magic.replyToPaperRequest': linked(byLink(() => ({ body: { reply: { kind: 'note', note: 'See page 3' } } }))),
  'magic.createPaperUpload': linked(byLink(() => ({ headers: announcing }))),
  'magic.inspectPaperUpload': linked(byLink(upload)),
  'magic.appendPaperUpload': linked(
    byLink((board) => ({
      ...upload(board),
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })),
  ),
  'magic.deletePaperUpload': linked(byLink(upload)),
  'magic.sendPaper': linked(byLink(({ papers: { whole_id } }) => ({ body: { upload_id: whole_id } }))),
};
