import type { Meeting } from '#contract/meetings.ts';
import type { Motion } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { countsText, motionLabel, movedText } from './motion-labels.ts';
import styles from './motions.module.css';
import { useMotions } from './use-motions.ts';

interface MeetingMotionsProps {
  readonly meeting: Pick<Meeting, 'agenda_items'>;
  readonly room: Room;
}

export function MeetingMotions({ meeting, room }: MeetingMotionsProps) {
  const query = useMotions(room);
  const { data } = query;
  if (data === undefined) {
    return (
      <WhileLoading what="Motions" query={query}>
        {null}
      </WhileLoading>
    );
  }
  if (data.motions.length === 0) return null;
  const numbers = new Map(numberAgenda(meeting.agenda_items, null).map(({ item, number }) => [item.id, number]));
  return (
    <Section title="Motions">
      <ul>
        {data.motions.map((motion) => (
          <li key={motion.id} className={styles.record}>
            <p className={styles['record-text']}>{motion.text}</p>
            <p className="meta">
              {[
                `Item ${numbers.get(motion.agenda_item_id) ?? ''}`,
                movedText(motion),
                resultText(motion),
                deferredText(motion),
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
            <Badge tone={motion.state === 'carried' ? 'positive' : 'plain'}>{motionLabel(motion)}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const deferredText = ({ deferred_to: to }: Motion): string => (to === null ? '' : `Deferred to ${to.title}`);

function resultText({ votes }: Motion): string {
  const vote = votes.findLast(({ state }) => state !== 'void' && state !== 'open');
  if (vote === undefined || vote.counts === null) return '';
  const afterwards = vote.entered_afterwards ? motionMessages.enteredAfterwards : null;
  return [vote.number, countsText(vote.counts), afterwards].filter((part) => part !== null).join(' · ');
}
