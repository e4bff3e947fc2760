import type { Room } from '#contract/room.ts';

/** After the meeting there is no current item. */
export const currentItem = ({ line }: Room): string | null => (line.phase === 'adjourned' ? null : line.pointer);
