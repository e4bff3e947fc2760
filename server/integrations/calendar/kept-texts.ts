/** `charactersMax` limits keys and texts together. */
export function keepTexts<Made extends { readonly text: string }>(
  charactersMax: number,
): (key: string, make: () => Made) => Made {
  const kept = new Map<string, Made>();
  let characters = 0;
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    const size = key.length + made.text.length;
    if (size > charactersMax) return made;
    for (const [oldest, { text }] of kept) {
      if (characters + size <= charactersMax) break;
      kept.delete(oldest);
      characters -= oldest.length + text.length;
    }
    kept.set(key, made);
    characters += size;
    return made;
  };
}
