import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  closeVote,
  correctCounts,
  type DeferralMeetings,
  decideTie,
  enterBallot,
  listDeferralMeetings,
  type Motion,
  type MotionsOfMeeting,
  openVote,
  setMotionState,
  type Vote,
  voidVote,
} from '#contract/motions.ts';
import type { Room } from '#contract/room.ts';
import { formatListDate } from '#domain/dates.ts';
import { majorities, majorityBases, voteWays } from '#domain/deciding.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { type BallotChoice, ballotChoices, reasonMax } from '#domain/motions.ts';
import { majorityLabels, majorityOfLabels, wayLabels } from '#domain/vote-labels.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { useContractForm, useSchemaForm } from '#web/api/use-contract-form.ts';
import { ConfirmCall } from '#web/shell/confirm-call.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { FormSelect } from '#web/ui/fields/form-choices.tsx';
import { FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { optionsOf } from '#web/ui/fields/label-options.ts';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { choiceLabels, moverOptions, tallyLabels } from './motion-labels.ts';
import styles from './motions.module.css';
import { useMotionCall } from './use-motions.ts';

interface DialogProps {
  readonly onClose: () => void;
}

interface OpenVoteDialogProps extends DialogProps {
  readonly room: Room;
  readonly motion: Motion;
  readonly offers: MotionsOfMeeting['offers'];
}

const chosen = z.string().min(1, validationMessages.required);
const openSchema = z.object({
  way: z.enum(voteWays),
  majority: z.enum(majorities),
  of: z.enum(majorityBases),
  mover: chosen,
  seconder: chosen,
});
const notAsked = 'not asked';

export function OpenVoteDialog({ room, motion, offers, onClose }: OpenVoteDialogProps) {
  const open = useMotionCall(openVote);
  const [asksMover] = useState(motion.mover === null);
  const [asksSeconder] = useState(offers.seconder && motion.seconder === null);
  const params = { id: motion.id };
  const form = useSchemaForm({
    schema: openSchema,
    defaults: {
      way: offers.way,
      majority: offers.majority,
      of: offers.majority_of,
      mover: asksMover ? '' : notAsked,
      seconder: asksSeconder ? '' : notAsked,
    },
    send: ({ way, majority, of, mover, seconder }) => {
      const people = {
        ...(mover === notAsked ? {} : { mover_id: mover }),
        ...(seconder === notAsked ? {} : { seconder_id: seconder }),
      };
      const { revision } = motion;
      return open.mutateAsync({ params, body: { revision, ...people, way, majority, majority_of: of } });
    },
    fieldOf: (field) => field.replace('_id', ''),
    onSaved: onClose,
  });
  const movers = moverOptions(room, { itemId: motion.agenda_item_id, motion });
  // An unopposed vote has no majority to choose, because any objection ends it.
  const takesMajority = useWatch({ control: form.control, name: 'way' }) !== 'unopposed';
  return (
    <FormDialog title="Open vote" submitLabel="Open vote" form={form} onClose={onClose}>
      <p className={styles['motion-text']}>{motion.text}</p>
      {asksMover && <FormSelect form={form} name="mover" label="Moved by" options={movers} />}
      {asksSeconder && <FormSelect form={form} name="seconder" label="Seconded by" options={movers} />}
      <FormSelect
        form={form}
        name="way"
        label="Voting method"
        options={offers.ways.map((value) => ({ value, label: wayLabels[value] }))}
      />
      {takesMajority && (
        <>
          <FormSelect form={form} name="majority" label="Majority" options={optionsOf(majorityLabels)} />
          <FormSelect form={form} name="of" label="Counted" options={optionsOf(majorityOfLabels)} />
        </>
      )}
    </FormDialog>
  );
}

interface VoteDialogProps extends DialogProps {
  readonly vote: Vote;
}

export function CloseVoteDialog({ vote, onClose }: VoteDialogProps) {
  if (vote.way === 'hands') return <HandsDialog vote={vote} onClose={onClose} />;
  return (
    <ConfirmCall
      endpoint={closeVote}
      input={{ params: { id: vote.id }, body: {} }}
      invalidates={['motions']}
      title="Close this vote?"
      confirmLabel="Close vote"
      onClose={onClose}
    >
      {vote.way === 'unopposed'
        ? 'Nobody has objected.'
        : `${vote.received} of ${vote.eligible} ballots are in. The result is final.`}
    </ConfirmCall>
  );
}

const handCount = z
  .string()
  .trim()
  .regex(/^\d{1,3}$/, validationMessages.wholeNumber);
const handsSchema = z.object({ for: handCount, against: handCount, abstain: handCount });

export function HandsDialog({ vote, onClose }: VoteDialogProps) {
  const close = useMotionCall(closeVote);
  const correct = useMotionCall(correctCounts);
  const { counts: before } = vote;
  const form = useSchemaForm({
    schema: handsSchema,
    defaults: {
      for: String(before?.for ?? ''),
      against: String(before?.against ?? ''),
      abstain: String(before?.abstain ?? 0),
    },
    send: (typed) => {
      const counts = { for: Number(typed.for), against: Number(typed.against), abstain: Number(typed.abstain) };
      const params = { id: vote.id };
      return before === null
        ? close.mutateAsync({ params, body: { counts } })
        : correct.mutateAsync({ params, body: counts });
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={before === null ? 'Enter the count' : 'Correct the count'}
      submitLabel={before === null ? 'Close vote' : 'Correct'}
      form={form}
      onClose={onClose}
    >
      {ballotChoices.map((choice) => (
        <FormText key={choice} form={form} name={choice} label={tallyLabels[choice]} inputMode="numeric" isRequired />
      ))}
    </FormDialog>
  );
}

type Voter = NonNullable<Vote['missing']>[number];

export function EnterBallotDialog({ vote, voter, onClose }: VoteDialogProps & { readonly voter: Voter }) {
  const enter = useMotionCall(enterBallot, { onSuccess: onClose });
  const [choice, choose] = useState<BallotChoice | null>(null);
  return (
    <FormDialog
      title={`Enter ballot for ${voter.name}`}
      submitLabel="Enter"
      submitDisabled={choice === null}
      isPending={enter.isPending}
      onSubmit={() =>
        choice !== null && enter.mutate({ params: { id: vote.id, member_id: voter.member_id }, body: { choice } })
      }
      onClose={onClose}
    >
      <Segmented
        label="Ballot"
        labelHidden={false}
        block
        options={optionsOf(choiceLabels)}
        value={choice}
        onChange={choose}
      />
      <p className="muted">
        Enter the choice that they announced in the room. They will get an email
        {vote.entered_afterwards ? '' : ' and can change their choice until the vote closes'}.
      </p>
    </FormDialog>
  );
}

export function CastingVoteDialog({ vote, choice, onClose }: VoteDialogProps & { readonly choice: 'for' | 'against' }) {
  return (
    <ConfirmCall
      endpoint={decideTie}
      input={{ params: { id: vote.id }, body: { choice } }}
      invalidates={['motions']}
      title={choice === 'for' ? 'Decide this tie in favour of the motion?' : 'Decide this tie against the motion?'}
      confirmLabel={choice === 'for' ? 'Casting vote: for' : 'Casting vote: against'}
      onClose={onClose}
    >
      Your casting vote will {choice === 'for' ? 'carry the motion' : 'defeat the motion'}. The result will be final.
    </ConfirmCall>
  );
}

export function VoidDialog({ vote, onClose }: VoteDialogProps) {
  const form = useContractForm({
    endpoint: voidVote,
    params: { id: vote.id },
    defaults: { reason: '' },
    invalidates: ['motions'],
    onSaved: onClose,
  });
  return (
    <FormDialog title="Declare this vote void" submitLabel="Declare void" form={form} onClose={onClose}>
      <FormTextArea form={form} name="reason" label="Reason" rows={3} maxLength={reasonMax} isRequired />
      <p className="muted">Everybody who voted is notified. The motion can be voted on again.</p>
    </FormDialog>
  );
}

const endLabels = { declined: 'Decline', withdrawn: 'Withdraw', deferred: 'Defer' } as const;

interface EndMotionDialogProps extends DialogProps {
  readonly motion: Motion;
  readonly to: keyof typeof endLabels;
  readonly meetings: DeferralMeetings['meetings'];
}

interface DeferMotionDialogProps extends Pick<EndMotionDialogProps, 'motion' | 'onClose'> {
  readonly meetingId: string;
}

export function DeferMotionDialog({ meetingId, ...rest }: DeferMotionDialogProps) {
  const { data } = useSuspenseQuery(queryFor(listDeferralMeetings, { params: { id: meetingId } }));
  return <EndMotionDialog {...rest} to="deferred" meetings={data.meetings} />;
}

const noMeeting = 'none';
const endSchema = z.object({ reason: z.string().trim().max(reasonMax), meeting: z.string() });

export function EndMotionDialog({ motion, to, meetings, onClose }: EndMotionDialogProps) {
  const timeZone = useTimeZone();
  const asksMeeting = to === 'deferred' && meetings.length > 0;
  const move = useMotionCall(setMotionState);
  const form = useSchemaForm({
    schema: endSchema,
    defaults: { reason: '', meeting: asksMeeting ? (meetings[0]?.id ?? noMeeting) : noMeeting },
    send: ({ reason, meeting }) =>
      move.mutateAsync({
        params: { id: motion.id },
        body: { revision: motion.revision, to, reason, ...(meeting === noMeeting ? {} : { meeting_id: meeting }) },
      }),
    fieldOf: (field) => field.replace('_id', ''),
    onSaved: onClose,
  });
  return (
    <FormDialog title={`${endLabels[to]} this motion`} submitLabel={endLabels[to]} form={form} onClose={onClose}>
      {asksMeeting && (
        <FormSelect
          form={form}
          name="meeting"
          label="Add to the agenda of"
          options={[
            ...meetings.map(({ id, title, start }) => ({
              value: id,
              label: `${title}, ${formatListDate(start, timeZone)}`,
            })),
            { value: noMeeting, label: 'Choose a meeting later' },
          ]}
        />
      )}
      <FormTextArea form={form} name="reason" label="Reason" labelNote="Optional" rows={3} maxLength={reasonMax} />
    </FormDialog>
  );
}
