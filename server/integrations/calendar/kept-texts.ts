/** Drops the texts that were not used for longest. `charactersMax` limits keys and texts together. */
export function keepTexts(charactersMax: number): (key: string, make: () => string) => string {
  const kept = new Map<string, string>();
  let characters = 0;
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const made = make();
    const size = key.length + made.length;
    if (size > charactersMax) return made;
    for (const [oldest, text] of kept) {
      if (characters + size <= charactersMax) break;
      kept.delete(oldest);
      characters -= oldest.length + text.length;
    }
    kept.set(key, made);
    characters += size;
    return made;
  };
}
