import { Check, MapPin, Video, X } from 'lucide-react';
import { type Acceptance, acceptanceLabel, type MeetingType, type RsvpLetter, rsvpOptions } from '#domain/rsvp.ts';
import type { IconType } from '#web/ui/icon.tsx';
import type { RsvpOption } from '#web/ui/meeting/rsvp-bar.tsx';

const icons: Readonly<Record<Acceptance, IconType>> = {
  none: Check,
  accepted: Check,
  'accepted-in-person': MapPin,
  'accepted-remote': Video,
  declined: X,
};

/** The options of the reply bar for a type of meeting, each valued by the letter that posts it. */
export function rsvpChoices(type: MeetingType): readonly RsvpOption<RsvpLetter>[] {
  return rsvpOptions(type).map(({ letter, acceptance, label }) => ({
    value: letter,
    label: <ChoiceLabel>{label}</ChoiceLabel>,
    icon:
      acceptance === 'accepted'
        ? icons[type === 'remote' ? 'accepted-remote' : 'accepted-in-person']
        : icons[acceptance],
    declines: acceptance === 'declined',
  }));
}

/** 'in-person' stays in one piece where the option is narrow. */
function ChoiceLabel({ children }: { readonly children: string }) {
  const [before, after] = children.split('in-person');
  if (after === undefined) return children;
  return (
    <>
      {before}
      <span className="nowrap">in-person</span>
      {after}
    </>
  );
}

/** What the reply bar states once there is an answer; undefined while there is none. */
export function rsvpAnswer(acceptance: Acceptance, type: MeetingType, meta: string | undefined) {
  if (acceptance === 'none') return undefined;
  return { label: acceptanceLabel(acceptance, type), meta, declined: acceptance === 'declined' };
}
