import { type Judged, kinds } from './mutant.ts';
import { outcomeOf, sumsTable } from './sums.ts';

/** The list as a page of the docs: what was broken, together where it stands in one place and one test noticed it. */
export function listPage(judged: readonly Judged[]): string {
  const sections = kinds.flatMap((kind) => {
    const groups = Map.groupBy(
      judged.filter((each) => each.kind === kind),
      (each) => `**${placeOf(each)}** ← ${outcomeOf(each)}`,
    );
    const lines = [...groups].map(([of, mutants]) => `- ${of}: ${mutants.map(({ what }) => code(what)).join('; ')}`);
    return lines.length === 0 ? [] : ['', `## ${kind}`, '', ...lines];
  });
  const source = 'Written by `npm run mutations -- --table FILE` ([mutations.md](mutations.md)).';
  const head = ['# Mutants, and what noticed each', '', source, ''];
  return `${[...head, ...sumsTable(judged), ...sections].join('\n')}\n`;
}

/** Without its line, which changes with what stands above it. */
const placeOf = ({ where }: Judged): string => where.replace(/:\d+$/, '');

/** Markdown's fence is longer than any that stands inside. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}
