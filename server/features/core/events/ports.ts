import type { Context } from '#server/context.ts';
import type { Statement } from '#server/db/page-statement.ts';
import type { RoomView } from '#server/http/live-rooms.ts';

/** The rooms of meetings, which a stream may follow. */
export interface LiveRooms {
  /** Those of `ids` that the reader sees. */
  readonly visible: Statement<{ readonly ids: readonly string[] }, readonly { readonly id: string }[]>;
  /** A stream of a member follows it, and is heard. */
  noteHeard(
    context: Pick<Context, 'deferred'>,
    heard: { readonly boardId: string; readonly id: string; readonly memberId: string },
  ): void;
  /** Whoever reads it; null where there is none any more. */
  read(context: Context, room: { readonly boardId: string; readonly id: string }): Promise<RoomView | null>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly liveRooms: LiveRooms;
  }
}
