import type { Room } from '#contract/room.ts';

/** An adjourned meeting has no current item. */
export const currentItem = ({ line }: Room): string | null => (line.phase === 'adjourned' ? null : line.pointer);
