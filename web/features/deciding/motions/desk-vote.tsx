import { Gavel } from 'lucide-react';
import { useState } from 'react';
import type { Vote } from '#contract/motions.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { PersonLine } from '#web/ui/identity/person-line.tsx';
import styles from './motions.module.css';
import { CloseVoteDialog, EnterBallotDialog, VoidDialog } from './vote-dialogs.tsx';

type Asking =
  | { readonly kind: 'close' }
  | { readonly kind: 'void' }
  | { readonly kind: 'enter'; readonly voter: { readonly member_id: string; readonly name: string } };

export function DeskVote({ vote }: { readonly vote: Vote }) {
  const [asking, ask] = useState<Asking | null>(null);
  const stop = (): void => ask(null);
  const inactive = new Map(vote.inactive?.map(({ member_id: id, name }) => [id, name]));
  const isCounted = vote.way === 'named' || vote.way === 'secret';
  return (
    <section className={styles['desk-vote']} aria-label="Open vote">
      {isCounted && (
        <div className={styles['desk-count']}>
          <span className={styles['desk-figure']}>
            {vote.received} of {vote.eligible}
          </span>
          <div className={styles['desk-progress']}>
            <ProgressBar label="Ballots received" value={vote.received} max={Math.max(vote.eligible, 1)} />
            <span className="muted">ballots are in.{vote.own.has_voted && ' You have voted.'}</span>
          </div>
        </div>
      )}
      {isCounted && vote.missing !== null && vote.missing.length > 0 && (
        <ul className={styles['desk-missing']} aria-label="Not voted yet">
          {vote.missing.map((voter) => (
            <li key={voter.member_id}>
              <PersonLine
                size="s"
                person={{ id: voter.member_id, name: voter.name }}
                meta={inactive.has(voter.member_id) ? 'No longer active' : 'Has not voted yet'}
              />
              {vote.can.enter && !inactive.has(voter.member_id) && (
                <Button
                  size="s"
                  aria-label={`Enter ballot for ${voter.name}`}
                  onPress={() => ask({ kind: 'enter', voter })}
                >
                  Enter ballot
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {inactive.size > 0 && (
        <Notice tone="caution" isNews>
          No longer active: {[...inactive.values()].join(', ')}. They still count as eligible voters until this vote is
          closed.
        </Notice>
      )}
      <div className={styles['desk-foot']}>
        <span className="meta">{footNotes[vote.way]}</span>
        <span className={styles['desk-ends']}>
          {vote.can.void && (
            <Button variant="danger" onPress={() => ask({ kind: 'void' })}>
              Void
            </Button>
          )}
          {vote.can.close && (
            <Button variant="primary" icon={Gavel} onPress={() => ask({ kind: 'close' })}>
              Close vote
            </Button>
          )}
        </span>
      </div>
      {asking?.kind === 'close' && <CloseVoteDialog vote={vote} onClose={stop} />}
      {asking?.kind === 'void' && <VoidDialog vote={vote} onClose={stop} />}
      {asking?.kind === 'enter' && <EnterBallotDialog vote={vote} voter={asking.voter} onClose={stop} />}
    </section>
  );
}

const footNotes: Readonly<Record<Vote['way'], string>> = {
  named: 'Closing the vote counts the ballots received so far.',
  secret: 'Closing the vote counts the ballots received so far.',
  hands: 'When you close the vote, you will be asked how many hands were raised.',
  unopposed: 'The motion will be carried unless somebody objects.',
};
