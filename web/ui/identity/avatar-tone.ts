export type AvatarTone = 1 | 2 | 3 | 4 | 5 | 6;

/** One of the six papers behind initials, the same for one person everywhere: the id, or a hash of its text, modulo 6. */
export function avatarTone(id: string | number): AvatarTone {
  return ((numberOf(id) % 6) + 1) as AvatarTone;
}

function numberOf(id: string | number): number {
  if (typeof id === 'number') return Math.abs(Math.trunc(id));
  if (/^\d{1,15}$/.test(id)) return Number(id);
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
