import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import type { MadePaper } from '#tests/support/paper-requests.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import { about, callsFor, type Ids, meetings } from './calls.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, linkHolders, ownCanary } from './outcomes.ts';

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

const linked = (calls: MatrixEntry['calls']): MatrixEntry => ({ policy: linkHolders, reveals: ownCanary, calls });

const tus = { 'tus-resumable': '1.0.0' };
const announcing = { ...tus, 'upload-length': '10', 'upload-metadata': 'filename c2VudC5wZGY=' };
const upload = ({ papers: { upload_id } }: BoardWorld) => ({ params: { upload_id }, headers: tus });

export const paperEntries: Readonly<Record<string, MatrixEntry>> = {
  'paperRequests.list': { policy: editors, calls: about(meetings) },
  'paperRequests.ask': {
    policy: editors,
    calls: callsFor(meetings, (id, { own }) => {
      const itemOf = { [own.draft.id]: own.draftItem, [own.groupMeeting.id]: own.groupItem };
      return { params: { id }, body: asked((itemOf[id] ?? own.emptyItem).id) };
    }),
  },
  'paperRequests.open': { policy: editors, calls: about(papers, ({ own }) => ({ query: { board: own.board.id } })) },
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
