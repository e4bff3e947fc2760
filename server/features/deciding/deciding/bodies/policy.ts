import type { BoardScope } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';

export interface DeskFacts {
  readonly chair_id: string | null;
  readonly secretary_id: string | null;
  readonly edits: boolean;
}

/** The desk of a meeting or body is its chair, its secretary and its editors. */
export const isDesk = ({ member, via }: Pick<BoardScope, 'member' | 'via'>, desk: DeskFacts): boolean =>
  via.kind === 'session' && (desk.edits || desk.chair_id === member.id || desk.secretary_id === member.id);

export interface BodyDeskFacts extends Omit<DeskFacts, 'edits'> {
  readonly administers: boolean;
}

export const isDeskOf = (reader: Pick<BoardScope, 'member' | 'via'>, of: BodyDeskFacts): boolean =>
  isDesk(reader, { chair_id: of.chair_id, secretary_id: of.secretary_id, edits: isEditor(reader, of) });
