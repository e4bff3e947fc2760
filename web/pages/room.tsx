import { RoomActions } from '#web/features/deciding/action-items/meeting-actions.tsx';
import { FilledItem } from '#web/features/deciding/meeting-minutes/filled-item.tsx';
import { CountedVote } from '#web/features/deciding/motions/counted-vote.tsx';
import { ItemMotions } from '#web/features/deciding/motions/item-motions.tsx';
import { MotionDialogs } from '#web/features/deciding/motions/motion-dialogs.tsx';
import { RoomBallot } from '#web/features/deciding/motions/room-ballot.tsx';
import { RoomPage } from '#web/features/deciding/room/room-page.tsx';

export function MeetingRoom() {
  return (
    <RoomPage
      Motions={ItemMotions}
      Counted={CountedVote}
      MotionDialogs={MotionDialogs}
      Ballot={RoomBallot}
      Filled={FilledItem}
      Actions={RoomActions}
    />
  );
}
