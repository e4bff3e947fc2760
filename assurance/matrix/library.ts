import type { BoardWorld } from '#tests/support/world.ts';
import { about, callsFor, type Ids, type MatrixEntry, only, rows } from './calls.ts';
import { editors, makers, readers } from './outcomes.ts';

const categories: Ids = ({ category, hiddenCategory }) => ({ own: category.id, draft: hiddenCategory.id });
const folders: Ids = ({ folder, hiddenFolder }) => ({ own: folder.id, draft: hiddenFolder.id });
const papers: Ids = ({ libraryDocument, hiddenDocument }) => ({ own: libraryDocument.id, draft: hiddenDocument.id });

const audience = { whole_board: true, group_ids: [], member_ids: [] };
const documentItem = (id: string) => ({ kind: 'document', id });
const intoOwn = (board: BoardWorld) => ({ kind: 'category', id: board.category.id });

export const libraryEntries: Readonly<Record<string, MatrixEntry>> = {
  'library.open': { policy: readers, calls: about(categories) },
  'library.createCategory': {
    // A group admin cannot create a category for the whole board.
    policy: (actor) =>
      actor.rank === 'board-admin' ? 'allowed' : actor.name.endsWith(' group’s admin') ? 'invalid' : 'forbidden',
    calls: only({ body: { name: 'Another category', audience } }),
  },
  'library.updateCategory': { policy: editors, calls: about(categories, { body: { name: 'Renamed' } }) },
  'library.folderAudience': { policy: editors, calls: about(folders) },
  'library.moveCategory': { policy: editors, calls: about(categories, { body: { before_id: null } }) },
  ...rows(editors, about(categories), 'library.categoryAudience library.deleteCategory'),
  'library.createFolder': {
    policy: editors,
    calls: callsFor(folders, (id) => ({ body: { home: { kind: 'folder', id }, name: 'Another folder' } })),
  },
  'library.updateFolder': { policy: editors, calls: about(folders, { body: { name: 'Renamed' } }) },
  'library.move': {
    policy: editors,
    calls: callsFor(papers, (id, { own }) => ({
      body: { items: [documentItem(id)], home: intoOwn(own), before: null },
    })),
  },
  'library.hide': {
    policy: editors,
    calls: callsFor(papers, (id) => ({ body: { items: [documentItem(id)], hidden: true } })),
  },
  'library.delete': { policy: editors, calls: callsFor(papers, (id) => ({ body: { items: [documentItem(id)] } })) },
  'library.restore': {
    policy: (actor) => (makers(actor, 'own') === 'allowed' ? 'missing' : 'forbidden'),
    calls: callsFor(papers, (id) => ({ body: { items: [documentItem(id)] } })),
  },
  'library.addLink': {
    policy: editors,
    calls: callsFor(folders, (id) => ({
      body: { home: { kind: 'folder', id }, title: 'A link', url: 'https://example.org/' },
    })),
  },
};
