import { randomUUID } from 'node:crypto';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, everybody, makers, type ObjectKind, readers } from './outcomes.ts';

const categories = (board: BoardWorld) => ({ own: board.category.id, draft: board.hiddenCategory.id });
const folders = (board: BoardWorld) => ({ own: board.folder.id, draft: board.hiddenFolder.id });
const documents = (board: BoardWorld) => ({ own: board.libraryDocument.id, draft: board.hiddenDocument.id });

type Ids = (board: BoardWorld) => { readonly own: string; readonly draft: string };

const about =
  (idOf: Ids, call: (id: string, board: BoardWorld) => MatrixCall) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => ({
    own: call(idOf(actor.own).own, actor.own),
    draft: call(idOf(actor.own).draft, actor.own),
    foreign: call(idOf(actor.foreign).own, actor.own),
    missing: call(randomUUID(), actor.own),
  });

const audience = { whole_board: true, group_ids: [], member_ids: [] };
const documentItem = (id: string) => ({ kind: 'document', id });
const intoOwn = (board: BoardWorld) => ({ kind: 'category', id: board.category.id });

export const libraryEntries: Readonly<Record<string, MatrixEntry>> = {
  'library.get': { policy: everybody, calls: () => ({ own: {} }) },
  'library.open': { policy: readers, calls: about(categories, (id) => ({ params: { id } })) },
  'library.tree': { policy: everybody, calls: () => ({ own: {} }) },
  'library.createCategory': {
    // A group admin cannot create a category for the whole board.
    policy: (actor) =>
      actor.rank === 'board-admin' ? 'allowed' : actor.name.endsWith(' group’s admin') ? 'invalid' : 'forbidden',
    calls: () => ({ own: { body: { name: 'Another category', audience } } }),
  },
  'library.updateCategory': {
    policy: editors,
    calls: about(categories, (id) => ({ params: { id }, body: { name: 'Renamed' } })),
  },
  'library.categoryAudience': { policy: editors, calls: about(categories, (id) => ({ params: { id } })) },
  'library.folderAudience': { policy: editors, calls: about(folders, (id) => ({ params: { id } })) },
  'library.moveCategory': {
    policy: editors,
    calls: about(categories, (id) => ({ params: { id }, body: { before_id: null } })),
  },
  'library.deleteCategory': { policy: editors, calls: about(categories, (id) => ({ params: { id } })) },
  'library.createFolder': {
    policy: editors,
    calls: about(folders, (id) => ({ body: { home: { kind: 'folder', id }, name: 'Another folder' } })),
  },
  'library.updateFolder': {
    policy: editors,
    calls: about(folders, (id) => ({ params: { id }, body: { name: 'Renamed' } })),
  },
  'library.move': {
    policy: editors,
    calls: about(documents, (id, board) => ({
      body: { items: [documentItem(id)], home: intoOwn(board), before: null },
    })),
  },
  'library.hide': {
    policy: editors,
    calls: about(documents, (id) => ({ body: { items: [documentItem(id)], hidden: true } })),
  },
  'library.delete': {
    policy: editors,
    calls: about(documents, (id) => ({ body: { items: [documentItem(id)] } })),
  },
  'library.deleted': { policy: makers, calls: () => ({ own: {} }) },
  'library.restore': {
    policy: (actor) => (makers(actor, 'own') === 'allowed' ? 'missing' : 'forbidden'),
    calls: about(documents, (id) => ({ body: { items: [documentItem(id)] } })),
  },
  'library.addLink': {
    policy: editors,
    calls: about(folders, (id) => ({
      body: { home: { kind: 'folder', id }, title: 'A link', url: 'https://example.org/' },
    })),
  },
};
