import type { BoardScope } from '#server/db/board-scope.ts';

export interface DeskFacts {
  readonly chair_id: string | null;
  readonly secretary_id: string | null;
  /** The reader may change the meeting, or the body. */
  readonly edits: boolean;
}

/** Who runs a meeting or a body: chair, secretary and editors. */
export const isDesk = ({ member, via }: Pick<BoardScope, 'member' | 'via'>, desk: DeskFacts): boolean =>
  via.kind === 'session' && (desk.edits || desk.chair_id === member.id || desk.secretary_id === member.id);
