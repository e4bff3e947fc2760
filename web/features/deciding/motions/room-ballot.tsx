import { Vote as VoteIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Vote } from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { useOpenDocument } from '#web/features/papers/reading/opening.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { useOwnToasts } from '#web/ui/overlays/toast.tsx';
import { LateBallot } from './ballot-parts.tsx';
import styles from './motions.module.css';
import { useMotions } from './use-motions.ts';

const BallotBar = lazyPart(() => import('./ballot-bar.tsx'), 'BallotBar');

interface Unsettled {
  readonly voteId: string;
  /** The server's message. Null if it is unknown whether the ballot was received. */
  readonly refusal: string | null;
}

interface Voted {
  readonly motions: readonly { readonly votes: readonly Pick<Vote, 'id' | 'way' | 'state' | 'own'>[] }[];
}

export function RoomBallot({ room }: { readonly room: Room }) {
  const { data } = useMotions(room);
  const [unsettled, settle] = useState<Unsettled | null>(null);
  const { vote: line } = room.line;
  const openId = line?.state === 'open' ? line.id : null;
  const motion = data?.motions.find(({ id }) => id === line?.motion_id);
  const vote = motion?.votes.find(({ id }) => id === openId);
  const isAsked = vote?.can.vote === true;
  const { documentId, close: closePaper } = useOpenDocument();
  const isHidden = documentId !== null || (isAsked && matchMedia('(max-height: 399px)').matches);
  const showVote = (): void => {
    if (documentId !== null) closePaper();
    else document.querySelector<HTMLElement>('[data-ui~="ballot"] button')?.focus();
  };
  const late = unsettled === null || (isAsked && unsettled.voteId === openId) ? null : lateBallotText(unsettled, data);
  return (
    <div className={styles['ballot-edge']}>
      {isHidden && vote?.own.has_voted === false && <UnseenVote key={vote.id} onShow={showVote} />}
      {late !== null && (
        <section className={styles['ballot-late']} aria-label="Your last ballot">
          <LateBallot onDismiss={() => settle(null)}>{late}</LateBallot>
        </section>
      )}
      {motion !== undefined && vote !== undefined && line !== null && isAsked && (
        <BallotBar
          key={vote.id}
          motion={motion}
          vote={vote}
          received={line.received}
          eligible={line.eligible}
          ends={{
            onSent: () => settle((now) => (now?.voteId === vote.id ? null : now)),
            onLost: () => settle({ voteId: vote.id, refusal: null }),
            onRefused: (refusal) => settle({ voteId: vote.id, refusal }),
          }}
        />
      )}
    </div>
  );
}

function UnseenVote({ onShow }: { readonly onShow: () => void }) {
  const show = useOwnToasts();
  const showVote = useEffectEvent(onShow);
  useEffect(() => {
    const action = { label: 'Show the vote', onAction: () => showVote() };
    show(motionMessages.voteOpened, { icon: VoteIcon, action, timeout: untilItGoes });
  }, [show]);
  return null;
}

const untilItGoes = 0;

/** Returns null if the ballot has been counted or may still arrive. */
export function lateBallotText({ voteId, refusal }: Unsettled, data: Voted | undefined): string | null {
  const vote = data?.motions.flatMap(({ votes }) => votes).find(({ id }) => id === voteId);
  if (vote?.way === 'secret' && vote.own.has_voted) return null;
  if (refusal !== null) return refusal;
  return vote === undefined || vote.state === 'open' || vote.own.has_voted ? null : motionMessages.voteClosed;
}
