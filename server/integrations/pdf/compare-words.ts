import { diffArrays } from 'diff';
import type { LetterRange, PageWord } from '#domain/revisions/page-words.ts';
import type { TextChange } from '#domain/revisions/text-changes.ts';

/** Comparing more edits than this takes over a second, and nobody reads such a long list. */
const sentenceEditsMax = 4_000;
const changesMax = 2_000;
/** Limits the time for comparing, which grows with the square of the number of edits. */
const wordEffortMax = 16_000_000;

const endsSentence = /^[.!?;:\u2026\u3002\uff01\uff1f\u0964]$/u;

/** Returns null if most of the text has changed. */
export function compareWords(before: readonly PageWord[], after: readonly PageWord[]): readonly TextChange[] | null {
  const [earlier, later] = [sentencesOf(before), sentencesOf(after)];
  const parts = diffArrays(earlier.keys, later.keys, { maxEditLength: sentenceEditsMax });
  if (parts === undefined) return null;
  const changes: TextChange[] = [];
  let effort = wordEffortMax;
  const [one, other] = [
    { sentence: 0, word: 0 },
    { sentence: 0, word: 0 },
  ];
  const add = (removed: readonly PageWord[], added: readonly PageWord[], at: number): void => {
    const place = after[at] ?? after.at(-1);
    const where = { page: place?.page ?? 1, at: after[at] === undefined ? (place?.to ?? 0) : (place?.from ?? 0) };
    changes.push({ before: rangesOf(removed), after: rangesOf(added), ...where });
  };
  const passed = (place: typeof one, { starts }: typeof earlier, count: number): [from: number, to: number] => {
    const from = place.word;
    place.sentence += count;
    place.word = starts[place.sentence] ?? from;
    return [from, place.word];
  };
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part === undefined || !(part.added || part.removed)) {
      passed(one, earlier, part?.count ?? 0);
      passed(other, later, part?.count ?? 0);
      continue;
    }
    const next = parts[index + 1];
    const pair = next !== undefined && (next.added || next.removed) ? [part, next] : [part];
    index += pair.length - 1;
    const countOf = (which: 'added' | 'removed') => pair.find((each) => each[which])?.count ?? 0;
    const [from, to] = passed(one, earlier, countOf('removed'));
    const [begin, end] = passed(other, later, countOf('added'));
    const [removed, added] = [before.slice(from, to), after.slice(begin, end)];
    const edits = removed.length === 0 || added.length === 0 ? undefined : diffWords(removed, added, effort);
    if (edits === undefined) {
      add(removed, added, begin);
      continue;
    }
    for (const each of edits.changed) add(each.removed, each.added, begin + each.at);
    effort -= edits.effort;
  }
  return changes.length > changesMax ? null : changes;
}

function sentencesOf(words: readonly PageWord[]) {
  const starts = [0];
  words.forEach(({ key }, index) => {
    if (endsSentence.test(key) && index + 1 < words.length) starts.push(index + 1);
  });
  starts.push(words.length);
  const keys = starts.slice(0, -1).map((start, nth) => keysOf(words.slice(start, starts[nth + 1])).join(' '));
  return { keys, starts };
}

const keysOf = (words: readonly PageWord[]): string[] => words.map(({ key }) => key);

/** Returns undefined if comparing would take too long. */
function diffWords(before: readonly PageWord[], after: readonly PageWord[], effort: number) {
  const parts = diffArrays(keysOf(before), keysOf(after), {
    maxEditLength: Math.floor(Math.sqrt(Math.max(0, effort))),
  });
  if (parts === undefined) return undefined;
  const changed: { removed: PageWord[]; added: PageWord[]; at: number }[] = [];
  let [one, other, edits] = [0, 0, 0];
  let open: (typeof changed)[number] | null = null;
  for (const { count, added, removed } of parts) {
    if (!(added || removed)) {
      open = null;
      one += count;
      other += count;
      continue;
    }
    edits += count;
    if (open === null) {
      open = { removed: [], added: [], at: other };
      changed.push(open);
    }
    if (removed) {
      open.removed.push(...before.slice(one, one + count));
      one += count;
    } else {
      open.added.push(...after.slice(other, other + count));
      other += count;
    }
  }
  return { changed, effort: edits * edits };
}

function rangesOf(words: readonly PageWord[]): readonly LetterRange[] {
  return [...Map.groupBy(words, ({ page }) => page)].map(([page, some]) => ({
    page,
    from: some[0]?.from ?? 0,
    to: some.at(-1)?.to ?? 0,
  }));
}
