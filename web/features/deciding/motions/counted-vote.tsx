import type { Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { formatTimeRange } from '#domain/dates.ts';
import { majorityLabels, majorityOfLabels, wayLabels } from '#domain/vote-labels.ts';
import { useTimeZone } from '#web/api/start.ts';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { countedVote } from './motion-labels.ts';
import { useMotions } from './use-motions.ts';

export function CountedVote({ room, itemId }: { readonly room: Room; readonly itemId: string }) {
  const timeZone = useTimeZone();
  const motions = (useMotions(room).data?.motions ?? []).filter(({ agenda_item_id: id }) => id === itemId);
  const vote = countedVote(motions, itemId);
  if (vote === undefined) return null;
  return (
    <Section title="How the votes were counted">
      <FactsList isStacked>
        {motions.length > 1 && <FactsRow term="Motion">{vote.text}</FactsRow>}
        {countedFacts(vote, timeZone).map(([term, words]) => (
          <FactsRow key={term} term={term}>
            {words}
          </FactsRow>
        ))}
      </FactsList>
    </Section>
  );
}

export function countedFacts(vote: Vote, timeZone: string): readonly (readonly [string, string])[] {
  const { quorum, papers, casting, way, opened_at: from, closed_at: until } = vote;
  const open = until === null || vote.entered_afterwards ? '' : `, open ${formatTimeRange(from, until, timeZone)}`;
  return [
    ['Rule', ruleWords(vote)],
    ...(quorum === null
      ? []
      : [
          [
            'Quorum at closing',
            `${quorum.present} of ${quorum.in_office} present${castsBallots(way) ? ' or voted' : ''}, ${quorum.needed} needed`,
          ] as const,
        ]),
    ['Voting method', `${wayLabels[way]}${open}`],
    ...(casting === null ? [] : [['Casting vote', `The chair decided the tie: ${casting}`] as const]),
    ...(papers.length === 0 ? [] : [['Papers voted on', papers.join(', ')] as const]),
  ];
}

const castsBallots = (way: Vote['way']): boolean => way === 'named' || way === 'secret';

function ruleWords({ way, majority, majority_of: of, counts }: Vote): string {
  if (way === 'unopposed') return 'Carried unless somebody objects';
  const rule = `${majorityLabels[majority]} ${majorityOfLabels[of]}`;
  if (of !== 'cast' || counts === null) return rule;
  return `${rule}: ${counts.for} of ${counts.for + counts.against}, not counting abstentions`;
}
