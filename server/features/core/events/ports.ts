import type { Context } from '#server/context.ts';
import type { Statement } from '#server/db/page-statement.ts';
import type { RoomView } from './live-rooms.ts';

export interface LiveRooms {
  readonly visible: Statement<{ readonly ids: readonly string[] }, readonly { readonly id: string }[]>;
  noteHeard(
    context: Pick<Context, 'deferred'>,
    heard: { readonly boardId: string; readonly id: string; readonly memberId: string },
  ): void;
  read(context: Context, room: { readonly boardId: string; readonly id: string }): Promise<RoomView | null>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly liveRooms: LiveRooms;
  }
}
