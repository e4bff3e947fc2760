import { about, resolutions } from './calls.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import {
  declined,
  draftEditors,
  editors,
  everybody,
  instead,
  publishedEditors,
  readers,
  withoutDrafts,
} from './outcomes.ts';

const file = about(resolutions, ({ own }) => ({ query: { board: own.board.id } }));

/** A draft is not open for votes, and the board admin has no vote in the group. */
const voters = instead(readers, (object, { rank }) =>
  object === 'draft' || (object === 'group' && rank === 'board-admin') ? 'declined' : 'allowed',
);

const bodies: MatrixEntry['calls'] = ({ own, foreign }) => {
  const call = (body_id: string): MatrixCall => ({ body: { body_id, title: 'A roof', text: 'That it be built.' } });
  return { own: call(own.board.id), group: call(own.group.id), foreign: call(foreign.board.id) };
};

export const resolutionEntries: Readonly<Record<string, MatrixEntry>> = {
  'resolutions.list': { policy: everybody, calls: () => ({ own: {} }) },
  'resolutions.register': { policy: everybody, calls: ({ own }) => ({ own: { query: { board: own.board.id } } }) },
  'resolutions.get': { policy: readers, calls: about(resolutions) },
  'resolutions.pdf': { policy: withoutDrafts(readers), calls: file },
  // Nobody has voted yet, so there is no receipt.
  'resolutions.receipt': { policy: () => 'missing', calls: file },
  'resolutions.create': { policy: editors, calls: bodies },
  'resolutions.update': { policy: draftEditors, calls: about(resolutions, { body: { revision: 1, title: 'A roof' } }) },
  'resolutions.circulate': { policy: declined(editors), calls: about(resolutions, { body: { revision: 1 } }) },
  'resolutions.remind': { policy: publishedEditors, calls: about(resolutions, { body: {} }) },
  'resolutions.answer': { policy: voters, calls: about(resolutions, { body: { choice: 'for' } }) },
  'resolutions.object': { policy: voters, calls: about(resolutions, { body: {} }) },
  'resolutions.withdraw': { policy: editors, calls: about(resolutions, { body: {} }) },
};
