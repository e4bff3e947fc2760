import { ItemMotions } from '#web/features/deciding/motions/item-motions.tsx';
import { RoomBallot } from '#web/features/deciding/motions/room-ballot.tsx';
import { RoomPage } from '#web/features/deciding/room/room-page.tsx';

/** A meeting's room with its motions and one's ballot, which are above the room. */
export function MeetingRoom() {
  return <RoomPage Motions={ItemMotions} Ballot={RoomBallot} />;
}
