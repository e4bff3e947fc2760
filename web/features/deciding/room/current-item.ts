import type { Room } from '#contract/room.ts';

export const currentItem = ({ line }: Room): string | null => (line.phase === 'adjourned' ? null : line.pointer);
