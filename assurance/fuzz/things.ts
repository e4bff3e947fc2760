import type pg from 'pg';
import type { Dice } from './dice.ts';

interface Thing {
  readonly kind: string;
  readonly id: string;
  readonly boardId: string | null;
  readonly parent: string | null;
  readonly isDeleted: boolean;
  readonly revision: number | null;
  readonly name: string | null;
}

type Columns = Partial<Record<'board' | 'parent' | 'deleted' | 'revision' | 'name', string>>;

const tables: Readonly<Record<string, Columns>> = {
  boards: { board: 'id', revision: 'revision', name: 'shortname' },
  users: { board: 'null::uuid', name: 'email' },
  sessions: { board: 'null::uuid', parent: 'user_id' },
  mail_messages: { parent: 'subject_id' },
  members: { parent: 'user_id', deleted: 'removed_at is not null', name: 'slug' },
  groups: {},
  profile_fields: { deleted: 'retired_at is not null' },
  meetings: { deleted: 'deleted_at is not null', revision: 'agenda_revision' },
  agenda_items: { parent: 'meeting_id', revision: 'revision' },
  meeting_guests: { parent: 'meeting_id' },
  date_options: { parent: 'meeting_id' },
  polls: { parent: 'coalesce(meeting_id, announcement_id)', deleted: 'deleted_at is not null' },
  poll_options: { parent: 'poll_id' },
  motions: { parent: 'agenda_item_id', revision: 'revision' },
  votes: { parent: 'motion_id' },
  minutes_comments: { parent: 'section_id' },
  draft_comments: { parent: 'agenda_item_id' },
  written_resolutions: { parent: 'body_id', revision: 'revision' },
  announcements: { deleted: 'deleted_at is not null', revision: 'revision' },
  categories: { deleted: 'deleted_at is not null' },
  folders: { parent: 'coalesce(parent_id, category_id)', deleted: 'deleted_at is not null' },
  documents: {
    parent: 'coalesce(agenda_item_id, meeting_id, announcement_id, folder_id, category_id, written_resolution_id)',
    deleted: 'deleted_at is not null',
  },
  document_versions: { parent: 'document_id' },
  uploads: { parent: 'coalesce(member_id, paper_request_id)', deleted: 'consumed_at is not null', name: 'filename' },
  paper_requests: { parent: 'author_id', deleted: 'ended_at is not null' },
  invitations: { parent: 'member_id', name: 'email' },
  audit_entries: {},
};

export const kinds: ReadonlySet<string> = new Set(Object.keys(tables));

const query = Object.entries(tables)
  .map(
    ([kind, columns]) =>
      `select '${kind}' as kind, id, ${columns.board ?? 'board_id'} as "boardId", ${columns.parent ?? 'null::uuid'} as parent,
       ${columns.deleted ?? 'false'} as "isDeleted", ${columns.revision ?? 'null'}::int as revision,
       ${columns.name ?? 'null'}::text as name from ${kind}`,
  )
  .join(' union all ');

interface Wish {
  readonly boardId: string;
  readonly near?: readonly string[];
  readonly isForDeleted?: boolean;
}

export type Things = ReturnType<typeof thingsOf>;

const missing = (dice: Dice): string => {
  const digits = Array.from({ length: 12 }, () => dice.below(16).toString(16)).join('');
  return `00000000-0000-4000-8000-${digits}`;
};

export function thingsOf(client: pg.ClientBase) {
  // Ordered by first appearance, so that the same seed always produces the same requests.
  let things = new Map<string, Thing>();
  let byKind = new Map<string, Thing[]>();
  let gone: string[] = [];
  const all = (kind: string): readonly Thing[] => byKind.get(kind) ?? [];
  return {
    async look(): Promise<void> {
      const { rows } = await client.query<Thing>(query);
      const read = new Map(rows.map((row) => [row.id, row]));
      gone = [...gone, ...[...things.keys()].filter((id) => !read.has(id))].slice(-50);
      const known = [...things.keys()].flatMap((id) => read.get(id) ?? []);
      const fresh = [...read.values()].filter(({ id }) => !things.has(id));
      things = new Map([...known, ...fresh].map((thing) => [thing.id, thing]));
      byKind = Map.groupBy(things.values(), ({ kind }) => kind);
    },
    get: (id: string) => things.get(id),
    all,
    idOf(dice: Dice, kind: string, { boardId, near = [], isForDeleted = false }: Wish): string {
      const oddness = dice.below(100);
      if (oddness < 1) return missing(dice);
      if (oddness < 2 && gone.length > 0) return dice.oneOf(gone);
      if (oddness < 3) return dice.oneOf([...things.values()]).id;
      const ofKind = all(kind);
      const foreign = ofKind.filter((thing) => thing.boardId !== boardId && thing.boardId !== null);
      if (oddness < 9 && foreign.length > 0) return dice.oneOf(foreign).id;
      const own = ofKind.filter((thing) => thing.boardId === boardId || thing.boardId === null);
      if (own.length === 0) return missing(dice);
      const deleted = own.filter((thing) => thing.isDeleted);
      if (deleted.length > 0 && dice.chance(isForDeleted ? 0.8 : 0.1)) return dice.oneOf(deleted).id;
      const parents = near.flatMap((id) => [id, things.get(id)?.parent ?? id]);
      const nearby = own.filter(({ id, parent }) => parent !== null && parents.includes(parent) && !near.includes(id));
      if (nearby.length > 0 && dice.chance(0.8)) return dice.oneOf(nearby).id;
      return dice.chance(0.3) ? dice.oneOf(own.slice(-4)).id : dice.oneOf(own).id;
    },
    forgetGone(): void {
      gone = [];
    },
  };
}
